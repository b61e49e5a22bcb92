// SearchWalk: selects the files for an exact text search, by the rules of ripgrep.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/os/descriptor.hpp"
#include "codeweaver/result.hpp"
#include "corpus/user_ignore.hpp"

namespace codeweaver::corpus {

/// Selects the files to search.
struct SearchWalkOptions {
  std::filesystem::path working_directory;  ///< globs are relative to it; resolved
  bool takes_hidden = false;                ///< names that begin with a dot
  bool takes_ignored = false;               ///< files that ignore files exclude
  /// Patterns in gitignore syntax: matching files are searched; files that match a `!` pattern are
  /// skipped. The last match decides.
  std::vector<std::string> globs{};
  /// Patterns of file names to search; files that match a `!` pattern are skipped. The last match
  /// decides; empty: all names.
  std::vector<std::string> names{};
  /// Absolute paths of files to visit even if they do not exist; sorted. For files that do not
  /// exist, the visitor gets no folder handle.
  std::vector<std::string> added{};
  UserFolders user{};  ///< with the user's global ignore rules
};

/// A visited file. Views are valid during the call.
struct SearchedFile {
  std::string_view path{};  ///< relative to the folder of the walk
  os::Handle folder{};      ///< the folder that contains it
  const std::string& name;  ///< its name in that folder
};

/// Callbacks of a walk. Views are valid during the call.
struct SearchWalkVisitor {
  /// A file, in name order within each folder. Returning false ends the walk.
  std::function<bool(const SearchedFile& file)> on_file{};
  /// A folder or ignore file that could not be read; `error` is an errno value.
  std::function<void(std::string_view path, int error)> on_unreadable{};
};

/// Visits the regular files below `folder` that `rg` would search, without following links. These
/// rules apply: .gitignore, .ignore, .rgignore, .git/info/exclude and the user's global rules,
/// including those of parent folders. Tracked files can be ignored too. Errors: kCancelled.
Result<void> walk_searched(const std::filesystem::path& folder, const SearchWalkOptions& options,
                           const SearchWalkVisitor& visitor, std::stop_token stop = {});

/// Returns the indexes of the `paths` (relative to `folder`) that walk_searched() would visit if
/// there were no ignore files, in the order of the walk.
std::vector<std::size_t> choose_searched(const std::filesystem::path& folder,
                                         const SearchWalkOptions& options,
                                         const std::vector<std::string>& paths);

}  // namespace codeweaver::corpus
