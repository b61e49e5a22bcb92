// WordMemo: the word numbers of texts, with a cache of recent words.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "model/subwords.hpp"

namespace codeweaver::model {

class StaticModel;

/// A part of at most kMaxWordBytes, lower-cased and padded with zero bytes. Parts contain no zero
/// bytes.
struct WordKey {
  std::array<std::uint64_t, 3> bytes{};
  /// Written out, because comparing arrays would call memcmp.
  friend bool operator==(const WordKey& a, const WordKey& b) noexcept {
    return ((a.bytes[0] ^ b.bytes[0]) | (a.bytes[1] ^ b.bytes[1]) | (a.bytes[2] ^ b.bytes[2])) == 0;
  }
};

/// The results of for_each_word_number for parts, mostly from a small table. Identifiers repeat,
/// and a look-up in the model touches three tables besides the words themselves. Not thread-safe.
/// The model must outlive it.
class WordMemo {
 public:
  explicit WordMemo(const StaticModel& model) : model_(&model), entries_(kEntries) {}

  /// `part` has 1 to kMaxWordBytes bytes. `readable` is the number of bytes that may be read, at
  /// least the size of the part. The result is valid until the next call.
  std::span<const std::uint32_t> numbers(std::string_view part, std::size_t readable);

 private:
  static constexpr std::size_t kEntryBits = 13, kEntries = std::size_t{1} << kEntryBits;
  static constexpr std::size_t kMostPieces = kMaxWordBytes / kMinPieceBytes;

  struct Entry {
    WordKey key;              ///< zero: free
    std::uint32_t first = 0;  ///< the number, or for split words their start in pieces_
    std::uint32_t count = 0;
  };
  void look_up(Entry& entry, std::size_t size);

  const StaticModel* model_;
  std::vector<Entry> entries_;  ///< each word has one possible entry
  std::vector<std::uint32_t> pieces_;
};

}  // namespace codeweaver::model
