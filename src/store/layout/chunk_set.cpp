// ChunkSet: counting, ranges, union and intersection.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/layout/chunk_set.hpp"

#include <bit>
#include <cassert>

namespace codeweaver::store {

ChunkSet::ChunkSet(std::size_t size, bool value)
    : words_((size + 63) / 64, value ? ~std::uint64_t{0} : 0), size_(size) {
  if (value && size % 64 != 0) words_.back() = (std::uint64_t{1} << (size % 64)) - 1;
}

void ChunkSet::set_range(std::size_t first, std::size_t last, bool value) noexcept {
  for (std::size_t i = first; i < last; ++i) set(i, value);
}

namespace {

/// Faster than std::popcount, which is a function call unless the compiler may use the processor's
/// instruction.
std::uint64_t count_ones(std::uint64_t word) noexcept {
  word -= word >> 1 & 0x5555555555555555U;
  word = (word & 0x3333333333333333U) + (word >> 2 & 0x3333333333333333U);
  word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0FU;
  return word * 0x0101010101010101U >> 56;
}

/// Reads up to eight bytes, the first in the lowest bits.
std::uint64_t word_of(std::string_view bytes) noexcept {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    word |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  return word;
}

}  // namespace

std::size_t ChunkSet::count() const noexcept {
  std::uint64_t total = 0;
  for (const std::uint64_t word : words_) total += count_ones(word);
  return static_cast<std::size_t>(total);
}

void ChunkSet::add_bits(std::string_view bytes) noexcept {
  constexpr std::size_t kWord = sizeof(std::uint64_t);
  for (std::size_t i = 0; i < words_.size() && i * kWord < bytes.size(); ++i)
    words_[i] |= word_of(bytes.substr(i * kWord, kWord));
  if (size_ % 64 != 0) words_.back() &= (std::uint64_t{1} << (size_ % 64)) - 1;
}

ChunkSet& ChunkSet::operator|=(const ChunkSet& other) noexcept {
  assert(size_ == other.size_);
  for (std::size_t i = 0; i < words_.size() && i < other.words_.size(); ++i)
    words_[i] |= other.words_[i];
  return *this;
}

ChunkSet& ChunkSet::operator&=(const ChunkSet& other) noexcept {
  assert(size_ == other.size_);
  for (std::size_t i = 0; i < words_.size() && i < other.words_.size(); ++i)
    words_[i] &= other.words_[i];
  return *this;
}

}  // namespace codeweaver::store
