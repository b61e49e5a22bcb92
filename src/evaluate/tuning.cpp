// Tuning: chooses settings on older queries, and judges them on newer ones.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "evaluate/tuning.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <utility>

#include "base/try.hpp"

namespace codeweaver::evaluate {
namespace {

/// Smaller gains are rounding errors.
constexpr double kLeastGain = 1e-9;

/// Shares of rerank, dense, sparse and semantic: close to the defaults, or with one side dominant.
constexpr std::array<std::array<double, 4>, 12> kWeights = {{{0.5, 0.3, 0.1, 0.1},
                                                             {0.7, 0.2, 0.1, 0.0},
                                                             {0.85, 0.1, 0.05, 0.0},
                                                             {0.6, 0.2, 0.1, 0.1},
                                                             {0.5, 0.2, 0.3, 0.0},
                                                             {0.4, 0.4, 0.1, 0.1},
                                                             {0.4, 0.2, 0.3, 0.1},
                                                             {0.3, 0.5, 0.1, 0.1},
                                                             {0.3, 0.2, 0.4, 0.1},
                                                             {0.2, 0.4, 0.4, 0.0},
                                                             {0.5, 0.3, 0.2, 0.0},
                                                             {0.4, 0.2, 0.1, 0.3}}};
constexpr std::array<double, 5> kFileDecays = {0.6, 0.7, 0.8, 0.9, 1.0};
constexpr std::array<double, 3> kRrfConstants = {20, 60, 120};

std::vector<SearchOptions> with_weights(const SearchOptions& base) {
  std::vector<SearchOptions> ways;
  for (const auto& [rerank, dense, sparse, semantic] : kWeights) {
    auto& way = ways.emplace_back(base);
    way.weights.rerank = rerank;
    way.weights.dense = dense;
    way.weights.sparse = sparse;
    way.weights.semantic = semantic;
  }
  return ways;
}

std::vector<SearchOptions> with_decays(const SearchOptions& base) {
  std::vector<SearchOptions> ways;
  for (const double decay : kFileDecays) ways.emplace_back(base).file_decay = decay;
  return ways;
}

std::vector<SearchOptions> with_fusion(const SearchOptions& base) {
  std::vector<SearchOptions> ways;
  for (const double k : kRrfConstants) {
    auto& way = ways.emplace_back(base);
    way.fusion = FusionMethod::kRrf;
    way.rrf_k = k;
  }
  ways.emplace_back(base).fusion = FusionMethod::kWeighted;
  return ways;
}

std::string number_text(double number) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  std::string text(digits.data(), end);
  return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
}

/// Adopts the best options of one step if they are better.
Result<void> improve(Tuning& tuning, std::vector<SearchOptions> ways, std::span<const Query> older,
                     const Measure& measure) {
  std::erase_if(ways, [&](const SearchOptions& way) {
    return tuned_settings(way) == tuned_settings(tuning.best);
  });
  CODEWEAVER_ASSIGN(const auto values, measure(older, ways));
  for (std::size_t i = 0; i < ways.size(); ++i) {
    ++tuning.tried;
    if (const double value = mean(values[i]); value > tuning.older_best + kLeastGain) {
      tuning.older_best = value;
      tuning.best = ways[i];
    }
  }
  return {};
}

Result<void> judge(Tuning& tuning, std::span<const Query> newer, const Measure& measure) {
  const std::array<SearchOptions, 2> ways = {tuning.present, tuning.best};
  CODEWEAVER_ASSIGN(const auto values, measure(newer, ways));
  const auto &present = values.front(), &best = values.back();
  std::vector<double> difference(present.size());
  std::transform(best.begin(), best.end(), present.begin(), difference.begin(), std::minus<>());
  tuning.newer_present = mean(present);
  tuning.newer_best = mean(best);
  const std::vector<std::size_t> one_repository(difference.size(), 0);
  tuning.difference =
      cluster_bootstrap(std::span<const std::vector<double>>(&difference, 1), one_repository)
          .front();
  tuning.p_value = sign_flip_p_value(difference);
  return {};
}

}  // namespace

double tuning_value(const QueryScore& score) noexcept {
  double sum = 0;
  for (const auto& metrics : score.metrics) sum += at(metrics, Metric::kNdcg);
  return sum / static_cast<double>(score.metrics.size());
}

Result<Tuning> tune(const SearchOptions& present, std::span<const Query> older,
                    std::span<const Query> newer, const Measure& measure) {
  Tuning tuning;
  tuning.present = tuning.best = present;
  CODEWEAVER_ASSIGN(const auto values, measure(older, std::span<const SearchOptions>(&present, 1)));
  tuning.tried = 1;
  tuning.older_present = tuning.older_best = mean(values.front());
  for (const auto& step : {with_weights, with_decays, with_fusion})
    CODEWEAVER_TRY(improve(tuning, step(tuning.best), older, measure));
  if (changed_settings(present, tuning.best).empty()) return tuning;
  CODEWEAVER_TRY(judge(tuning, newer, measure));
  return tuning;
}

std::map<std::string, std::string> tuned_settings(const SearchOptions& options) {
  return {{"search.weight_rerank", number_text(options.weights.rerank)},
          {"search.weight_dense", number_text(options.weights.dense)},
          {"search.weight_sparse", number_text(options.weights.sparse)},
          {"search.weight_semantic", number_text(options.weights.semantic)},
          {"search.file_decay", number_text(options.file_decay)},
          {"search.fusion", options.fusion == FusionMethod::kRrf ? "\"rrf\"" : "\"weighted\""},
          {"search.rrf_k", number_text(options.rrf_k)}};
}

std::map<std::string, std::string> changed_settings(const SearchOptions& present,
                                                    const SearchOptions& changed) {
  const auto before = tuned_settings(present);
  auto after = tuned_settings(changed);
  std::erase_if(after, [&](const auto& entry) { return before.at(entry.first) == entry.second; });
  return after;
}

}  // namespace codeweaver::evaluate
