// SoftMatch: how well the words of a short text stand for those of a query, by word vectors.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/static_model.hpp"

namespace codeweaver::model {

/// Similarity of two word lists by their best pairs (MaxSim; Khattab and Zaharia 2020), words
/// weighted by the length of their vectors, which training makes large for telling words.
struct SoftMatch {
  float query_covered = 0;  ///< mean over the query's words of the best cosine in the text
  float text_covered = 0;   ///< mean over the text's words of the best cosine in the query
};

/// A query's content words, compared with many texts. Remembers the words it has seen, so that the
/// next text with them costs nothing. Not thread-safe: make one a query.
class SoftMatcher {
 public:
  SoftMatcher(const StaticModel& model, std::string_view query);
  /// Considers the first kMaxTextWords words of `text`. Both 0 when one side has no known word.
  SoftMatch match(std::string_view text);

  static constexpr std::size_t kMaxQueryWords = 16, kMaxTextWords = 24;

 private:
  struct Word {
    std::uint32_t number;
    float length;  ///< of its vector
  };
  struct Known {
    float length = 0;
    std::array<float, kMaxQueryWords> cosine{};  ///< to each word of the query
  };
  Word word(std::uint32_t number) const noexcept;
  const Known& known(std::uint32_t number);

  const StaticModel& model_;
  std::vector<Word> query_;
  std::unordered_map<std::uint32_t, Known> known_;
};

}  // namespace codeweaver::model
