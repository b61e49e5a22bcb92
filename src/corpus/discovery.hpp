// Discovery: which files of a folder are indexed, and what became of the others.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "codeweaver/types.hpp"

namespace codeweaver::corpus {

struct DiscoveryOptions {
  std::uint64_t max_file_bytes = 10ULL << 20;
  std::size_t warn_files = 50'000;
  std::size_t max_files = 500'000;
  /// Hidden directories that are walked nevertheless.
  std::vector<std::string> tooling_directories = {
      ".github", ".gitlab", ".circleci", ".vscode", ".devcontainer", ".cargo", ".config", ".husky"};
  /// Extension or file name (lower case, no dot) to language id, on top of the language table.
  std::map<std::string, std::string> extra_extensions;
  std::vector<std::string> exclude;  ///< patterns in gitignore syntax, after .codeweaverignore
  bool follow_gitignore = true;
};

struct SkippedFile {
  std::string path;         ///< relative to the root
  std::string reason;       ///< too_large | binary | not_utf8 | symlink_outside | unreadable
  std::string detail;       ///< one sentence for people
  bool is_failure = false;  ///< unreadable: an error; the rest are skips
};

/// What git knows about the folder, for the audit fields.
struct GitState {
  std::string commit;  ///< empty: no commit yet
  std::string branch;  ///< empty: detached
  bool is_dirty = false;
  std::filesystem::path common_dir;  ///< identifies the repository of a worktree
};

struct Discovery {
  std::vector<DiscoveredFile> files;  ///< sorted by path; content_hash is empty
  std::vector<SkippedFile> skipped;
  std::map<std::string, std::size_t> unknown;  ///< extension (or "" for none) to count; never read
  std::vector<std::string> warnings;
};

/// Walks `root`. The list of files, before our own filters, equals `git ls-files -co
/// --exclude-standard`. Errors: kNotFound "PATH_NOT_FOUND", kInvalidArgument "NOT_A_DIRECTORY",
/// "TOO_MANY_FILES", kCancelled.
Result<Discovery> discover(const std::filesystem::path& root, const DiscoveryOptions& options = {},
                           std::stop_token stop = {});

/// The list before our own filters: what git would list (sorted, relative, '/' separated).
Result<std::vector<std::string>> list_candidates(const std::filesystem::path& root,
                                                 const DiscoveryOptions& options = {});

/// nullopt-like: an empty common_dir when `root` is in no repository.
GitState git_state(const std::filesystem::path& root);

/// Reads a file as UTF-8 text: UTF-16 with a byte order mark is decoded, a UTF-8 mark removed...
/// the text is what is chunked and hashed. Errors: kInvalidArgument "BINARY_FILE" | "NOT_UTF8" |
/// "FILE_TOO_LARGE", kNotFound, kIo.
Result<std::string> read_text(const std::filesystem::path& file,
                              std::uint64_t max_bytes = 10ULL << 20);

/// Whether a generated or minified file, by path and content (markers, line lengths).
bool looks_generated(std::string_view path, std::string_view text) noexcept;
bool looks_like_test(std::string_view path) noexcept;

/// `path` (absolute or relative to `root`), resolved; must stay inside `root`.
/// Errors: kInvalidArgument "PATH_OUTSIDE_PROJECT".
Result<std::filesystem::path> resolve_inside(const std::filesystem::path& root,
                                             const std::filesystem::path& path);

}  // namespace codeweaver::corpus
