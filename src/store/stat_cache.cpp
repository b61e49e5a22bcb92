// StatCache: header, fixed records in path order, strings.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/stat_cache.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/file.hpp"
#include "store/bytes.hpp"

namespace codeweaver::store {
namespace {

constexpr std::array<char, 8> kMagic = {'C', 'W', 'S', 'T', 'A', 'T', 'S', '1'};

struct Header {
  std::array<char, 8> magic = kMagic;
  std::uint64_t records = 0;
  base::Hash128 version;
  std::uint64_t checksum = 0;  // XXH3-64 of all behind the header, seeded with that of the rest
};

std::uint64_t checksum_of(const Header& header, std::string_view body) noexcept {
  const std::string_view before(reinterpret_cast<const char*>(&header), offsetof(Header, checksum));
  return base::hash64(body, base::hash64(before));
}

Error unusable(ErrorCategory category, std::string_view what) {
  return {category, "STAT_CACHE_UNUSABLE", "The list of known files " + std::string(what),
          "comparing the tree", "It will be made again from the database: codeweaver index"};
}

}  // namespace

struct StatCache::Record {
  base::Hash128 content;
  std::int64_t mtime_ns = 0, ctime_ns = 0;
  std::uint64_t size_bytes = 0;
  std::uint32_t path_offset = 0, language_offset = 0, reason_offset = 0;
  std::uint32_t chunks = 0;
  std::uint16_t path_bytes = 0, language_bytes = 0, reason_bytes = 0;
  std::uint8_t state = 0;
  std::uint8_t is_racy = 0;
};

Result<StatCache> StatCache::open(const std::filesystem::path& file, std::string_view version) {
  auto bytes = base::read_file(file);
  if (!bytes) return bytes.error();
  return parse(std::move(*bytes), version);
}

Result<StatCache> StatCache::parse(std::string bytes, std::string_view version) {
  static_assert(sizeof(Record) == 64);
  Header header;
  if (bytes.size() < sizeof header) return unusable(ErrorCategory::kCorruption, "is cut off");
  std::memcpy(&header, bytes.data(), sizeof header);
  const std::string_view body = std::string_view(bytes).substr(sizeof header);
  if (header.magic != kMagic || header.records > body.size() / sizeof(Record) ||
      header.checksum != checksum_of(header, body))
    return unusable(ErrorCategory::kCorruption, "is damaged");
  if (header.version != base::hash128(version))
    return unusable(ErrorCategory::kNotFound, "belongs to another state of the index");
  StatCache cache;
  cache.bytes_ = std::make_unique<const std::string>(std::move(bytes));
  cache.records_ = {reinterpret_cast<const Record*>(cache.bytes_->data() + sizeof header),
                    static_cast<std::size_t>(header.records)};
  cache.strings_ =
      std::string_view(*cache.bytes_).substr(sizeof header + cache.records_.size_bytes());
  return cache;
}

std::string_view StatCache::text(std::uint32_t offset, std::uint16_t size) const noexcept {
  return offset <= strings_.size() ? strings_.substr(offset, size) : std::string_view{};
}

FileStat StatCache::operator[](std::size_t index) const noexcept {
  const Record& record = records_[index];
  FileStat file;
  file.path = text(record.path_offset, record.path_bytes);
  file.language = text(record.language_offset, record.language_bytes);
  file.reason = text(record.reason_offset, record.reason_bytes);
  file.content = record.content;
  file.mtime_ns = record.mtime_ns;
  file.ctime_ns = record.ctime_ns;
  file.size_bytes = record.size_bytes;
  file.chunks = record.chunks;
  file.state = static_cast<FileState>(std::min<std::uint8_t>(record.state, 2));
  file.is_racy = record.is_racy != 0;
  return file;
}

std::size_t StatCache::find(std::string_view path, std::size_t likely) const noexcept {
  const auto is_at = [&](const Record& record) {
    return text(record.path_offset, record.path_bytes) == path;
  };
  if (likely < size() && is_at(records_[likely])) return likely;
  const auto found = std::lower_bound(records_.begin(), records_.end(), path,
                                      [&](const Record& record, std::string_view wanted) {
                                        return text(record.path_offset, record.path_bytes) < wanted;
                                      });
  if (found == records_.end() || !is_at(*found)) return size();
  return static_cast<std::size_t>(found - records_.begin());
}

std::uint32_t StatCacheWriter::put(std::string_view text) {
  const auto offset = static_cast<std::uint32_t>(strings_.size());
  strings_ += text;
  return offset;
}

void StatCacheWriter::add(const FileStat& file) {
  StatCache::Record record;
  if (file.language != last_language_) {  // most neighbours share it
    last_language_ = file.language;
    language_offset_ = put(file.language);
  }
  if (file.reason != last_reason_) {
    last_reason_ = file.reason;
    reason_offset_ = put(file.reason);
  }
  record.content = file.content;
  record.mtime_ns = file.mtime_ns;
  record.ctime_ns = file.ctime_ns;
  record.size_bytes = file.size_bytes;
  record.path_offset = put(file.path);
  record.language_offset = language_offset_;
  record.reason_offset = reason_offset_;
  record.chunks = file.chunks;
  record.path_bytes = static_cast<std::uint16_t>(file.path.size());
  record.language_bytes = static_cast<std::uint16_t>(file.language.size());
  record.reason_bytes = static_cast<std::uint16_t>(file.reason.size());
  record.state = static_cast<std::uint8_t>(file.state);
  record.is_racy = file.is_racy ? 1 : 0;
  put_raw(records_, record);
}

std::string StatCacheWriter::bytes(std::string_view version) const {
  Header header;
  header.records = records_.size() / sizeof(StatCache::Record);
  header.version = base::hash128(version);
  std::string bytes(sizeof header, '\0');
  bytes.reserve(bytes.size() + records_.size() + strings_.size());
  bytes += records_;
  bytes += strings_;
  header.checksum = checksum_of(header, std::string_view(bytes).substr(sizeof header));
  std::memcpy(bytes.data(), &header, sizeof header);
  return bytes;
}

}  // namespace codeweaver::store
