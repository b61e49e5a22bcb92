// Discovery: which files of a folder are indexed, and what became of the others.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/index_types.hpp"
#include "codeweaver/types.hpp"
#include "corpus/classify.hpp"
#include "corpus/folder_cache.hpp"
#include "corpus/git.hpp"
#include "corpus/path_selection.hpp"
#include "corpus/project_path.hpp"
#include "corpus/text_file.hpp"

namespace codeweaver::corpus {

/// When a file was last written, in nanoseconds since 1970. Programs may set the first at will; the
/// second is the kernel's.
struct FileTimes {
  std::int64_t modified_ns = 0;
  std::int64_t changed_ns = 0;
  friend bool operator==(const FileTimes&, const FileTimes&) = default;
};

struct DiscoveryOptions {
  std::uint64_t max_file_bytes = 10ULL << 20;
  std::uint64_t max_document_bytes = 64ULL << 20;  ///< of what document::kind_of() knows
  std::size_t warn_files = 50'000;
  std::size_t max_files = 500'000;
  /// Hidden directories that are walked nevertheless.
  std::vector<std::string> tooling_directories = {
      ".github", ".gitlab", ".circleci", ".vscode", ".devcontainer", ".cargo", ".config", ".husky"};
  /// Extension or file name to language id, on top of the language table.
  ExtraExtensions extra_extensions{};
  std::vector<std::string> exclude{};  ///< patterns in gitignore syntax, after .codeweaverignore
  bool follow_gitignore = true;
  /// Asked once for each file that no rule excludes, mostly in path order: whether an earlier look
  /// took it, of that size and with those times. What is known is counted, and not looked at any
  /// further. Null: nothing is known.
  std::function<bool(std::string_view path, std::uint64_t size_bytes, const FileTimes&)> is_known{};
  /// What Discovery::folder_cache said before: folders that have not changed are not listed again.
  /// Null: all are listed, and nothing is kept.
  const FolderCache* known_folders = nullptr;
  /// What is looked at alone; known_folders does not count then. Null: everything.
  const PathSelection* only = nullptr;
};

/// The most bytes that a file of a language may have.
std::uint64_t size_limit(const DiscoveryOptions& options, std::string_view language) noexcept;

/// Whether a file of that name says what is ignored.
bool is_ignore_file(std::string_view path) noexcept;

/// What indexing options say about discovery.
DiscoveryOptions discovery_options(const IndexOptions& options);

/// SkippedFile::reason of a folder that is a repository of its own.
inline constexpr std::string_view kNestedRepository = "nested_repository";

struct SkippedFile {
  std::string path;    ///< relative to the root
  std::string reason;  ///< too_large | symlink | symlink_outside | nested_repository |
                       ///< unsupported_name | unreadable; of the reader also: binary | not_utf8
  std::string detail;  ///< one sentence for people
  bool is_failure = false;  ///< unreadable: an error; the rest are skips
};

struct Discovery {
  std::vector<DiscoveredFile> files;           ///< sorted by path; content_hash is empty; only
                                               ///< those that is_known() did not know
  std::size_t known_files = 0;                 ///< those that it did
  std::vector<FileTimes> times;                ///< of `files`, in the same order
  std::vector<SkippedFile> skipped;            ///< sorted by path
  std::vector<std::string> unseen;             ///< of these, what a fault hid, such as a bad disk:
                                               ///< files and folders, "" for all
  std::map<std::string, std::size_t> unknown;  ///< extension (or "" for none) to count; never read
  /// Paths of the first few files of each of `unknown`.
  std::map<std::string, std::vector<std::string>> unknown_samples;
  std::vector<std::string> warnings;
  /// For the next FolderCache; empty: the one given is still good.
  std::string folder_cache;
};

/// Walks `root`. The list of files, before our own filters (hidden directories, .codeweaverignore,
/// options.exclude, known names, size, links), is that of list_candidates(). `is_generated` is
/// judged by the path alone. Cost: about 5 microseconds a file, 1 where it and its folder are
/// known. Errors: kNotFound "PATH_NOT_FOUND", kInvalidArgument "NOT_A_DIRECTORY",
/// "TOO_MANY_FILES", kIo, kCancelled.
Result<Discovery> discover(const std::filesystem::path& root, const DiscoveryOptions& options = {},
                           std::stop_token stop = {});

/// Those of `paths` that discover() would take as far as names and rules go, if files lay there
/// that are not there; what is there and no file is not among them. Looks at no other path. Errors:
/// as discover().
Result<std::vector<std::string>> admitted_paths(const std::filesystem::path& root,
                                                std::vector<std::string> paths,
                                                const DiscoveryOptions& options = {});

/// What `git ls-files -co --exclude-standard` lists in `root`, sorted by bytes, each once: tracked
/// paths, missing ones too, and untracked ones; a nested repository as "name/". Outside git: all
/// files and links that no .gitignore excludes. A `root` that its repository ignores, with nothing
/// tracked in it, is treated as outside git. Errors: as discover().
Result<std::vector<std::string>> list_candidates(const std::filesystem::path& root,
                                                 const DiscoveryOptions& options = {});

}  // namespace codeweaver::corpus
