// Contrastive training of word vectors: a query must find its own code among those of its batch.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pairs.hpp"
#include "vocabulary.hpp"

namespace codeweaver::training {

/// The defaults are those of the released model (docs/internals/model.md).
struct TrainingOptions {
  std::size_t dimension = 256;
  std::size_t epochs = 7;
  std::size_t batch = 1024;     ///< pairs a step; the negatives of a query are the others
  std::size_t block = 64;       ///< pairs of one project that stay together: hard negatives
  float learning_rate = 3e-3F;  ///< Adam, with linear decay
  float temperature = 0.05F;
  float token_dropout = 0.15F;  ///< share of code words left out; half of it for queries
  float keyword_share = 0;      ///< share of queries shown without stop words
  float subject_share = 0;      ///< share of queries cut to a run of two to six such words
  float balance = 0;  ///< 0: every pair in every epoch; 1: languages equal; between: less so
  std::uint64_t seed = 1;
};

/// vocabulary.size() x dimension, row-major. The same input and seed give the same bits.
/// Prints one line an epoch.
std::vector<float> train_vectors(const std::vector<NumberedPair>& pairs,
                                 const Vocabulary& vocabulary, const TrainingOptions& options);

}  // namespace codeweaver::training
