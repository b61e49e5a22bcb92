// Tests of the BM25F formula.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/detail/bm25f.hpp"

#include <doctest/doctest.h>

#include <cmath>

namespace rank = codeweaver::rank;

namespace {
const rank::Bm25fCollection kCollection{1000, {2000, 4000, 10000, 100000}};
const std::array<float, rank::kFieldCount> kLengths = {2, 4, 10, 100};

constexpr rank::Bm25fOptions kOptions{{3, 1.5, 2, 1}, {0.3F, 0.3F, 0.6F, 0.75F}, 1.2F};

float score(std::array<float, rank::kFieldCount> counts, float idf = 1.0F,
            std::array<float, rank::kFieldCount> lengths = kLengths) {
  return rank::term_score(kOptions, kCollection, counts, lengths, idf);
}
}  // namespace

TEST_CASE("bm25f: equals the formula written out") {
  // One body field at average length: BM25 with tf 3.
  CHECK(score({0, 0, 0, 3}) == doctest::Approx(3 * 2.2 / (3 + 1.2)));
  // Two fields combine before saturation.
  CHECK(score({1, 0, 0, 2}) == doctest::Approx(5 * 2.2 / (5 + 1.2)));
  // A body of twice the average length divides its count by 1 - b + 2b.
  const double tf = 3 / (1 - 0.75 + 0.75 * 2);
  CHECK(score({0, 0, 0, 3}, 1, {2, 4, 10, 200}) == doctest::Approx(tf * 2.2 / (tf + 1.2)));
}

TEST_CASE("bm25f: idf is positive, falls with document frequency and equals the formula") {
  CHECK(rank::inverse_document_frequency(1000, 10) ==
        doctest::Approx(std::log(1 + (1000 - 10 + 0.5) / (10 + 0.5))));
  float last = 1e9F;
  for (std::uint64_t df = 0; df <= 1000; ++df) {
    const float idf = rank::inverse_document_frequency(1000, df);
    CHECK(idf > 0);
    CHECK(idf < last);
    last = idf;
  }
  CHECK(rank::inverse_document_frequency(10, 99) == rank::inverse_document_frequency(10, 10));
  CHECK(rank::inverse_document_frequency(0, 0) > 0);
}

TEST_CASE("bm25f: the score rises with counts, falls with length and stays under its bound") {
  for (std::size_t field = 0; field < rank::kFieldCount; ++field) {
    float last = 0;
    for (float tf = 1; tf < 1000; tf *= 2) {
      std::array<float, rank::kFieldCount> counts{};
      counts[field] = tf;
      const float now = score(counts, 2);
      CHECK(now > last);
      CHECK(now < rank::term_score_bound(kOptions, 2));
      last = now;
      auto longer = kLengths;
      longer[field] *= 3;
      CHECK(score(counts, 2, longer) < now);
    }
  }
  CHECK(score({0, 0, 0, 0}) == 0);
}

TEST_CASE("bm25f: by default symbols outweigh comments, these paths, and these bodies") {
  const auto by_default = [](std::array<float, rank::kFieldCount> counts) {
    return rank::term_score({}, kCollection, counts, kLengths, 1);
  };
  CHECK(by_default({1, 0, 0, 0}) > by_default({0, 0, 1, 0}));
  CHECK(by_default({0, 0, 1, 0}) > by_default({0, 1, 0, 0}));
  CHECK(by_default({0, 1, 0, 0}) > by_default({0, 0, 0, 1}));
}

TEST_CASE("bm25f: an empty collection has positive average lengths") {
  const rank::Bm25fCollection empty;
  for (std::size_t field = 0; field < rank::kFieldCount; ++field)
    CHECK(empty.average_length(field) > 0);
}
