// PathSelection: limits a walk to some paths of a tree.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace codeweaver::corpus {

/// How a walk treats selected paths that do not exist.
enum class MissingPaths : unsigned char {
  kLeftOut,
  kTaken,  ///< as files, in folders that are assumed to exist
};

/// Files and folders, each with everything below it. Thread safety: immutable.
class PathSelection {
 public:
  /// Paths are relative, '/' separated, without "." and "..". An empty one selects everything.
  explicit PathSelection(std::vector<std::string> paths,
                         MissingPaths missing = MissingPaths::kLeftOut);

  /// Whether a path is selected or below a selected one.
  bool holds(std::string_view path) const;
  /// Whether a path is selected, below a selected path, or above one.
  bool leads_to(std::string_view path) const;
  /// The names in `directory` ("" is the root) that are selected or lead to selected paths; sorted,
  /// without duplicates.
  std::vector<std::string_view> names_in(std::string_view directory) const;
  /// The selection below `directory`, relative to it.
  PathSelection below(std::string_view directory) const;
  bool takes_missing() const noexcept { return missing_ == MissingPaths::kTaken; }

 private:
  std::vector<std::string> paths_;  // sorted, without duplicates
  MissingPaths missing_;
};

}  // namespace codeweaver::corpus
