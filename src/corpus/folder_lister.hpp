// FolderLister (private): listings of a tree's folders, from a cache where that is still right.
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

/// What lies in a folder.
struct FolderListing {
  std::vector<FolderItem> items;  ///< in the order of sort_items(), without "." and ".."
  std::shared_ptr<const std::string> names{};  ///< their text; null when the cache holds it
  os::Descriptor folder{};                     ///< closed when the listing comes from the cache
  int error = 0;  ///< errno of what failed; the items may be incomplete
};

/// Lists folders below one root, and learns them for the next time. A folder is not listed again
/// while its inode and times are those of the cache. Not for concurrent use.
class FolderLister {
 public:
  /// `root`: an open folder that outlives this. `known` may be null; it is looked at here, all
  /// at once, and only on file systems that are known to keep the times of folders.
  FolderLister(os::Handle root, const FolderCache* known);

  /// Of folders that merely lead to what `only` selects, lists that and the names that say by which
  /// rules a walk goes on. Nothing is learnt. `only` outlives this.
  FolderLister(os::Handle root, const PathSelection& only);

  /// The folder at `path` ("" is the root), which is no link. `parent`: its open parent, or none.
  FolderListing list(os::Handle parent, const std::string& path);

  /// A cache of what is there now; empty when `known` is good enough for the next time.
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
  std::vector<std::uint8_t> is_same_;     // by number in *known_
  std::vector<bool> is_used_;             // the same
  std::size_t used_ = 0, last_used_ = 0;  // how many; the number of the last one
  std::vector<Learnt> learnt_;
  DirectoryCursor cursor_;
  const PathSelection* only_ = nullptr;  // null: everything
};

}  // namespace codeweaver::corpus
