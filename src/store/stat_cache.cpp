// StatCache: header, fixed records in path order, strings; the file of edits has the same format.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/stat_cache.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <system_error>
#include <utility>

#include "base/bytes.hpp"
#include "base/file.hpp"
#include "base/try.hpp"

namespace codeweaver::store {
namespace {

constexpr std::array<char, 8> kMagic = {'C', 'W', 'S', 'T', 'A', 'T', 'S', '2'};
constexpr std::uint8_t kRemoved = 3;  // a state that only occurs in edits

struct Header {
  std::array<char, 8> magic = kMagic;
  std::uint64_t records = 0;
  base::Hash128 version;
  std::uint64_t edited = 0;    // checksum of the list that this file edits; 0: it is a list
  std::uint64_t checksum = 0;  // XXH3-64 of everything after the header, seeded with the hash of
                               // the rest of the header
};

std::uint64_t checksum_of(const Header& header, std::string_view body) noexcept {
  const std::string_view before(reinterpret_cast<const char*>(&header), offsetof(Header, checksum));
  return base::hash64(body, base::hash64(before));
}

Error unusable(ErrorCategory category, std::string_view what) {
  return {category,
          "STAT_CACHE_UNUSABLE",
          "The list of known files " + std::string(what),
          "comparing the tree",
          "The next run rebuilds it from the database",
          RemedyKind::kIndex};
}

/// Most edits that are kept separate from a list; writing the list costs as much as reading the
/// edits a few times.
std::size_t few_edits(std::size_t records) noexcept {
  return (records + 1024) / 16;
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

Result<StatCache::List> StatCache::List::parse(std::string_view bytes,
                                               std::shared_ptr<const void> owner) {
  static_assert(sizeof(Record) == 64 && sizeof(Header) % alignof(Record) == 0);
  Header header;
  if (bytes.size() < sizeof header) return unusable(ErrorCategory::kCorruption, "is truncated");
  std::memcpy(&header, bytes.data(), sizeof header);
  const std::string_view body = bytes.substr(sizeof header);
  if (header.magic != kMagic || header.records > body.size() / sizeof(Record) ||
      header.checksum != checksum_of(header, body))
    return unusable(ErrorCategory::kCorruption, "is damaged");
  const std::span records(reinterpret_cast<const Record*>(body.data()),
                          static_cast<std::size_t>(header.records));
  return List{std::move(owner), records,         body.substr(records.size_bytes()),
              header.version,   header.checksum, header.edited};
}

Result<StatCache::List> StatCache::List::map(const std::filesystem::path& file) {
  CODEWEAVER_ASSIGN(auto mapped, base::MappedFile::open(file));
  const auto bytes = mapped.bytes();
  return parse(bytes, std::make_shared<const base::MappedFile>(std::move(mapped)));
}

std::filesystem::path StatCache::edits_of(const std::filesystem::path& file) {
  return std::filesystem::path(file) += ".edits";
}

StatCache::StatCache(List list, List edits) : list_(std::move(list)), edits_(std::move(edits)) {
  is_edited_.resize(list_.records.size());
  file_count_ = size();
  for (std::size_t i = 0; i < edits_.records.size(); ++i) {
    if (edits_.records[i].state == kRemoved) --file_count_;
    const std::size_t before = list_.find(edits_.path(i));
    if (before == list_.records.size()) continue;
    is_edited_[before] = true;
    --file_count_;
  }
}

Result<StatCache> StatCache::open(const std::filesystem::path& file, std::string_view version) {
  CODEWEAVER_ASSIGN(auto list, List::map(file));
  const auto wanted = base::hash128(version);
  auto edits = List::map(edits_of(file));
  if (edits && edits->edited == list.checksum && edits->version == wanted)
    return StatCache(std::move(list), std::move(*edits));
  if (list.edited == 0 && list.version == wanted) return StatCache(std::move(list), {});
  return unusable(ErrorCategory::kNotFound, "belongs to another state of the index");
}

Result<StatCache> StatCache::parse(std::string bytes, std::string_view version) {
  const auto owner = std::make_shared<const std::string>(std::move(bytes));
  CODEWEAVER_ASSIGN(auto list, List::parse(*owner, owner));
  if (list.edited != 0 || list.version != base::hash128(version))
    return unusable(ErrorCategory::kNotFound, "belongs to another state of the index");
  return StatCache(std::move(list), {});
}

std::string_view StatCache::List::text(std::uint32_t offset, std::uint16_t size) const noexcept {
  return offset <= strings.size() ? strings.substr(offset, size) : std::string_view{};
}

std::string_view StatCache::List::path(std::size_t index) const noexcept {
  return text(records[index].path_offset, records[index].path_bytes);
}

FileStat StatCache::List::file(std::size_t index) const noexcept {
  const Record& record = records[index];
  FileStat out;
  out.path = path(index);
  out.language = text(record.language_offset, record.language_bytes);
  out.reason = text(record.reason_offset, record.reason_bytes);
  out.content = record.content;
  out.mtime_ns = record.mtime_ns;
  out.ctime_ns = record.ctime_ns;
  out.size_bytes = record.size_bytes;
  out.chunks = record.chunks;
  out.state = static_cast<FileOutcome>(std::min<std::uint8_t>(record.state, 2));
  out.is_racy = record.is_racy != 0;
  return out;
}

std::size_t StatCache::List::find(std::string_view wanted) const noexcept {
  const auto found = std::lower_bound(records.begin(), records.end(), wanted,
                                      [&](const Record& record, std::string_view before) {
                                        return text(record.path_offset, record.path_bytes) < before;
                                      });
  const auto index = static_cast<std::size_t>(found - records.begin());
  return index < records.size() && path(index) == wanted ? index : records.size();
}

FileStat StatCache::operator[](std::size_t index) const noexcept {
  const std::size_t listed = list_.records.size();
  return index < listed ? list_.file(index) : edits_.file(index - listed);
}

bool StatCache::is_deleted(std::size_t index) const noexcept {
  const std::size_t listed = list_.records.size();
  return index < listed ? is_edited_[index] : edits_.records[index - listed].state == kRemoved;
}

std::size_t StatCache::find(std::string_view path, std::size_t likely) const noexcept {
  const std::size_t listed = list_.records.size();
  if (likely < listed && !is_edited_[likely] && list_.path(likely) == path) return likely;
  if (const std::size_t found = list_.find(path); found < listed && !is_edited_[found])
    return found;
  const std::size_t found = listed + edits_.find(path);
  return found < size() && !is_deleted(found) ? found : size();
}

std::uint32_t StatCacheWriter::put(std::string_view text) {
  const auto offset = static_cast<std::uint32_t>(strings_.size());
  strings_ += text;
  return offset;
}

void StatCacheWriter::add(const FileStat& file) {
  add(file, static_cast<std::uint8_t>(file.state));
}

void StatCacheWriter::add(const FileStat& file, std::uint8_t state) {
  StatCache::Record record;
  if (file.language != last_language_) {  // most neighbours have the same one
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
  record.state = state;
  record.is_racy = file.is_racy ? 1 : 0;
  base::put_raw(records_, record);
}

std::string StatCacheWriter::bytes(std::string_view version) const {
  return bytes(version, 0);
}

std::string StatCacheWriter::bytes(std::string_view version, std::uint64_t edited) const {
  Header header;
  header.records = records_.size() / sizeof(StatCache::Record);
  header.version = base::hash128(version);
  header.edited = edited;
  std::string bytes(sizeof header, '\0');
  bytes.reserve(bytes.size() + records_.size() + strings_.size());
  bytes += records_;
  bytes += strings_;
  header.checksum = checksum_of(header, std::string_view(bytes).substr(sizeof header));
  std::memcpy(bytes.data(), &header, sizeof header);
  return bytes;
}

StatCacheEditor::StatCacheEditor(const StatCache& cache) : cache_(cache) {
  for (std::size_t i = cache.list_.records.size(); i < cache.size(); ++i) {
    const FileStat file = cache[i];
    if (cache.is_deleted(i))
      remove(file.path);
    else
      put(file);
  }
}

Result<StatCache> StatCacheEditor::write(const std::filesystem::path& file,
                                         std::string_view version) const {
  const auto& list = cache_.list_;
  if (list.records.empty() || edits_.size() > few_edits(list.records.size())) {
    auto bytes = all(version);
    (void)base::write_file_atomic(file, bytes, base::Durability::kNone);
    std::error_code ignored;
    std::filesystem::remove(StatCache::edits_of(file), ignored);
    return StatCache::parse(std::move(bytes), version);
  }
  StatCacheWriter writer;
  for (const auto& [path, edit] : edits_) {
    FileStat removed;
    removed.path = path;
    writer.add(edit.value_or(removed), edit ? static_cast<std::uint8_t>(edit->state) : kRemoved);
  }
  const auto bytes = std::make_shared<const std::string>(writer.bytes(version, list.checksum));
  (void)base::write_file_atomic(StatCache::edits_of(file), *bytes, base::Durability::kNone);
  CODEWEAVER_ASSIGN(auto edits, StatCache::List::parse(*bytes, bytes));
  return StatCache(list, std::move(edits));
}

/// The complete list with the edits applied.
std::string StatCacheEditor::all(std::string_view version) const {
  StatCacheWriter writer;
  auto next = edits_.begin();
  const auto add_edits = [&](auto end) {
    for (; next != end; ++next)
      if (next->second) writer.add(*next->second);
  };
  for (std::size_t i = 0; i < cache_.list_.records.size(); ++i) {
    const FileStat file = cache_.list_.file(i);
    add_edits(edits_.lower_bound(file.path));
    if (next == edits_.end() || next->first != file.path) writer.add(file);
  }
  add_edits(edits_.end());
  return writer.bytes(version);
}

}  // namespace codeweaver::store
