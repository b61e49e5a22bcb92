// Tests of tuning: choice on older queries, check on newer ones.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "evaluate/tuning.hpp"

#include <doctest/doctest.h>

using namespace codeweaver;
using namespace codeweaver::evaluate;

namespace {

const std::vector<Query> kOlder(40), kNewer(20);

/// Values by `of(way, number of the query, whether it is an older one)`.
template <class Of>
Measure measure_by(const Of& of) {
  return [of](std::span<const Query> queries, std::span<const SearchOptions> ways) {
    std::vector<std::vector<double>> values;
    for (const auto& way : ways) {
      auto& added = values.emplace_back();
      for (std::size_t i = 0; i < queries.size(); ++i)
        added.push_back(of(way, i, queries.size() == kOlder.size()));
    }
    return Result(values);
  };
}

Tuning tuned(const Measure& measure) {
  auto tuning = tune({}, kOlder, kNewer, measure);
  REQUIRE(tuning);
  return *tuning;
}

}  // namespace

TEST_CASE("tuning: each step starts from the best of the one before") {
  const auto tuning = tuned(measure_by([](const SearchOptions& way, std::size_t, bool) {
    const bool has_weights = way.weights.rerank == 0.7;
    const bool has_decay = has_weights && way.file_decay == 1.0;
    const bool is_weighted = has_decay && way.fusion == FusionMethod::kWeighted;
    return 0.1 * (has_weights + has_decay + is_weighted);
  }));
  CHECK(tuning.older_present == 0);
  CHECK(tuning.older_best == doctest::Approx(0.3));
  CHECK(tuning.newer_best == doctest::Approx(0.3));
  CHECK(tuning.tried == 20);
  CHECK(tuning.is_better());
  CHECK(changed_settings(tuning.present, tuning.best) ==
        std::map<std::string, std::string>{{"search.weight_rerank", "0.7"},
                                           {"search.weight_dense", "0.2"},
                                           {"search.weight_semantic", "0.0"},
                                           {"search.file_decay", "1.0"},
                                           {"search.fusion", "\"weighted\""}});
}

TEST_CASE("tuning: what is no better on the older queries is not even judged") {
  const auto tuning = tuned(measure_by([](const SearchOptions&, std::size_t, bool is_older) {
    CHECK(is_older);
    return 0.5;
  }));
  CHECK(changed_settings(tuning.present, tuning.best).empty());
  CHECK_FALSE(tuning.is_better());
}

TEST_CASE("tuning: a gain that newer queries do not show, or show by chance, is none") {
  const auto lost = tuned(measure_by([](const SearchOptions& way, std::size_t, bool is_older) {
    return way.file_decay == 1.0 ? (is_older ? 0.9 : 0.1) : 0.5;
  }));
  CHECK(lost.older_best == doctest::Approx(0.9));
  CHECK(lost.newer_best < lost.newer_present);
  CHECK(lost.p_value < kSignificant);
  CHECK_FALSE(lost.is_better());

  const auto mixed =
      tuned(measure_by([](const SearchOptions& way, std::size_t query, bool is_older) {
        if (way.file_decay != 1.0) return 0.5;
        return is_older ? 0.9 : query % 2 == 0 ? 0.75 : 0.3;
      }));
  CHECK(mixed.newer_best > mixed.newer_present);
  CHECK(mixed.p_value > kSignificant);
  CHECK(mixed.difference.low < 0);
  CHECK(mixed.difference.high > 0);
  CHECK_FALSE(mixed.is_better());
}

TEST_CASE("tuning: an error of the measure ends it") {
  const Measure failing = [](auto, auto) -> Result<std::vector<std::vector<double>>> {
    return Error{ErrorCategory::kCancelled, "CANCELLED", "stopped", "", ""};
  };
  CHECK(tune({}, kOlder, kNewer, failing).error().code == "CANCELLED");
}

TEST_CASE("tuning: the value is the mean of both levels") {
  QueryScore score;
  score.metrics[0][0] = 1.0;
  score.metrics[1][0] = 0.5;
  CHECK(tuning_value(score) == doctest::Approx(0.75));
}
