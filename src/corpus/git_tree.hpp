// CommitTree: the files of one commit, without a checkout.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "codeweaver/result.hpp"
#include "corpus/discovery.hpp"

namespace codeweaver::corpus {

/// What discovery finds in a commit.
struct CommitFiles {
  Discovery discovery;
  std::vector<std::string> objects;  ///< the object id of each of discovery.files
  std::size_t missing = 0;           ///< files that a partial clone lacks; they are left out
};

/// Reads one commit of the repository around a folder. Not for use by several threads at once;
/// open one for each.
class CommitTree {
 public:
  /// `commit`: 40 hex digits. Errors: kNotFound "NO_REPOSITORY", "COMMIT_NOT_FOUND",
  /// "PATH_NOT_IN_REF" (the folder does not exist in that commit); kUnsupported
  /// "REPOSITORY_UNREADABLE"; kIo "OBJECT_UNREADABLE".
  static Result<CommitTree> open(const std::filesystem::path& root, const std::string& commit);
  CommitTree(CommitTree&&) noexcept;
  CommitTree& operator=(CommitTree&&) noexcept;
  ~CommitTree();

  const std::string& commit() const noexcept;
  /// Whether the clone is partial, and may lack objects of the commit.
  bool is_partial() const noexcept;
  /// Whether the repository holds an object, given as 40 hex digits. Nothing is fetched.
  bool holds(const std::string& object) const;
  /// Changes when objects come into the repository in packs, as those do that a partial clone
  /// lacked.
  std::int64_t packs_time() const;
  std::int64_t time() const noexcept;  ///< of the committer, seconds since 1970

  /// Says that path and object id together were classified before, so that nothing is read.
  using IsKnown = std::function<bool(const std::string& path, const std::string& object)>;
  /// The commit's files below the folder through the filters of discover(), .codeweaverignore as
  /// of the commit included; .gitignore has no say in tracked files. Links and submodules are
  /// skips. Known files (`is_known` may be null) come without language, kind and size. Size and
  /// language of the others are read from the repository. Errors: kInvalidArgument
  /// "TOO_MANY_FILES", kIo "OBJECT_UNREADABLE".
  Result<CommitFiles> files(const DiscoveryOptions& options, const IsKnown& is_known = {}) const;
  /// A regular file of the commit and its object id.
  struct Blob {
    std::string path;
    std::string object;
  };
  /// Every regular file below the folder, whatever filters say. Errors: kIo "OBJECT_UNREADABLE";
  /// kInvalidArgument "TOO_MANY_FILES" (more than `most`).
  Result<std::vector<Blob>> blobs(std::size_t most) const;
  /// The bytes of the file at a path below the folder. Errors: kNotFound "PATH_NOT_IN_REF"; kIo
  /// "OBJECT_UNREADABLE".
  Result<std::string> read_file(const std::string& path) const;
  /// The bytes of a file. Errors: kIo "OBJECT_UNREADABLE" (also where a partial clone lacks it).
  Result<std::string> read(const std::string& object) const;

 private:
  struct Impl;
  explicit CommitTree(std::unique_ptr<Impl> impl) noexcept;
  std::unique_ptr<Impl> impl_;
};

}  // namespace codeweaver::corpus
