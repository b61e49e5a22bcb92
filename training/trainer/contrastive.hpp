// Contrastive training of word vectors: each query must find its code among the batch's codes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pairs.hpp"
#include "vocabulary.hpp"

namespace codeweaver::training {

/// The defaults are the values of the released model (docs/internals/model.md).
struct TrainingOptions {
  std::size_t dimension = 256;
  std::size_t epochs = 7;
  std::size_t batch = 1024;     ///< pairs per step; the other pairs are a query's negatives
  std::size_t block = 64;       ///< pairs of one project that stay together: hard negatives
  float learning_rate = 3e-3F;  ///< Adam, with linear decay
  float temperature = 0.05F;
  float token_dropout = 0.15F;  ///< share of dropped code words; half of it for queries
  float keyword_share = 0;      ///< share of queries shown without stop words
  float subject_share = 0;      ///< share of queries cut to two to six consecutive such words
  float balance = 0;            ///< 0: every pair in every epoch; 1: languages equally often
  std::uint64_t seed = 1;
};

/// Returns vocabulary.size() x dimension values, row by row. The result is the same for the same
/// input and seed. Prints one line per epoch.
std::vector<float> train_vectors(const std::vector<NumberedPair>& pairs,
                                 const Vocabulary& vocabulary, const TrainingOptions& options);

}  // namespace codeweaver::training
