// FolderCache: what lay in the folders of a tree when they were last listed.
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

/// Tells a folder in which nothing was added, removed or renamed since.
struct FolderIdentity {
  std::uint64_t device = 0, inode = 0;
  std::int64_t modified_ns = 0, changed_ns = 0;
  friend bool operator==(const FolderIdentity&, const FolderIdentity&) = default;
};

/// A name in a folder and what it is. The name is a view of another's text, in which a zero byte
/// follows.
struct FolderItem {
  std::string_view name;
  os::FileType type = os::FileType::kUnknown;
};

/// Puts items into the order in which the paths below their folder come.
void sort_items(std::vector<FolderItem>& items);

/// Listings of folders, so that one that has not changed is looked at and not listed again. It says
/// nothing about the files in them, nor about ignore rules. Thread safety: immutable.
class FolderCache {
 public:
  FolderCache() = default;
  /// What a FolderCacheWriter gave; empty when that is damaged.
  explicit FolderCache(std::string bytes);

  std::size_t size() const noexcept { return folders_.size(); }
  std::string_view path(std::size_t folder) const noexcept;  ///< a zero byte follows
  FolderIdentity identity(std::size_t folder) const noexcept;
  std::vector<FolderItem> items(std::size_t folder) const;
  /// Number of a folder by its path; size() when it is not there. Cost: a binary search, unless it
  /// is `likely`.
  std::size_t find(std::string_view path, std::size_t likely = 0) const noexcept;

 private:
  friend class FolderCacheWriter;
  struct Folder;
  struct Item;
  std::string_view text(std::uint32_t offset, std::uint32_t size) const noexcept;

  std::unique_ptr<const std::string> bytes_;  // where it is must not change
  std::span<const Folder> folders_;           // into *bytes_
  std::span<const Item> items_;
  std::string_view strings_;
};

/// Collects listings. Not for concurrent use.
class FolderCacheWriter {
 public:
  /// In path order, each once.
  void add(std::string_view path, const FolderIdentity& identity,
           const std::vector<FolderItem>& items);
  std::string bytes() const;

 private:
  std::uint32_t put(std::string_view text);
  std::string folders_, items_, strings_;
  std::uint32_t item_count_ = 0;
};

}  // namespace codeweaver::corpus
