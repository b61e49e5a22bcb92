// WorkTree: the work tree that contains a folder, as a walk needs it. Private to this module.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/result.hpp"

namespace codeweaver::corpus {

/// One path of the index.
struct TrackedPath {
  std::string path;  ///< relative to the work tree
  bool is_submodule = false;
};

/// Thread safety: none. A build without libgit2 finds the top of a tree and its ignore files, but
/// does not read the index and the settings.
class WorkTree {
 public:
  /// nullopt: `root` (a resolved path) is not in a work tree. Errors: kUnsupported if the
  /// repository cannot be read.
  static Result<std::optional<WorkTree>> open(const std::filesystem::path& root);
  WorkTree(WorkTree&&) noexcept;
  WorkTree& operator=(WorkTree&&) noexcept;
  ~WorkTree();

  /// The work tree's top folder, resolved.
  const std::filesystem::path& top() const noexcept;
  /// `root` relative to top(): "" or "a/b".
  const std::string& prefix() const noexcept;
  /// The folder of this work tree's HEAD and index.
  std::filesystem::path git_folder() const;
  /// All paths in the index below prefix(), sorted by bytes, without duplicates.
  std::vector<TrackedPath> tracked(std::string* problem) const;
  /// The content in the index of a file that is not checked out (sparse checkout); else nullopt.
  std::optional<std::string> sparse_text(std::string_view path) const;
  /// Whether the index has files that are not checked out.
  bool is_sparse() const;
  /// Ignore files of the whole tree, weakest first; they need not exist.
  std::vector<std::filesystem::path> exclude_files() const;
  bool ignores_case() const;

 private:
  struct Impl;
  explicit WorkTree(std::unique_ptr<Impl> impl) noexcept;
  std::unique_ptr<Impl> impl_;
};

/// The user's global ignore file; a relative setting is resolved in `folder`; empty: none.
std::filesystem::path global_excludes_file(const std::filesystem::path& folder);

}  // namespace codeweaver::corpus
