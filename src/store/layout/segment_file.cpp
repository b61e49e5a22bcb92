// SegmentFile: buffered sections and the header that lists them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/layout/segment_file.hpp"

#include <algorithm>
#include <vector>

#include "base/try.hpp"

namespace codeweaver::store {
namespace {

constexpr std::size_t kBufferBytes = 256U << 10;

}  // namespace

void SectionStream::append(std::string_view bytes) {
  size_ += bytes.size();
  buffer_ += bytes;
  if (buffer_.size() >= kBufferBytes) flush();
}

void SectionStream::flush() {
  hash_.add(buffer_);
  file_->write(offset_ + size_ - buffer_.size(), buffer_);
  buffer_.clear();
}

void SectionStream::finish() {
  flush();
  file_->header.sections[static_cast<std::size_t>(id_)] = {offset_, size_, hash_.value()};
  file_->end_ = std::max(file_->end_, offset_ + size_);
}

Result<SegmentFile> SegmentFile::create(const std::filesystem::path& folder) {
  CODEWEAVER_ASSIGN(auto file, base::NewFile::create(folder / kMergePrefix));
  return SegmentFile(std::move(file));
}

SegmentFile SegmentFile::create_in_memory() {
  return SegmentFile(base::NewFile::create_in_memory("segment in memory"));
}

SectionStream SegmentFile::begin(SectionId id) {
  return reserve(id, 0);
}

SectionStream SegmentFile::reserve(SectionId id, std::uint64_t size_bytes) {
  const std::uint64_t offset = align_up(end_);
  end_ = offset + size_bytes;
  return {*this, id, offset};
}

void SegmentFile::add(SectionId id, std::string_view bytes) {
  auto section = begin(id);
  section.append(bytes);
  section.finish();
}

void SegmentFile::write(std::uint64_t offset, std::string_view bytes) {
  if (failure_) return;
  if (auto written = file_.write(offset, bytes); !written) failure_ = written.error();
}

/// Adds the checksums of all pages so far.
Result<void> SegmentFile::add_page_checksums() {
  static_assert(kBufferBytes % kPageBytes == 0);
  if (failure_) return *failure_;
  end_ = align_up(end_);
  if (auto sized = file_.resize(end_); !sized) return sized;
  std::vector<std::uint64_t> checksums;
  std::vector<char> piece(static_cast<std::size_t>(std::min<std::uint64_t>(kBufferBytes, end_)));
  for (std::uint64_t at = 0; at < end_; at += piece.size()) {
    piece.resize(static_cast<std::size_t>(std::min<std::uint64_t>(piece.size(), end_ - at)));
    if (auto got = file_.read(at, piece); !got) return got;
    const std::string_view bytes(piece.data(), piece.size());
    for (std::size_t page = 0; page * kPageBytes < bytes.size(); ++page)
      checksums.push_back(page_checksum(bytes, page, at / kPageBytes + page));
  }
  add_array(SectionId::kPageChecksums, std::span<const std::uint64_t>(checksums));
  return {};
}

Result<std::string> SegmentFile::finish() {
  CODEWEAVER_TRY(add_page_checksums());
  header.file_bytes = end_;
  header.checksum =
      base::hash64({reinterpret_cast<const char*>(&header), offsetof(SegmentHeader, checksum)});
  write(0, {reinterpret_cast<const char*>(&header), sizeof header});
  if (failure_) return *failure_;
  CODEWEAVER_TRY(file_.resize(end_));
  CODEWEAVER_TRY(file_.sync());
  const std::string_view bytes(reinterpret_cast<const char*>(&header), sizeof header);
  return base::hash128(bytes).hex() + ".seg";
}

}  // namespace codeweaver::store
