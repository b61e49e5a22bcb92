// ProjectRoots: the folders that remote calls may use, and their subfolders.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "codeweaver/result.hpp"

namespace codeweaver::service {

/// The subfolders of a folder.
struct FolderListing {
  std::filesystem::path path{};                   ///< real path; empty: this lists the roots
  std::optional<std::filesystem::path> parent{};  ///< unset: the parent is outside the roots
  std::vector<std::filesystem::path> folders{};   ///< sorted, without hidden folders
  bool is_cut = false;                            ///< there are more than kMostFolders
};

/// Whether `path` is `folder` or inside it. Both must be absolute and without links.
bool is_within(const std::filesystem::path& path, const std::filesystem::path& folder);

/// Thread safety: immutable.
class ProjectRoots {
 public:
  static constexpr std::size_t kMostFolders = 10'000;

  /// Ignores folders that do not exist.
  explicit ProjectRoots(const std::vector<std::filesystem::path>& roots);

  const std::vector<std::filesystem::path>& folders() const noexcept { return roots_; }
  /// The real path of a folder, with links resolved. Errors: kInvalidArgument "PATH_NOT_ABSOLUTE",
  /// "PATH_OUTSIDE_ROOTS" (whether or not it exists), "NOT_A_DIRECTORY"; kNotFound
  /// "PATH_NOT_FOUND".
  Result<std::filesystem::path> resolve(const std::filesystem::path& folder) const;
  /// The subfolders of a folder; an empty path lists the roots. Errors: those of resolve();
  /// kInvalidArgument "FOLDER_NOT_READABLE".
  Result<FolderListing> list(const std::filesystem::path& folder) const;

 private:
  bool holds(const std::filesystem::path& real) const;

  std::vector<std::filesystem::path> roots_;
};

}  // namespace codeweaver::service
