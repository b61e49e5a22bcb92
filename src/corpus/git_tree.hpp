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

/// The result of discovery in a commit.
struct CommitFiles {
  Discovery discovery;
  std::vector<std::string> objects;  ///< the object id of each of discovery.files
  std::size_t missing = 0;           ///< number of files that a partial clone lacks; they are not
                                     ///< in the result
};

/// Reads one commit of the repository around a folder. Thread safety: none; open one object per
/// thread.
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
  /// Whether the repository is a partial clone, which may lack objects of the commit.
  bool is_partial() const noexcept;
  /// Whether the repository has an object locally (40 hex digits). Fetches nothing.
  bool holds(const std::string& object) const;
  /// Changes when packs are added to the repository, for example with objects that a partial clone
  /// lacked.
  std::int64_t packs_time() const;
  std::int64_t time() const noexcept;  ///< commit time (committer), seconds since 1970

  /// Returns whether this path with this object id was classified before. Such objects are not
  /// read.
  using IsKnown = std::function<bool(const std::string& path, const std::string& object)>;
  /// Applies the filters of discover() to the commit's files below the folder, with
  /// .codeweaverignore from the commit. .gitignore does not affect tracked files. Links and
  /// submodules are skipped. Known files (`is_known` may be null) have no language, kind or size.
  /// For the others, size and language are read from the repository. Errors: kInvalidArgument
  /// "TOO_MANY_FILES", kIo "OBJECT_UNREADABLE".
  Result<CommitFiles> files(const DiscoveryOptions& options, const IsKnown& is_known = {}) const;
  /// A regular file of the commit and its object id.
  struct Blob {
    std::string path;
    std::string object;
  };
  /// Every regular file below the folder, without filters. Errors: kIo "OBJECT_UNREADABLE";
  /// kInvalidArgument "TOO_MANY_FILES" (more than 4 * `most` entries, or too deeply nested
  /// folders).
  Result<std::vector<Blob>> blobs(std::size_t most) const;
  /// The bytes of the file at a path below the folder. Errors: kNotFound "PATH_NOT_IN_REF"; kIo
  /// "OBJECT_UNREADABLE".
  Result<std::string> read_file(const std::string& path) const;
  /// The bytes of an object. Errors: kIo "OBJECT_UNREADABLE" (also if a partial clone lacks it).
  Result<std::string> read(const std::string& object) const;

 private:
  struct Impl;
  explicit CommitTree(std::unique_ptr<Impl> impl) noexcept;
  std::unique_ptr<Impl> impl_;
};

}  // namespace codeweaver::corpus
