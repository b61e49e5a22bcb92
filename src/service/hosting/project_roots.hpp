// ProjectRoots: the folders that calls from outside may name, and what is in them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "codeweaver/result.hpp"

namespace codeweaver::service {

/// The folders in a folder.
struct FolderListing {
  std::filesystem::path path{};                   ///< real; empty: the list of the roots
  std::optional<std::filesystem::path> parent{};  ///< unset: that would leave the roots
  std::vector<std::filesystem::path> folders{};   ///< in order; hidden ones are left out
  bool is_cut = false;                            ///< there are more than kMostFolders
};

/// Whether `path` is `folder` or lies in it; both absolute and without links.
bool is_within(const std::filesystem::path& path, const std::filesystem::path& folder);

/// Thread safety: immutable.
class ProjectRoots {
 public:
  static constexpr std::size_t kMostFolders = 10'000;

  /// Those that are not there are left out.
  explicit ProjectRoots(const std::vector<std::filesystem::path>& roots);

  const std::vector<std::filesystem::path>& folders() const noexcept { return roots_; }
  /// The real path of a folder, wherever links lead. Errors: kInvalidArgument "PATH_NOT_ABSOLUTE",
  /// "PATH_OUTSIDE_ROOTS" (whether or not it is there), "NOT_A_DIRECTORY"; kNotFound
  /// "PATH_NOT_FOUND".
  Result<std::filesystem::path> resolve(const std::filesystem::path& folder) const;
  /// An empty path lists the roots. Errors: those of resolve(); kInvalidArgument
  /// "FOLDER_NOT_READABLE".
  Result<FolderListing> list(const std::filesystem::path& folder) const;

 private:
  bool holds(const std::filesystem::path& real) const;

  std::vector<std::filesystem::path> roots_;
};

}  // namespace codeweaver::service
