// WatchedFolder on ReadDirectoryChangesW().
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/windows/watched_folder.hpp"

#include <cerrno>
#include <cstddef>
#include <cstring>

#include "base/os/files.hpp"
#include "base/os/folder_reader.hpp"
#include "base/os/windows/open_at.hpp"

namespace codeweaver::os {
namespace {

constexpr DWORD kWatchedChanges = FILE_NOTIFY_CHANGE_FILE_NAME | FILE_NOTIFY_CHANGE_DIR_NAME |
                                  FILE_NOTIFY_CHANGE_ATTRIBUTES | FILE_NOTIFY_CHANGE_SIZE |
                                  FILE_NOTIFY_CHANGE_LAST_WRITE | FILE_NOTIFY_CHANGE_SECURITY;

}  // namespace

WatchedFolder::WatchedFolder(int watch, const PathChar* path) : watch_(watch) {
  Descriptor folder(handle_of(::CreateFileW(
      path, FILE_LIST_DIRECTORY | FILE_READ_ATTRIBUTES, kSharedWithAll, nullptr, OPEN_EXISTING,
      FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT | FILE_FLAG_OVERLAPPED, nullptr)));
  FileStatus status;
  if (!folder.is_open() || !status_of(folder.get(), status)) {
    fail();
    return;
  }
  if (status.type != FileType::kFolder) {
    errno = ENOTDIR;
    return;
  }
  const auto listed = open_folder(path);
  FolderReader reader(listed.get());
  for (FolderReader::Entry entry; reader.next(entry);)
    if (entry.type == FileType::kFolder) folders_.insert(to_wide(entry.name));
  device_ = status.device;
  inode_ = status.inode;
  folder_ = std::move(folder);
}

bool WatchedFolder::ask() noexcept {
  request_ = {};
  return ::ReadDirectoryChangesW(folder(), buffer_.data(), static_cast<DWORD>(buffer_.size()),
                                 FALSE, kWatchedChanges, nullptr, &request_, nullptr);
}

bool WatchedFolder::is_folder_now(const std::wstring& name) const {
  FileStatus status;
  return status_at(folder_.get(), to_utf8(name).c_str(), status) &&
         status.type == FileType::kFolder;
}

void WatchedFolder::take_entry(std::uint32_t action, const std::wstring& name,
                               std::vector<KeptEvent>& events) {
  KeptEvent kept;
  kept.name = to_utf8(name);
  kept.event.watch = watch_;
  kept.event.is_departure = action == FILE_ACTION_REMOVED || action == FILE_ACTION_RENAMED_OLD_NAME;
  if (kept.event.is_departure) {
    kept.event.is_folder = folders_.erase(name) > 0;
  } else if (action == FILE_ACTION_MODIFIED && folders_.contains(name)) {
    return;  // an entry of that folder was added or removed
  } else {
    kept.event.is_folder = is_folder_now(name);
    if (kept.event.is_folder) folders_.insert(name);
  }
  events.push_back(std::move(kept));
}

void WatchedFolder::take(std::uint32_t bytes, std::vector<KeptEvent>& events) {
  if (bytes == 0) {  // more changes than the buffer can hold
    KeptEvent lost;
    lost.event.is_overflow = true;
    events.push_back(std::move(lost));
    return;
  }
  constexpr std::size_t kName = offsetof(FILE_NOTIFY_INFORMATION, FileName);
  for (std::size_t at = 0;;) {
    FILE_NOTIFY_INFORMATION change{};
    std::memcpy(&change, buffer_.data() + at, sizeof change);
    std::wstring name(change.FileNameLength / sizeof(wchar_t), L'\0');
    std::memcpy(name.data(), buffer_.data() + at + kName, change.FileNameLength);
    take_entry(change.Action, name, events);
    if (change.NextEntryOffset == 0) return;
    at += change.NextEntryOffset;
  }
}

}  // namespace codeweaver::os
