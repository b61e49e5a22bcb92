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

/// A tracked path, or one that no rule excludes. Valid during the call only.
struct WalkEntry {
  std::string_view path;                 ///< relative to the root of the walk
  os::Handle directory = os::kNoHandle;  ///< the folder that contains it; kNoHandle: not open
  const char* name = "";                 ///< its name in that folder
  EntryKind kind = EntryKind::kFile;
};

/// Whether a folder contains an entry with this name. Valid during the call only.
using FolderNames = std::function<bool(std::string_view name)>;

/// Receives the results of a walk, in no particular order. All members must be set, except those
/// that may be null.
struct WalkVisitor {
  /// Called before an untracked folder is read; null: all folders are read.
  std::function<bool(std::string_view directory)> may_enter{};
  /// Also called for each folder outside git; null: not called. If it is set, folders with a
  /// pyvenv.cfg or CACHEDIR.TAG are skipped there too.
  std::function<bool(std::string_view directory)> may_enter_unversioned{};
  std::function<void(const WalkEntry& entry)> on_entry{};
  /// A path of the index that the walk did not find; it may not exist. Called after all on_entry
  /// calls.
  std::function<void(std::string_view path, bool is_repository)> on_tracked{};
  /// A listed folder, before its entries; may be null.
  std::function<void(std::string_view directory, const FolderNames& names)> on_folder{};
  /// A folder that could not be listed; `error` is an errno value.
  std::function<void(std::string_view directory, int error)> on_unreadable{};
  std::function<void(std::string warning)> on_warning{};
};

struct WalkOptions {
  bool follow_gitignore = true;
  std::stop_token stop{};
  FolderLister* lister = nullptr;  ///< of the root; null: every folder is listed
  /// Limits the walk to these paths and does not list folders that only lead to them; null: all. Do
  /// not combine it with a lister.
  const PathSelection* only = nullptr;
};

/// Visits the paths that `git ls-files -co --exclude-standard` lists in `root` (a resolved path).
/// Outside a repository: all files that are not excluded by a .gitignore on the way or by the
/// user's global one. Nested repositories found there are listed by their own rules. Errors:
/// kCancelled.
Result<void> walk_tree(const std::filesystem::path& root, const WalkOptions& options,
                       const WalkVisitor& visitor);

}  // namespace codeweaver::corpus
