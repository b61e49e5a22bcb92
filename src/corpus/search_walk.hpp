// SearchWalk: which files a search of exact text reads, by the rules of ripgrep.
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

/// Which files are searched.
struct SearchWalkOptions {
  std::filesystem::path working_directory;  ///< globs are anchored there; resolved
  bool takes_hidden = false;                ///< names that begin with a dot
  bool takes_ignored = false;               ///< what ignore files exclude
  /// In gitignore syntax; what they match is searched, behind `!` left out, the last counts.
  std::vector<std::string> globs{};
  /// Names of files that are searched alone, behind `!` left out, the last counts; empty: all.
  std::vector<std::string> names{};
  /// Absolute paths of files that count as being there; in order. Of those that are not, a visitor
  /// gets no folder.
  std::vector<std::string> added{};
  UserFolders user{};  ///< whose ignore rules for all repositories hold
};

/// A file that a walk meets. Views live for the call.
struct SearchedFile {
  std::string_view path{};  ///< below the folder that is walked
  os::Handle folder{};      ///< that it lies in
  const std::string& name;  ///< there
};

/// What a walk meets. Views live for the call.
struct SearchWalkVisitor {
  /// A file, in the order of names in each folder. False ends the walk.
  std::function<bool(const SearchedFile& file)> on_file{};
  /// A folder or ignore file that could not be read; `error` is an errno value.
  std::function<void(std::string_view path, int error)> on_unreadable{};
};

/// Visits the regular files below `folder` that `rg` searches there: without links; .gitignore,
/// .ignore, .rgignore, .git/info/exclude and the user's global rules hold, those of the folders
/// above too; tracked files are ignored as others are. Errors: kCancelled.
Result<void> walk_searched(const std::filesystem::path& folder, const SearchWalkOptions& options,
                           const SearchWalkVisitor& visitor, std::stop_token stop = {});

/// Which of the files `paths`, relative to a folder, such a walk over it would visit if no ignore
/// file was there, in its order; by number.
std::vector<std::size_t> choose_searched(const std::filesystem::path& folder,
                                         const SearchWalkOptions& options,
                                         const std::vector<std::string>& paths);

}  // namespace codeweaver::corpus
