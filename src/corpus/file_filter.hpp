// FileFilter (private): our own rules on top of git's, and what becomes of each candidate.
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

/// Collects a Discovery from candidates given in any order. Not for concurrent use.
class FileFilter {
 public:
  /// `root` is resolved; both must outlive this.
  FileFilter(const std::filesystem::path& root, const DiscoveryOptions& options);

  /// Whether files of a folder may be taken: not hidden, not excluded by our rules.
  bool accepts_folder(std::string_view directory) { return rules_.accepts_folder(directory); }
  /// Whether a file of that name may be taken.
  bool accepts_file(std::string_view path) { return rules_.accepts_file(path); }
  /// The same outside of git, where nobody says which folders tools made: those that are left out
  /// are noted.
  bool accepts_unversioned(std::string_view directory);
  /// Names of what lies in a folder, before the files in it are added.
  void note_folder(std::string_view directory, const FolderNames& names);
  void add_entry(const WalkEntry& entry);
  /// A path of the index; does nothing when there is no such file.
  void add_tracked(std::string_view path, bool is_repository);
  void add_unreadable(std::string_view path, int error);

  /// All that was found, sorted, of files not more than options.max_files; ends the use of this.
  Discovery take();
  /// Files taken, also those that are only counted; after take().
  std::size_t file_count() const noexcept { return file_count_; }

 private:
  void add_waiting();
  /// `place` is where the file lies, seen from `folder`.
  void add_file(os::Handle folder, const char* place, std::string_view path,
                std::uint64_t size_bytes, const FileTimes& times);
  /// Fills what names and first bytes tell; false: it is none of the files to index, which is
  /// noted.
  bool describe(os::Handle folder, const char* place, DiscoveredFile& file);
  /// Counts a file of a kind without a language.
  void add_unknown(const std::string& extension, std::string_view path);
  void add_link(std::string_view path);
  void sort_files();
  void add_repository(std::string_view path);
  void skip(std::string_view path, std::string reason, std::string detail, bool is_failure = false);

  const std::filesystem::path& root_;
  os::Descriptor folder_;  // of root_
  FileStates waiting_;     // files whose folder was not opened
  const DiscoveryOptions& options_;
  PathRules rules_, unversioned_rules_;
  std::vector<std::string> made_folders_;  // some of those left out
  std::size_t made_folder_count_ = 0;
  std::set<std::string_view> unused_extra_;  // of options_.extra_extensions, so far
  DirectoryCursor cursor_;
  std::size_t file_count_ = 0;
  Discovery found_;
};

}  // namespace codeweaver::corpus
