// PendingNames: symbol names of new contents that are not yet in the name lookup.
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

/// Collects rows of `symbol_names` and sorts them. The table is ordered by hash, so the names of
/// one content fall on different pages. Once the table is larger than the cache, writing the
/// contents one by one would write one page per row. Sorted rows write each page once.
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
  /// Whether enough rows wait. The limit grows with the table, so that the total cost of writing
  /// stays proportional to its size.
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
