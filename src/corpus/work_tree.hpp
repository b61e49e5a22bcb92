// WorkTree: what a walk asks of the work tree that a folder lies in. Private to this module.
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

/// Not for use by several threads at once. A build without libgit2 knows where a tree begins and
/// its ignore files, and nothing of the index and of settings.
class WorkTree {
 public:
  /// nullopt: `root` (a resolved path) is in no work tree. Errors: kUnsupported when there is one
  /// that cannot be read.
  static Result<std::optional<WorkTree>> open(const std::filesystem::path& root);
  WorkTree(WorkTree&&) noexcept;
  WorkTree& operator=(WorkTree&&) noexcept;
  ~WorkTree();

  /// The work tree's folder, resolved.
  const std::filesystem::path& top() const noexcept;
  /// `root` relative to top(): "" or "a/b".
  const std::string& prefix() const noexcept;
  /// Where HEAD and the index of this work tree lie.
  std::filesystem::path git_folder() const;
  /// Everything in the index below prefix(), sorted by bytes, each path once.
  std::vector<TrackedPath> tracked(std::string* problem) const;
  /// Content in the index of a file that is not checked out (sparse checkout), else nullopt.
  std::optional<std::string> sparse_text(std::string_view path) const;
  /// Whether the index holds files that are not checked out.
  bool is_sparse() const;
  /// Ignore files of the whole tree, weakest first; they need not exist.
  std::vector<std::filesystem::path> exclude_files() const;
  bool ignores_case() const;

 private:
  struct Impl;
  explicit WorkTree(std::unique_ptr<Impl> impl) noexcept;
  std::unique_ptr<Impl> impl_;
};

/// The user's ignore file for all repositories, relative ones being below `folder`; empty: none is
/// known.
std::filesystem::path global_excludes_file(const std::filesystem::path& folder);

}  // namespace codeweaver::corpus
