// StatCache: the state of each file of a tree in the last run, in a mapped file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.hpp"
#include "codeweaver/result.hpp"
#include "store/layout/file_outcome.hpp"

namespace codeweaver::store {

/// A file as the last run left it. Views live as long as their source.
struct FileStat {
  std::string_view path, language, reason;
  base::Hash128 content;  ///< zero: none
  std::int64_t mtime_ns = 0;
  std::int64_t ctime_ns = 0;  ///< of the kernel's last change; 0: unknown
  std::uint64_t size_bytes = 0;
  std::uint32_t chunks = 0;
  FileOutcome state = FileOutcome::kIndexed;
  /// The file was modified so shortly before it was read that a later write may have kept its size
  /// and time. Its bytes must be compared.
  bool is_racy = false;
};

/// The columns of `files` that change detection needs, without the database: a tenth of the bytes,
/// no decoding, and one map. It is derived data: if it is missing, damaged or of another version,
/// it is rebuilt from the database. It has two files: a list, and a small file of later edits, so
/// that an edit does not rewrite all rows. Thread safety: immutable.
class StatCache {
 public:
  StatCache() = default;
  /// `version` identifies the state of the database that it must match. Errors: kNotFound (none, or
  /// of another version), kCorruption, kIo.
  static Result<StatCache> open(const std::filesystem::path& file, std::string_view version);
  /// The same from the bytes of a list. Errors: kNotFound, kCorruption.
  static Result<StatCache> parse(std::string bytes, std::string_view version);
  /// Path of the edits of a list.
  static std::filesystem::path edits_of(const std::filesystem::path& file);

  /// Number of rows; edited ones count twice.
  std::size_t size() const noexcept { return list_.records.size() + edits_.records.size(); }
  /// Number of files.
  std::size_t file_count() const noexcept { return file_count_; }
  /// In path order, followed by the edited rows.
  FileStat operator[](std::size_t index) const noexcept;
  /// Whether a row is obsolete, because its file was edited or removed.
  bool is_deleted(std::size_t index) const noexcept;
  /// Index of a path; size() if it is missing. Cost: a binary search, unless `likely` is the right
  /// index.
  std::size_t find(std::string_view path, std::size_t likely = SIZE_MAX) const noexcept;

 private:
  friend class StatCacheWriter;
  friend class StatCacheEditor;
  struct Record;
  struct List {
    std::shared_ptr<const void> owner;  // of the bytes
    std::span<const Record> records;    // in path order
    std::string_view strings;
    base::Hash128 version;
    std::uint64_t checksum = 0, edited = 0;  // its own; that of the list that it edits

    static Result<List> parse(std::string_view bytes, std::shared_ptr<const void> owner);
    static Result<List> map(const std::filesystem::path& file);
    std::string_view text(std::uint32_t offset, std::uint16_t size) const noexcept;
    std::string_view path(std::size_t index) const noexcept;
    FileStat file(std::size_t index) const noexcept;
    std::size_t find(std::string_view path) const noexcept;
  };
  StatCache(List list, List edits);

  List list_, edits_;
  std::vector<bool> is_edited_;  // by row of list_
  std::size_t file_count_ = 0;
};

/// Collects the files of a tree. Thread safety: none.
class StatCacheWriter {
 public:
  /// Call it in path order, once per path.
  void add(const FileStat& file);
  /// The content of the file.
  std::string bytes(std::string_view version) const;

 private:
  friend class StatCacheEditor;
  void add(const FileStat& file, std::uint8_t state);
  std::string bytes(std::string_view version, std::uint64_t edited) const;
  std::uint32_t put(std::string_view text);

  std::string records_, strings_, last_language_, last_reason_;
  std::uint32_t language_offset_ = 0, reason_offset_ = 0;
};

/// Changes files of a cache. The cache and all arguments must outlive this. Thread safety: none.
class StatCacheEditor {
 public:
  explicit StatCacheEditor(const StatCache& cache);

  void put(const FileStat& file) { edits_[file.path] = file; }
  void remove(std::string_view path) { edits_[path] = std::nullopt; }
  /// Returns the edited cache, and writes it for `version`: only the edits if they are few. A
  /// failure to write the file is not an error; it only makes the next check slower.
  Result<StatCache> write(const std::filesystem::path& file, std::string_view version) const;

 private:
  std::string all(std::string_view version) const;

  const StatCache& cache_;
  std::map<std::string_view, std::optional<FileStat>> edits_;  // since the list was written; by
                                                               // path
};

}  // namespace codeweaver::store
