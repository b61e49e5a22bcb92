// StatCache: what the last run saw of each file of a tree, in one file that is read at once.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/hash.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver::store {

enum class FileState : std::uint8_t { kIndexed, kSkipped, kFailed };

/// A file as the last run left it. Views live as long as what they were taken from.
struct FileStat {
  std::string_view path, language, reason;
  base::Hash128 content;  ///< zero: none
  std::int64_t mtime_ns = 0;
  std::int64_t ctime_ns = 0;  ///< of the kernel's last change; 0: not known
  std::uint64_t size_bytes = 0;
  std::uint32_t chunks = 0;
  FileState state = FileState::kIndexed;
  /// It was written so shortly before it was read that a later write may have left size and time as
  /// they are: its bytes must be compared.
  bool is_racy = false;
};

/// The rows of `files` that change detection asks for, without the database: a tenth of the bytes,
/// no decoding, and one read. Derived: whoever finds it missing, damaged or of another version
/// makes it again from the database. Thread safety: immutable.
class StatCache {
 public:
  StatCache() = default;
  /// `version` names the state of the database that it must have been written for.
  /// Errors: kNotFound (none, or of another version), kCorruption, kIo.
  static Result<StatCache> open(const std::filesystem::path& file, std::string_view version);
  /// The same from bytes that a writer gave. Errors: kNotFound, kCorruption.
  static Result<StatCache> parse(std::string bytes, std::string_view version);

  std::size_t size() const noexcept { return records_.size(); }
  /// In path order.
  FileStat operator[](std::size_t index) const noexcept;
  /// Index of a path; size() when it is not there. Cost: a binary search, unless it is `likely`.
  std::size_t find(std::string_view path, std::size_t likely = SIZE_MAX) const noexcept;

 private:
  friend class StatCacheWriter;
  struct Record;
  std::string_view text(std::uint32_t offset, std::uint16_t size) const noexcept;

  std::unique_ptr<const std::string> bytes_;  // where it is must not change
  std::span<const Record> records_;           // into *bytes_
  std::string_view strings_;                  // into *bytes_
};

/// Collects the files of a tree. Not for concurrent use.
class StatCacheWriter {
 public:
  /// In path order, each path once.
  void add(const FileStat& file);
  /// The content of the file.
  std::string bytes(std::string_view version) const;

 private:
  std::uint32_t put(std::string_view text);

  std::string records_, strings_, last_language_, last_reason_;
  std::uint32_t language_offset_ = 0, reason_offset_ = 0;
};

}  // namespace codeweaver::store
