// ChunkSet: the chunks or text blocks of a segment as one bit each, for deletions and filters.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace codeweaver::store {

/// A set of a segment's chunks, or of its text blocks, with one bit each. Bits past size() are
/// zero.
class ChunkSet {
 public:
  ChunkSet() = default;
  ChunkSet(std::size_t size, bool value);
  std::size_t size() const noexcept { return size_; }
  bool test(std::size_t i) const noexcept { return ((words_[i >> 6] >> (i & 63)) & 1U) != 0; }
  void set(std::size_t i, bool value) noexcept {
    const std::uint64_t bit = std::uint64_t{1} << (i & 63);
    if (value)
      words_[i >> 6] |= bit;
    else
      words_[i >> 6] &= ~bit;
  }
  /// Sets [first, last).
  void set_range(std::size_t first, std::size_t last, bool value) noexcept;
  std::size_t count() const noexcept;
  /// Adds the elements whose bits are set: bit i % 8 of byte i / 8. `bytes` must not be longer than
  /// size() requires.
  void add_bits(std::string_view bytes) noexcept;
  /// Adds elements from a bit map: element i is bit i % 8 of byte i / 8. `bytes` must not be longer
  /// than size() requires.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t word = 0; word < words_.size(); ++word)
      for (std::uint64_t rest = words_[word]; rest != 0; rest &= rest - 1)
        visit(word * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
  }
  /// Bit i of the set is bit i % 64 of word i / 64.
  std::span<const std::uint64_t> words() const noexcept { return words_; }
  /// Unites with a set of the same size.
  ChunkSet& operator|=(const ChunkSet& other) noexcept;
  /// Intersects with a set of the same size.
  ChunkSet& operator&=(const ChunkSet& other) noexcept;
  friend bool operator==(const ChunkSet&, const ChunkSet&) = default;

 private:
  std::vector<std::uint64_t> words_;
  std::size_t size_ = 0;
};

}  // namespace codeweaver::store
