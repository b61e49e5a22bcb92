// SoftMatch: how well the words of a short text stand for those of a query, by word vectors.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
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
/// next text with them costs nothing. Not thread-safe: make one a query. Model and pooler, which
/// tells the words of texts, must outlive it.
class SoftMatcher {
 public:
  SoftMatcher(const StaticModel& model, TextPooler& pooler, std::string_view query);
  /// Considers the first kMaxTextWords words of `text`. Both 0 when one side has no known word.
  SoftMatch match(std::string_view text);

  static constexpr std::size_t kMaxQueryWords = 16, kMaxTextWords = 24;

 private:
  struct Word {
    std::uint32_t number;
    float length;  ///< of its vector
  };
  /// Rows of one length, so that they are compared in vector registers; past the query's words 0.
  using Cosines = std::array<float, kMaxQueryWords>;
  struct Known {
    float length = 0;
    float best = 0;  ///< of the cosines, at least 0
    Cosines cosine{};
  };
  Word word(std::uint32_t number) const noexcept;
  const Known& known(std::uint32_t number);
  void grow();

  const StaticModel& model_;
  TextPooler& pooler_;
  std::vector<Word> query_;
  float query_weight_ = 0;
  std::vector<Known> known_;
  /// Open addressing by word number: 1 + place in known_; 0: free. A power of two.
  struct Slot {
    std::uint32_t number = 0, place = 0;
  };
  std::vector<Slot> slots_;
};

}  // namespace codeweaver::model
