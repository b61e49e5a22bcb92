// FolderCache format: header, folders, items, strings.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/folder_cache.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/hash.hpp"

namespace codeweaver::corpus {
namespace {

constexpr std::array<char, 8> kMagic = {'C', 'W', 'F', 'O', 'L', 'D', 'R', '2'};

struct Header {
  std::array<char, 8> magic = kMagic;
  std::uint32_t folders = 0, items = 0;
  std::uint64_t checksum = 0;  // XXH3-64 of everything after the header
};

template <class T>
void put_raw(std::string& out, const T& value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

}  // namespace

struct FolderCache::Folder {
  FolderIdentity identity;
  std::uint32_t path_offset = 0, path_bytes = 0;
  std::uint32_t first_item = 0, item_count = 0;
};

struct FolderCache::Item {
  std::uint32_t name_offset = 0;
  std::uint16_t name_bytes = 0;
  std::uint16_t type = 0;
};

void sort_items(std::vector<FolderItem>& items) {
  // As if folders ended in '/': "a.b" comes before the entries of "a".
  const auto at = [](const FolderItem& item, std::size_t i) -> unsigned char {
    if (i < item.name.size()) return static_cast<unsigned char>(item.name[i]);
    return i == item.name.size() && item.type == os::FileType::kFolder ? '/' : 0;
  };
  std::sort(items.begin(), items.end(), [&](const FolderItem& a, const FolderItem& b) {
    const std::size_t common = std::min(a.name.size(), b.name.size());
    const int order = std::memcmp(a.name.data(), b.name.data(), common);
    if (order != 0) return order < 0;
    return at(a, common) < at(b, common);
  });
}

FolderCache::FolderCache(std::string bytes)
    : bytes_(std::make_unique<const std::string>(std::move(bytes))) {
  static_assert(sizeof(Folder) == 48 && sizeof(Item) == 8);
  Header header;
  if (bytes_->size() < sizeof header) return;
  std::memcpy(&header, bytes_->data(), sizeof header);
  const std::string_view body = std::string_view(*bytes_).substr(sizeof header);
  const std::size_t folder_bytes = header.folders * sizeof(Folder);
  const std::size_t item_bytes = header.items * sizeof(Item);
  if (header.magic != kMagic || folder_bytes + item_bytes > body.size() ||
      header.checksum != base::hash64(body))
    return;
  folders_ = {reinterpret_cast<const Folder*>(body.data()), header.folders};
  items_ = {reinterpret_cast<const Item*>(body.data() + folder_bytes), header.items};
  strings_ = body.substr(folder_bytes + item_bytes);
}

std::string_view FolderCache::text(std::uint32_t offset, std::uint32_t size) const noexcept {
  return offset <= strings_.size() ? strings_.substr(offset, size) : std::string_view{};
}

std::string_view FolderCache::path(std::size_t folder) const noexcept {
  return text(folders_[folder].path_offset, folders_[folder].path_bytes);
}

FolderIdentity FolderCache::identity(std::size_t folder) const noexcept {
  return folders_[folder].identity;
}

std::vector<FolderItem> FolderCache::items(std::size_t folder) const {
  const Folder& entry = folders_[folder];
  std::vector<FolderItem> out;
  if (entry.first_item > items_.size() || entry.item_count > items_.size() - entry.first_item)
    return out;
  out.reserve(entry.item_count);
  for (const Item& item : items_.subspan(entry.first_item, entry.item_count))
    out.push_back({text(item.name_offset, item.name_bytes), static_cast<os::FileType>(item.type)});
  return out;
}

std::size_t FolderCache::find(std::string_view wanted, std::size_t likely) const noexcept {
  if (likely < size() && path(likely) == wanted) return likely;
  const auto found = std::lower_bound(folders_.begin(), folders_.end(), wanted,
                                      [&](const Folder& folder, std::string_view before) {
                                        return text(folder.path_offset, folder.path_bytes) < before;
                                      });
  const auto number = static_cast<std::size_t>(found - folders_.begin());
  return number < size() && path(number) == wanted ? number : size();
}

std::uint32_t FolderCacheWriter::put(std::string_view text) {
  const auto offset = static_cast<std::uint32_t>(strings_.size());
  strings_ += text;
  strings_ += '\0';
  return offset;
}

void FolderCacheWriter::add(std::string_view path, const FolderIdentity& identity,
                            const std::vector<FolderItem>& items) {
  FolderCache::Folder folder;
  folder.identity = identity;
  folder.path_offset = put(path);
  folder.path_bytes = static_cast<std::uint32_t>(path.size());
  folder.first_item = item_count_;
  folder.item_count = static_cast<std::uint32_t>(items.size());
  put_raw(folders_, folder);
  for (const FolderItem& item : items)
    put_raw(items_, FolderCache::Item{put(item.name), static_cast<std::uint16_t>(item.name.size()),
                                      static_cast<std::uint16_t>(item.type)});
  item_count_ += folder.item_count;
}

std::string FolderCacheWriter::bytes() const {
  Header header;
  header.folders = static_cast<std::uint32_t>(folders_.size() / sizeof(FolderCache::Folder));
  header.items = item_count_;
  std::string bytes(sizeof header, '\0');
  bytes.reserve(bytes.size() + folders_.size() + items_.size() + strings_.size());
  bytes += folders_;
  bytes += items_;
  bytes += strings_;
  header.checksum = base::hash64(std::string_view(bytes).substr(sizeof header));
  std::memcpy(bytes.data(), &header, sizeof header);
  return bytes;
}

}  // namespace codeweaver::corpus
