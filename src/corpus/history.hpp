// History: the commits of a repository and the lines that each commit changed.
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
  std::string message;    ///< the whole message
  std::int64_t time = 0;  ///< commit time (committer), seconds since 1970
  std::vector<std::string> parents;  ///< their ids; a shallow clone may lack these commits
};

/// A regular file that a commit added, changed or removed.
struct FileChange {
  std::string path;    ///< relative to the opened folder, '/' separated
  std::string before;  ///< object id of the old content; empty: the commit added the file
  std::string after;   ///< object id of the new content; empty: the commit removed the file
};

/// Lines of the changed file, 1-based. If `count` is 0, lines were only removed: they were between
/// line `first` and the next one (`first` is 0 at the top of the file).
struct ChangedLines {
  std::uint32_t first = 0, count = 0;
  friend bool operator==(const ChangedLines&, const ChangedLines&) = default;
};

/// Walks the ancestors of HEAD or of another commit, newest first; commits with equal times are
/// ordered by id. Read-only. A shallow clone ends the walk early. Thread safety: none.
class History {
 public:
  /// `commit`: id of the commit to start from; empty: HEAD. Errors: kNotFound "NO_REPOSITORY"
  /// (`root` is not in a work tree), "NO_COMMITS", kUnsupported "REPOSITORY_UNREADABLE".
  static Result<History> open(const std::filesystem::path& root, std::string_view commit = {});
  History(History&&) noexcept;
  History& operator=(History&&) noexcept;
  ~History();

  /// The id of the commit at which the walk starts.
  const std::string& newest() const noexcept;
  /// Whether HEAD is still the commit at which this walk starts. Cost: reads a reference, about ten
  /// microseconds.
  bool is_at_head() const;
  /// Describes everything else that affects the changes of a commit: the folder in its repository,
  /// and the end of a shallow clone. If two scopes are equal, the same commits have the same
  /// changes.
  std::string scope() const;
  /// The next commit; nullopt after the last.
  std::optional<Commit> next();
  /// The commit with this id; nullopt if the repository lacks it.
  std::optional<Commit> find(const std::string& id) const;
  /// The changes of a commit below the folder, relative to its first parent, in path order. A
  /// renamed file is one removed and one added file. Empty if a shallow clone lacks the parent.
  /// Cost: compares two trees, reads no file.
  Result<std::vector<FileChange>> changes(const Commit& commit) const;
  /// The lines that a change touched, ascending. Empty for binary files; all lines for an added
  /// file.
  Result<std::vector<ChangedLines>> lines(const FileChange& change) const;
  /// The bytes of the file after the change. Requires change.after.
  Result<std::string> text(const FileChange& change) const;

 private:
  struct Impl;
  explicit History(std::unique_ptr<Impl> impl) noexcept;
  std::unique_ptr<Impl> impl_;
};

}  // namespace codeweaver::corpus
