// GitRepository: a repository opened by libgit2. Private to this module.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <git2.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "codeweaver/result.hpp"

namespace codeweaver::corpus {

/// Starts libgit2 on the first call: 4 ms, in which it reads the system's certificates. It is never
/// shut down. Thread safety: may be called concurrently.
void start_git();

/// Deleter of a libgit2 object.
template <class T, void (*Free)(T*)>
struct GitFree {
  void operator()(T* object) const noexcept { Free(object); }
};
using RepositoryHandle =
    std::unique_ptr<git_repository, GitFree<git_repository, git_repository_free>>;
using IndexHandle = std::unique_ptr<git_index, GitFree<git_index, git_index_free>>;
using ReferenceHandle = std::unique_ptr<git_reference, GitFree<git_reference, git_reference_free>>;
using ObjectHandle = std::unique_ptr<git_object, GitFree<git_object, git_object_free>>;
using DiffHandle = std::unique_ptr<git_diff, GitFree<git_diff, git_diff_free>>;
using ConfigHandle = std::unique_ptr<git_config, GitFree<git_config, git_config_free>>;
using CommitHandle = std::unique_ptr<git_commit, GitFree<git_commit, git_commit_free>>;
using TreeHandle = std::unique_ptr<git_tree, GitFree<git_tree, git_tree_free>>;
using ObjectsHandle = std::unique_ptr<git_odb, GitFree<git_odb, git_odb_free>>;
using PatchHandle = std::unique_ptr<git_patch, GitFree<git_patch, git_patch_free>>;
using BlobHandle = std::unique_ptr<git_blob, GitFree<git_blob, git_blob_free>>;

/// 40 hex digits.
std::string hex(const git_oid& id);
/// Requires 40 hex digits.
git_oid parse_object_id(const std::string& text);
/// The message of libgit2's last error on this thread.
std::string last_git_error();

/// The work tree that contains a folder. Thread safety: none.
class GitRepository {
 public:
  /// nullopt: `root` (a resolved path) is not in a work tree. Errors: kUnsupported if the
  /// repository cannot be read.
  static Result<std::optional<GitRepository>> open(const std::filesystem::path& root);

  /// Like open(). If there is no work tree, it opens `root` as a bare repository, with `root` as
  /// its top.
  static Result<std::optional<GitRepository>> open_any(const std::filesystem::path& root);

  /// Like open_any(), for an unresolved `root`; a missing repository is an error. Errors: also
  /// kNotFound "NO_REPOSITORY", with the given context and action.
  static Result<GitRepository> require(const std::filesystem::path& root, std::string context,
                                       std::string action);

  git_repository* handle() const noexcept { return repository_.get(); }
  /// The work tree's top folder, resolved; for a bare repository, the repository itself.
  const std::filesystem::path& top() const noexcept { return top_; }
  /// `root` relative to top(): "" or "a/b".
  const std::string& prefix() const noexcept { return prefix_; }

  /// Whether it is a partial clone, which lacks some of the objects that it refers to.
  bool is_partial() const;
  /// Whether the repository has an object locally; fetches nothing. Cost: it does not check the
  /// disk for packs added after opening.
  bool holds(const git_oid& id) const;
  /// When packs were last added, in nanoseconds since 1970; 0: unknown.
  std::int64_t packs_time() const;

  /// The index; null if it cannot be read. The first call then sets `problem` to the reason.
  git_index* index(std::string* problem = nullptr) const;

 private:
  GitRepository();
  RepositoryHandle repository_;
  mutable IndexHandle index_;
  mutable ObjectsHandle objects_;
  mutable bool is_index_unreadable_ = false;  // prevents a second attempt
  std::filesystem::path top_;
  std::string prefix_;
};

}  // namespace codeweaver::corpus
