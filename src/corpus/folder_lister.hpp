// FolderLister (private): lists the folders of a tree; uses a cache while it is valid.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/os/descriptor.hpp"
#include "base/os/file_status.hpp"
#include "corpus/directory_cursor.hpp"
#include "corpus/folder_cache.hpp"
#include "corpus/path_selection.hpp"

namespace codeweaver::corpus {

/// The entries of a folder.
struct FolderListing {
  std::vector<FolderItem> items;  ///< in the order of sort_items(), without "." and ".."
  std::shared_ptr<const std::string> names{};  ///< their text; null if the cache owns it
  os::Descriptor folder{};                     ///< not open if the listing comes from the cache
  int error = 0;  ///< errno of the failed call; the items may be incomplete
};

/// Lists folders below one root and collects the listings for the next cache. A folder is not
/// listed again while its inode and times equal those in the cache. Thread safety: none.
class FolderLister {
 public:
  /// `root`: an open folder that outlives this. `known` may be null. The constructor checks all
  /// folders of `known` at once. It ignores `known` unless the file system is known to keep the
  /// times of folders.
  FolderLister(os::Handle root, const FolderCache* known);

  /// In folders that only lead to selected paths, it lists just the selected names and the names
  /// that affect the rules of a walk. It builds no cache. `only` must outlive this.
  FolderLister(os::Handle root, const PathSelection& only);

  /// Lists the folder at `path` ("" is the root), which must not be a link. `parent`: its open
  /// parent, or none.
  FolderListing list(os::Handle parent, const std::string& path);

  /// A cache of the current state; empty if `known` is good enough for the next run.
  std::string updated_cache();

 private:
  struct Learnt {
    std::string path;
    FolderIdentity identity;
    std::vector<FolderItem> items;
    std::shared_ptr<const std::string> names;
  };
  os::Descriptor open_folder(os::Handle parent, const std::string& path);
  void learn(const std::string& path, const FolderListing& listing, const os::FileStatus& before,
             std::int64_t now_ns);

  os::Handle root_;
  const FolderCache* known_;              // null: no cache is kept
  std::uint64_t device_ = 0;              // of the root
  std::vector<std::uint8_t> is_same_;     // by index in *known_
  std::vector<bool> is_used_;             // by index in *known_
  std::size_t used_ = 0, last_used_ = 0;  // number of used entries; index of the last one
  std::vector<Learnt> learnt_;
  DirectoryCursor cursor_;
  const PathSelection* only_ = nullptr;  // null: everything
};

}  // namespace codeweaver::corpus
