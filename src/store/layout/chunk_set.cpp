// ChunkSet: counting, ranges and intersection.
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

std::size_t ChunkSet::count() const noexcept {
  std::size_t total = 0;
  for (const std::uint64_t word : words_) total += static_cast<std::size_t>(std::popcount(word));
  return total;
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
