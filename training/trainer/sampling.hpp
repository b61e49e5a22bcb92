// Sampling: batches of pairs and the words that stand for a pair in one step.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <unordered_set>
#include <vector>

#include "pairs.hpp"
#include "vocabulary.hpp"

namespace codeweaver::training {

/// Seeded randomness of a training run.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  bool chance(float probability) { return uniform_(engine_) < probability; }
  float normal(float deviation) { return deviation * normal_(engine_); }
  std::mt19937_64& engine() noexcept { return engine_; }

 private:
  std::mt19937_64 engine_;
  std::uniform_real_distribution<float> uniform_{0, 1};
  std::normal_distribution<float> normal_{0, 1};
};

/// The share of a language's pairs that one epoch shows. A language with more documented pairs than
/// the median of the languages is shown (median / pairs)^balance of the time.
std::vector<float> language_shares(const std::vector<NumberedPair>& pairs, float balance);

/// The order of one epoch: blocks of `block` pairs of one project in random order, each pair drawn
/// with the share of its language. In even epochs neighbours in a project stay neighbours, in odd
/// ones a project is shuffled first. Where there are clusters, the blocks of odd epochs are theirs.
std::vector<std::uint32_t> epoch_order(const std::vector<NumberedPair>& pairs,
                                       const std::vector<float>& shares, std::size_t block,
                                       std::size_t epoch, Random& random);

/// The words that stand for a query and for its code in one step.
struct Sample {
  std::vector<std::uint32_t> query, code;
};

/// Draws anew in each epoch what a pair shows: the first sentence or the whole comment, the code
/// with or without path and own name, now and then in the words of a question, some words dropped.
class Sampler {
 public:
  Sampler(const Vocabulary& vocabulary, float token_dropout, float keyword_share,
          float subject_share);
  Sample draw(const NumberedPair& pair, Random& random) const;

 private:
  std::vector<std::vector<std::uint32_t>> openings_;
  std::unordered_set<std::uint32_t> stop_words_;
  float token_dropout_, keyword_share_, subject_share_;
};

}  // namespace codeweaver::training
