// Discovery: selects the files of a folder to index, and explains why it skips the others.
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

/// When a file was last written, in nanoseconds since 1970. Programs can set modified_ns; only the
/// kernel sets changed_ns.
struct FileTimes {
  std::int64_t modified_ns = 0;
  std::int64_t changed_ns = 0;
  friend bool operator==(const FileTimes&, const FileTimes&) = default;
};

struct DiscoveryOptions {
  std::uint64_t max_file_bytes = 10ULL << 20;
  std::uint64_t max_document_bytes = 64ULL << 20;  ///< for the formats of document::kind_of()
  std::size_t warn_files = 50'000;
  std::size_t max_files = 500'000;
  /// Hidden directories that are indexed nevertheless.
  std::vector<std::string> tooling_directories = {
      ".github", ".gitlab", ".circleci", ".vscode", ".devcontainer", ".cargo", ".config", ".husky"};
  /// Extension or file name to language id; extends the language table.
  ExtraExtensions extra_extensions{};
  std::vector<std::string> exclude{};  ///< patterns in gitignore syntax, applied after
                                       ///< .codeweaverignore
  bool follow_gitignore = true;
  /// Called once for each file that no rule excludes, mostly in path order. Must return true if an
  /// earlier run indexed the file and its size and times are unchanged. Discovery counts these
  /// files but does not examine or return them. Null: no file is known.
  std::function<bool(std::string_view path, std::uint64_t size_bytes, const FileTimes&)> is_known{};
  /// Discovery::folder_cache of an earlier run: unchanged folders are not listed again. Null: all
  /// folders are listed, and no cache is made.
  const FolderCache* known_folders = nullptr;
  /// Limits discovery to these paths; known_folders is then ignored. Null: everything.
  const PathSelection* only = nullptr;
};

/// The size limit of a file in this language, in bytes.
std::uint64_t size_limit(const DiscoveryOptions& options, std::string_view language) noexcept;

/// Whether to leave out a file with this class: it is not text worth searching, or it was generated
/// in an unknown format. Generated files below a folder of tests are their fixtures.
bool is_unsearchable(const NameClass& name_class, const DiscoveredFile& file) noexcept;

/// Whether a file with this name contains ignore rules.
bool is_ignore_file(std::string_view path) noexcept;

/// The part of the indexing options that concerns discovery.
DiscoveryOptions discovery_options(const IndexOptions& options);

/// SkippedFile::reason of a folder that is a separate git repository.
inline constexpr std::string_view kNestedRepository = "nested_repository";

struct SkippedFile {
  std::string path;    ///< relative to the root
  std::string reason;  ///< too_large | symlink | symlink_outside | nested_repository |
                       ///< unsupported_name | unreadable; when reading, also: binary | not_utf8
  std::string detail;  ///< one sentence for people
  bool is_failure = false;  ///< unreadable: an error; others are skipped on purpose
};

struct Discovery {
  std::vector<DiscoveredFile> files;           ///< sorted by path; content_hash is empty; without
                                               ///< the files that is_known() accepted
  std::size_t known_files = 0;                 ///< the number of files that is_known() accepted
  std::vector<FileTimes> times;                ///< of `files`, in the same order
  std::vector<SkippedFile> skipped;            ///< sorted by path
  std::vector<std::string> unseen;             ///< files and folders of `skipped` that a fault hid,
                                               ///< such as a bad disk; "" for the whole tree
  std::map<std::string, std::size_t> unknown;  ///< files of unknown kinds that are not text worth
                                               ///< searching: extension ("" for none) to number
  std::vector<std::string> warnings;
  /// For the next FolderCache; empty: the given one is still good.
  std::string folder_cache;
};

/// Selects the files below `root` to index. It applies our filters (hidden directories,
/// .codeweaverignore, options.exclude, known names, size, links) to the result of
/// list_candidates(). `is_generated` depends on the path alone. Cost: about 5 microseconds per
/// file; 1 if the file and its folder are known. Errors: kNotFound "PATH_NOT_FOUND",
/// kInvalidArgument "NOT_A_DIRECTORY", "TOO_MANY_FILES", kIo, kCancelled.
Result<Discovery> discover(const std::filesystem::path& root, const DiscoveryOptions& options = {},
                           std::stop_token stop = {});

/// Returns the `paths` that discover() would accept by names and rules. Paths that do not exist are
/// treated as files; existing paths that are not files are dropped. Checks no other path. Errors:
/// as discover().
Result<std::vector<std::string>> admitted_paths(const std::filesystem::path& root,
                                                std::vector<std::string> paths,
                                                const DiscoveryOptions& options = {});

/// Lists the same paths as `git ls-files -co --exclude-standard` in `root`, sorted by bytes,
/// without duplicates: tracked paths, even missing ones, and untracked ones. A nested repository is
/// "name/". Outside git: all files and links that no .gitignore excludes. If its repository ignores
/// `root` and tracks nothing in it, `root` counts as outside git. Errors: as discover().
Result<std::vector<std::string>> list_candidates(const std::filesystem::path& root,
                                                 const DiscoveryOptions& options = {});

}  // namespace codeweaver::corpus
