// History: the commits of a repository and the lines that each of them changed.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/result.hpp"

namespace codeweaver::corpus {

struct Commit {
  std::string id;         ///< 40 hex digits
  std::string subject;    ///< the first paragraph of the message on one line, as git shows it
  std::string message;    ///< all of it
  std::int64_t time = 0;  ///< of the committer, seconds since 1970
  std::vector<std::string> parents;  ///< their ids; a shallow clone need not hold them
};

/// A regular file that a commit added, changed or removed.
struct FileChange {
  std::string path;    ///< relative to the folder that was opened, '/' separated
  std::string before;  ///< object id of its content; empty: the commit added it
  std::string after;   ///< empty: the commit removed it
};

/// Lines of the changed file, 1-based. A `count` of 0: lines were only removed, those between
/// `first` and the line after it (`first` is 0 at the top of the file).
struct ChangedLines {
  std::uint32_t first = 0, count = 0;
  friend bool operator==(const ChangedLines&, const ChangedLines&) = default;
};

/// Walks the commits that lead to HEAD or to another, newest first; equal times go by id. Reads
/// only; a shallow clone ends where its commits end. Not for use by several threads at once.
class History {
 public:
  /// `commit`: the id of the last one; empty: that of HEAD. Errors: kNotFound "NO_REPOSITORY"
  /// (`root` is in no work tree), "NO_COMMITS", kUnsupported "REPOSITORY_UNREADABLE".
  static Result<History> open(const std::filesystem::path& root, std::string_view commit = {});
  History(History&&) noexcept;
  History& operator=(History&&) noexcept;
  ~History();

  /// The id of the commit that the walk begins with.
  const std::string& newest() const noexcept;
  /// Whether opening the history of HEAD once more would walk from the same commit. Cost: reads a
  /// reference, some ten microseconds.
  bool is_at_head() const;
  /// What else decides how a commit's changes are seen: the folder within its repository, and where
  /// a shallow clone ends. Equal text: the same commits have the same changes.
  std::string scope() const;
  /// The next commit; nullopt after the last.
  std::optional<Commit> next();
  /// The commit of that id; nullopt where the repository does not hold it.
  std::optional<Commit> find(const std::string& id) const;
  /// What a commit changed below the folder, against its first parent, in order of path; a renamed
  /// file is one removed and one added. Empty when the parent is not there (shallow clone). Cost:
  /// compares two trees, reads no file.
  Result<std::vector<FileChange>> changes(const Commit& commit) const;
  /// The lines that a change touched, ascending; none for binary files, all of an added file.
  Result<std::vector<ChangedLines>> lines(const FileChange& change) const;
  /// The bytes of the file after the change. Requires change.after.
  Result<std::string> text(const FileChange& change) const;

 private:
  struct Impl;
  explicit History(std::unique_ptr<Impl> impl) noexcept;
  std::unique_ptr<Impl> impl_;
};

}  // namespace codeweaver::corpus
