// PathSelection: some paths of a tree, which a walk looks at alone.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace codeweaver::corpus {

/// What a walk does about selected paths where nothing lies.
enum class MissingPaths : unsigned char {
  kLeftOut,
  kTaken,  ///< they count as files, in folders that count as folders
};

/// Files and folders, each with all that lies below it. Thread safety: immutable.
class PathSelection {
 public:
  /// Paths are relative, '/' separated, without "." and "..". An empty one selects everything.
  explicit PathSelection(std::vector<std::string> paths,
                         MissingPaths missing = MissingPaths::kLeftOut);

  /// Whether a path is selected, or lies below one that is.
  bool holds(std::string_view path) const;
  /// The same, or something below it is selected.
  bool leads_to(std::string_view path) const;
  /// Names in `directory` ("" is the root) of what is selected or leads there; in order, each once.
  std::vector<std::string_view> names_in(std::string_view directory) const;
  /// What is selected below `directory`, relative to it.
  PathSelection below(std::string_view directory) const;
  bool takes_missing() const noexcept { return missing_ == MissingPaths::kTaken; }

 private:
  std::vector<std::string> paths_;  // sorted, each once
  MissingPaths missing_;
};

}  // namespace codeweaver::corpus
