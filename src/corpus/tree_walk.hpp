// TreeWalk (private): produces the paths that git would list, with or without a repository.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/result.hpp"
#include "corpus/folder_lister.hpp"
#include "corpus/path_selection.hpp"

namespace codeweaver::corpus {

enum class EntryKind : std::uint8_t { kFile, kLink, kRepository };

/// Something that is tracked, or that no rule excludes. Valid for the call only.
struct WalkEntry {
  std::string_view path;                 ///< relative to the root of the walk
  os::Handle directory = os::kNoHandle;  ///< the folder it lies in; none: that is not open
  const char* name = "";                 ///< its name there
  EntryKind kind = EntryKind::kFile;
};

/// Whether a folder holds something of that name. Valid for the call only.
using FolderNames = std::function<bool(std::string_view name)>;

/// Receives what a walk finds, in no particular order. Every member but those that may be null must
/// be set.
struct WalkVisitor {
  /// Asked before an untracked folder is read; null: all are read.
  std::function<bool(std::string_view directory)> may_enter{};
  /// Asked besides for each folder outside of git; null: the same. Where it is set, folders that
  /// say that they were made (pyvenv.cfg, CACHEDIR.TAG) are not read there either.
  std::function<bool(std::string_view directory)> may_enter_unversioned{};
  std::function<void(const WalkEntry& entry)> on_entry{};
  /// A path of the index that the walk did not come by: it may not exist. Comes after on_entry.
  std::function<void(std::string_view path, bool is_repository)> on_tracked{};
  /// A folder that was listed, before its entries come; null: not asked for.
  std::function<void(std::string_view directory, const FolderNames& names)> on_folder{};
  /// A folder that could not be listed; `error` is an errno value.
  std::function<void(std::string_view directory, int error)> on_unreadable{};
  std::function<void(std::string warning)> on_warning{};
};

struct WalkOptions {
  bool follow_gitignore = true;
  std::stop_token stop{};
  FolderLister* lister = nullptr;  ///< of the root; null: every folder is listed
  /// What is looked at alone, without listing folders that only lead there; null: all. Not beside
  /// a lister.
  const PathSelection* only = nullptr;
};

/// Visits what `git ls-files -co --exclude-standard` lists in `root` (a resolved path). Outside a
/// repository: all files that no .gitignore found on the way, and not the user's global one,
/// excludes; repositories met there are listed by their own rules. Errors: kCancelled.
Result<void> walk_tree(const std::filesystem::path& root, const WalkOptions& options,
                       const WalkVisitor& visitor);

}  // namespace codeweaver::corpus
