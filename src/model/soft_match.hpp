// SoftMatch: how well the words of a short text match those of a query, by word vectors.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "model/static_model.hpp"

namespace codeweaver::model {

/// Similarity of two word lists by their best pairs (MaxSim; Khattab and Zaharia 2020). Words are
/// weighted by the length of their vectors, which training makes large for distinctive words.
struct SoftMatch {
  float query_covered = 0;  ///< mean of the best cosine in the text, over the query's words
  float text_covered = 0;   ///< mean of the best cosine in the query, over the text's words
};

/// How well a chunk's body answers the words of a query, by word vectors. Each value is between 0
/// and 1, up to rounding.
struct BodyMatch {
  float mean = 0;    ///< mean of the best cosine in the body, over the query's words
  float worst = 0;   ///< the same over the third of the query's words that it covers least
  float window = 0;  ///< the largest such mean of three neighbouring lines
};

/// Compares a query's content words with many texts. Remembers known words, so repeated words cost
/// nothing. Create one per query; not thread-safe. The model and the pooler, which finds the words
/// of texts, must outlive it.
class SoftMatcher {
 public:
  SoftMatcher(const StaticModel& model, TextPooler& pooler, std::string_view query);
  /// Reads the first kMaxTextWords words of `text`. Both values are 0 if one side has no known
  /// word.
  SoftMatch match(std::string_view text);
  /// Reads all of `text`. All values are 0 if one side has no known word. Cost: about 3
  /// microseconds per KiB, once the words are known.
  BodyMatch match_body(std::string_view text);

  static constexpr std::size_t kMaxQueryWords = 16, kMaxTextWords = 24;

 private:
  struct Word {
    std::uint32_t number;
    float length;  ///< of its vector
  };
  /// Rows of equal length, for vector registers. Positions after the query's words are 0.
  using Cosines = std::array<float, kMaxQueryWords>;
  struct Known {
    float length = 0;
    float best = 0;  ///< largest of the cosines, at least 0
    Cosines cosine{};
  };
  Word word(std::uint32_t number) const noexcept;
  /// The mean over the query's words, weighted by their lengths.
  float query_mean(const Cosines& best) const noexcept;
  float worst_mean(const Cosines& best) const noexcept;
  const Known& known(std::uint32_t number);
  void grow();

  const StaticModel& model_;
  TextPooler& pooler_;
  std::vector<Word> query_;
  float query_weight_ = 0;
  std::vector<Known> known_;
  /// Open addressing by word number. `place`: 1 + index in known_; 0: free. The size is a power of
  /// two.
  struct Slot {
    std::uint32_t number = 0, place = 0;
  };
  std::vector<Slot> slots_;
};

}  // namespace codeweaver::model
