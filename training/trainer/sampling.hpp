// Sampling: the order of pairs in batches, and the words of a pair in one step.
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

/// The seeded random numbers of a training run.
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

/// The share of each language's pairs in one epoch. For a language with more documented pairs than
/// the median of the languages it is (median / pairs)^balance.
std::vector<float> language_shares(const std::vector<NumberedPair>& pairs, float balance);

/// The order of one epoch: blocks of `block` pairs of one project, in random order. Each pair is
/// included with the share of its language. In even epochs, neighbours in a project stay
/// neighbours; in odd epochs, each project is shuffled first. With clusters, the blocks of odd
/// epochs are made of clusters instead of projects.
std::vector<std::uint32_t> epoch_order(const std::vector<NumberedPair>& pairs,
                                       const std::vector<float>& shares, std::size_t block,
                                       std::size_t epoch, Random& random);

/// The words of a query and its code in one step.
struct Sample {
  std::vector<std::uint32_t> query, code;
};

/// Chooses the words of a pair at random in each epoch: the first sentence or the whole comment,
/// sometimes as a question, and the code with or without its path and name. Drops some words.
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
