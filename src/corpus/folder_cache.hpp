// FolderCache: the entries of a tree's folders when they were last listed.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/os/file_status.hpp"

namespace codeweaver::corpus {

/// Identifies a state of a folder: equal values mean that no entry was added, removed or renamed.
struct FolderIdentity {
  std::uint64_t device = 0, inode = 0;
  std::int64_t modified_ns = 0, changed_ns = 0;
  friend bool operator==(const FolderIdentity&, const FolderIdentity&) = default;
};

/// A name in a folder and its type. The name is a view of text owned elsewhere, followed by a zero
/// byte.
struct FolderItem {
  std::string_view name;
  os::FileType type = os::FileType::kUnknown;
};

/// Sorts items into the order of the paths below their folder.
void sort_items(std::vector<FolderItem>& items);

/// Listings of folders, so that an unchanged folder needs a status check but no listing. It does
/// not record the state of files or the ignore rules. Thread safety: immutable.
class FolderCache {
 public:
  FolderCache() = default;
  /// Parses the output of FolderCacheWriter; empty if it is damaged.
  explicit FolderCache(std::string bytes);

  std::size_t size() const noexcept { return folders_.size(); }
  std::string_view path(std::size_t folder) const noexcept;  ///< followed by a zero byte
  FolderIdentity identity(std::size_t folder) const noexcept;
  std::vector<FolderItem> items(std::size_t folder) const;
  /// Index of a folder by its path; size() if it is missing. Cost: a binary search, unless `likely`
  /// is the right index.
  std::size_t find(std::string_view path, std::size_t likely = 0) const noexcept;

 private:
  friend class FolderCacheWriter;
  struct Folder;
  struct Item;
  std::string_view text(std::uint32_t offset, std::uint32_t size) const noexcept;

  std::unique_ptr<const std::string> bytes_;  // must stay at its address
  std::span<const Folder> folders_;           // into *bytes_
  std::span<const Item> items_;
  std::string_view strings_;
};

/// Collects listings. Thread safety: none.
class FolderCacheWriter {
 public:
  /// Call it in path order, once per path.
  void add(std::string_view path, const FolderIdentity& identity,
           const std::vector<FolderItem>& items);
  std::string bytes() const;

 private:
  std::uint32_t put(std::string_view text);
  std::string folders_, items_, strings_;
  std::uint32_t item_count_ = 0;
};

}  // namespace codeweaver::corpus
