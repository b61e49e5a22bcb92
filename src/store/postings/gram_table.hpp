// GramTable: the grams of a segment under construction, with the text blocks of each.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "codeweaver/detail/grams.hpp"
#include "store/layout/byte_lists.hpp"

namespace codeweaver::store {

/// Collects grams block by block. Thread safety: none.
class GramTable {
 public:
  /// Adds the `grams` of the next block, without duplicates.
  void add_block(std::span<const text::Gram> grams);
  std::size_t block_count() const noexcept { return blocks_; }
  std::size_t memory_bytes() const noexcept;

  /// Calls visit(gram, numbers of its blocks) in ascending order of grams.
  template <class Visit>
  void for_each_sorted(Visit&& visit) const {
    std::vector<std::uint32_t> numbers;
    for (const std::uint32_t entry : sorted()) {
      read(entry, numbers);
      visit(entries_[entry].gram, std::span<const std::uint32_t>(numbers));
    }
  }

 private:
  struct Entry {
    text::Gram gram = 0;
    std::uint32_t last = 0;  // block; the list stores gaps
    ByteLists::List list;
  };
  std::uint32_t entry_of(text::Gram gram);
  void grow();
  std::vector<std::uint32_t> sorted() const;
  void read(std::uint32_t entry, std::vector<std::uint32_t>& numbers) const;

  std::vector<Entry> entries_;
  std::vector<std::uint64_t> slots_;  // gram << 32 | 1 + number of its entry; 0: free
  ByteLists lists_;
  std::uint32_t blocks_ = 0;
};

}  // namespace codeweaver::store
