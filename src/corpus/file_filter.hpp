// FileFilter (private): our own rules on top of git's, and the result for each candidate.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/os/descriptor.hpp"
#include "corpus/directory_cursor.hpp"
#include "corpus/discovery.hpp"
#include "corpus/file_states.hpp"
#include "corpus/path_rules.hpp"
#include "corpus/tree_walk.hpp"

namespace codeweaver::corpus {

/// Builds a Discovery from candidates given in any order. Thread safety: none.
class FileFilter {
 public:
  /// `root` is a resolved path. Both arguments must outlive this.
  FileFilter(const std::filesystem::path& root, const DiscoveryOptions& options);

  /// Whether files of a folder may be indexed: not hidden, not excluded by our rules.
  bool accepts_folder(std::string_view directory) { return rules_.accepts_folder(directory); }
  /// Whether the rules accept a file with this path.
  bool accepts_file(std::string_view path) { return rules_.accepts_file(path); }
  /// Like accepts_folder(), for folders outside git. It also excludes folders that tools usually
  /// generate, and records them for a warning.
  bool accepts_unversioned(std::string_view directory);
  /// Passes the names in a folder, before the files in it are added.
  void note_folder(std::string_view directory, const FolderNames& names);
  void add_entry(const WalkEntry& entry);
  /// Adds a path of the git index; no effect if the file does not exist.
  void add_tracked(std::string_view path, bool is_repository);
  void add_unreadable(std::string_view path, int error);

  /// Returns everything found, sorted, with at most options.max_files files. Must be the last call.
  Discovery take();
  /// Number of accepted files, including known ones. Call it after take().
  std::size_t file_count() const noexcept { return file_count_; }

 private:
  void add_waiting();
  /// `place` is the path of the file relative to `folder`.
  void add_file(os::Handle folder, const char* place, std::string_view path,
                std::uint64_t size_bytes, const FileTimes& times);
  /// Sets the fields that depend on the name and the first bytes. False: the file is not indexed;
  /// the reason is recorded.
  bool describe(os::Handle folder, const char* place, DiscoveredFile& file);
  void add_link(std::string_view path);
  void sort_files();
  void add_repository(std::string_view path);
  void skip(std::string_view path, std::string reason, std::string detail, bool is_failure = false);

  const std::filesystem::path& root_;
  os::Descriptor folder_;  // of root_
  FileStates waiting_;     // files in folders that were not opened
  const DiscoveryOptions& options_;
  PathRules rules_, unversioned_rules_;
  std::vector<std::string> made_folders_;  // the first few excluded folders, for the warning
  std::size_t made_folder_count_ = 0;
  std::set<std::string_view> unused_extra_;  // keys of options_.extra_extensions without a file so
                                             // far
  DirectoryCursor cursor_;
  std::size_t file_count_ = 0;
  Discovery found_;
};

}  // namespace codeweaver::corpus
