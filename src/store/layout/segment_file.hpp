// SegmentFile: writes a segment section by section, several at once, without holding it in memory.
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

/// Prefix of the names of unfinished segments. Cleanup skips them while kMergeLock is held, because
/// a merge may be writing them.
inline constexpr std::string_view kMergePrefix = "merge.seg";

class SegmentFile;

/// The bytes of one section, in order. Must not outlive its file.
class SectionStream {
 public:
  void append(std::string_view bytes);
  template <class T>
  void append_array(std::span<const T> values) {
    append({reinterpret_cast<const char*>(values.data()), values.size_bytes()});
  }
  /// Adds the section to the header. Call it once, after all bytes.
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

/// Remembers the first write error; finish() returns it. The sections are in the order in which
/// they were begun.
class SegmentFile {
 public:
  /// Errors: kIo.
  static Result<SegmentFile> create(const std::filesystem::path& folder);
  /// Creates one in memory, in no folder.
  static SegmentFile create_in_memory();

  SegmentHeader header;  ///< the caller sets the counts; the rest is set here

  /// Begins a section that must be finished before the next one begins.
  SectionStream begin(SectionId id);
  /// Begins a section of this size; others may be written at the same time.
  SectionStream reserve(SectionId id, std::uint64_t size_bytes);
  void add(SectionId id, std::string_view bytes);
  template <class T>
  void add_array(SectionId id, std::span<const T> values) {
    add(id, {reinterpret_cast<const char*>(values.data()), values.size_bytes()});
  }
  const std::filesystem::path& path() const noexcept { return file_.path(); }
  /// The first error so far.
  const std::optional<Error>& failure() const noexcept { return failure_; }

  /// Adds the header and the checksums of all pages, and syncs. Returns the file name: a hash of
  /// the header, which contains the checksums of all sections.
  Result<std::string> finish();
  /// Maps a finished file that is in no folder. Errors: kIo.
  Result<base::MappedFile> map() const { return file_.map(); }
  /// Moves a finished file to its place. Errors: kIo, kNotFound (another process cleaned it up).
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
