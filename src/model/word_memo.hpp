// WordMemo: the numbers of the words of texts, with those seen lately remembered.
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

/// A part of at most kMaxWordBytes, lower-cased and padded with zero bytes, which no part holds.
struct WordKey {
  std::array<std::uint64_t, 3> bytes{};
  /// Written out: as arrays they would be compared by a call of memcmp.
  friend bool operator==(const WordKey& a, const WordKey& b) noexcept {
    return ((a.bytes[0] ^ b.bytes[0]) | (a.bytes[1] ^ b.bytes[1]) | (a.bytes[2] ^ b.bytes[2])) == 0;
  }
};

/// What for_each_word_number finds for a part, from a small table for most. Identifiers repeat, and
/// a look-up in the model touches three tables beside the words themselves.
/// Not thread-safe. The model must outlive it.
class WordMemo {
 public:
  explicit WordMemo(const StaticModel& model) : model_(&model), entries_(kEntries) {}

  /// `part` has 1 to kMaxWordBytes bytes, of which `readable` (at least as many) may be read.
  /// Valid until the next call.
  std::span<const std::uint32_t> numbers(std::string_view part, std::size_t readable);

 private:
  static constexpr std::size_t kEntryBits = 13, kEntries = std::size_t{1} << kEntryBits;
  static constexpr std::size_t kMostPieces = kMaxWordBytes / kMinPieceBytes;

  struct Entry {
    WordKey key;              ///< zero: free
    std::uint32_t first = 0;  ///< the number, or where in pieces_ those of a cut word begin
    std::uint32_t count = 0;
  };
  void look_up(Entry& entry, std::size_t size);

  const StaticModel* model_;
  std::vector<Entry> entries_;  ///< each word has one place
  std::vector<std::uint32_t> pieces_;
};

}  // namespace codeweaver::model
