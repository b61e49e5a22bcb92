// SegmentFile: a segment written section by section, several at once, without being held in memory.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/hash.hpp"
#include "base/new_file.hpp"
#include "codeweaver/result.hpp"
#include "store/layout/segment_format.hpp"

namespace codeweaver::store {

/// Names of unfinished segments begin so; those of merges are left alone while kMergeLock is held.
inline constexpr std::string_view kMergePrefix = "merge.seg";

class SegmentFile;

/// The bytes of one section, in order. Valid as long as its file.
class SectionStream {
 public:
  void append(std::string_view bytes);
  template <class T>
  void append_array(std::span<const T> values) {
    append({reinterpret_cast<const char*>(values.data()), values.size_bytes()});
  }
  /// Enters the section in the header. Call it once, after all bytes.
  void finish();

 private:
  friend class SegmentFile;
  SectionStream(SegmentFile& file, SectionId id, std::uint64_t offset)
      : file_(&file), id_(id), offset_(offset) {}
  void flush();

  SegmentFile* file_;
  SectionId id_;
  std::uint64_t offset_, size_ = 0;
  base::Hasher64 hash_;
  std::string buffer_;
};

/// A failure to write is remembered, and finish() returns the first one. Sections lie in the order
/// in which they were begun.
class SegmentFile {
 public:
  /// Errors: kIo.
  static Result<SegmentFile> create(const std::filesystem::path& folder);
  /// One that no folder has.
  static SegmentFile create_in_memory();

  SegmentHeader header;  ///< counts; the rest is filled in here

  /// Begins a section that is finished before the next one begins.
  SectionStream begin(SectionId id);
  /// Begins a section of so many bytes; others may be written at the same time.
  SectionStream reserve(SectionId id, std::uint64_t size_bytes);
  void add(SectionId id, std::string_view bytes);
  template <class T>
  void add_array(SectionId id, std::span<const T> values) {
    add(id, {reinterpret_cast<const char*>(values.data()), values.size_bytes()});
  }
  const std::filesystem::path& path() const noexcept { return file_.path(); }
  /// The first failure so far.
  const std::optional<Error>& failure() const noexcept { return failure_; }

  /// Adds the checksums of all pages and the header, syncs, and returns the name that the header
  /// asks for, which has the checksums of all the rest.
  Result<std::string> finish();
  /// A finished file that no folder has. Errors: kIo.
  Result<base::MappedFile> map() const { return file_.map(); }
  /// Moves a finished file to its place. Errors: kIo, kNotFound (someone swept it away).
  Result<void> move_to(const std::filesystem::path& path) { return file_.move_to(path); }

 private:
  friend class SectionStream;
  explicit SegmentFile(base::NewFile file) : file_(std::move(file)) {}
  void write(std::uint64_t offset, std::string_view bytes);
  Result<void> add_page_checksums();

  base::NewFile file_;
  std::uint64_t end_ = align_up(sizeof(SegmentHeader));
  std::optional<Error> failure_;
};

}  // namespace codeweaver::store
