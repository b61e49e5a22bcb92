// PendingNames: symbol names of contents that were written, on their way into the look-up.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <unordered_set>
#include <vector>

namespace codeweaver::store {

/// A row of `symbol_names`.
struct SymbolPlace {
  std::int64_t hash = 0, content = 0;
  std::uint32_t chunk = 0;  ///< ordinal
  friend auto operator<=>(const SymbolPlace&, const SymbolPlace&) = default;
};

/// The table is in order of a hash, so every name of a content falls on another page, and once it
/// is larger than the cache, writing content by content writes a page a row. Rows that are
/// collected and sorted first write each page once.
class PendingNames {
 public:
  void add(const SymbolPlace& row) {
    if (rows_.empty() || row.content != rows_.back().content) contents_.insert(row.content);
    first_content_ = std::min(first_content_, row.content);
    rows_.push_back(row);
  }
  bool is_empty() const noexcept { return rows_.empty(); }
  std::int64_t first_content() const noexcept { return first_content_; }
  void remove(std::int64_t content) {
    if (contents_.erase(content) == 0) return;
    std::erase_if(rows_, [&](const auto& row) { return row.content == content; });
  }
  /// Whether enough rows wait: more while the table grows, so that writing it all together stays
  /// proportional to its size.
  bool is_due() const noexcept { return rows_.size() >= std::max(kLeast, written_ / kShare); }
  const std::vector<SymbolPlace>& sorted() {
    std::sort(rows_.begin(), rows_.end());
    return rows_;
  }
  void clear() noexcept {
    rows_.clear();
    contents_.clear();
    first_content_ = std::numeric_limits<std::int64_t>::max();
  }
  void note_written() noexcept {
    written_ += rows_.size();
    clear();
  }

 private:
  static constexpr std::size_t kLeast = 1 << 18;  // 6 MiB
  static constexpr std::size_t kShare = 8;

  std::vector<SymbolPlace> rows_;
  std::unordered_set<std::int64_t> contents_;
  std::int64_t first_content_ = std::numeric_limits<std::int64_t>::max();
  std::size_t written_ = 0;
};

}  // namespace codeweaver::store
