// WatchedFolder: opens the entries of a folder and compares their names.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/darwin/watched_folder.hpp"

#include <fcntl.h>
#include <sys/event.h>

#include <cerrno>
#include <utility>

#include "base/os/files.hpp"
#include "base/os/folder_reader.hpp"

namespace codeweaver::os {
namespace {

constexpr std::uint32_t kOfFolder =
    NOTE_WRITE | NOTE_EXTEND | NOTE_LINK | NOTE_ATTRIB | NOTE_DELETE | NOTE_RENAME | NOTE_REVOKE;
constexpr std::uint32_t kOfFile = NOTE_WRITE | NOTE_EXTEND | NOTE_ATTRIB;
constexpr std::uint32_t kOfInnerFolder = NOTE_ATTRIB;

bool tell(Handle queue, Handle watched, std::uint32_t notes, int watch) noexcept {
  struct kevent event {};
  EV_SET(&event, static_cast<uintptr_t>(watched), EVFILT_VNODE, EV_ADD | EV_CLEAR, notes, 0,
         reinterpret_cast<void*>(static_cast<intptr_t>(watch)));
  return ::kevent(queue, &event, 1, nullptr, 0, nullptr) == 0;
}

/// The error of an entry that was deleted before it could be opened, or that cannot be read anyway.
bool is_gone(int error) noexcept {
  return error == ENOENT || error == EACCES || error == EPERM || error == ENOTSUP;
}

}  // namespace

WatchedFolder::WatchedFolder(Handle queue, int watch, const char* path)
    : queue_(queue), watch_(watch) {
  Descriptor folder(::open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!folder.is_open() || !status_of(folder.get(), status_)) return;
  if (!tell(queue, folder.get(), kOfFolder, watch)) return;
  folder_ = std::move(folder);
}

bool WatchedFolder::watch(const std::string& name, Entry& entry) {
  entry.open = Descriptor(
      ::openat(folder_.get(), name.c_str(), O_EVTONLY | O_SYMLINK | O_NONBLOCK | O_CLOEXEC));
  if (!entry.open.is_open()) return is_gone(errno);
  const bool is_folder = entry.type == FileType::kFolder;
  return tell(queue_, entry.open.get(), is_folder ? kOfInnerFolder : kOfFile, watch_);
}

bool WatchedFolder::look(const std::function<void(const Change&)>& visit) {
  auto before = std::exchange(entries_, {});
  by_handle_.clear();
  bool is_whole = true;
  // Opened again, because a folder that was read stays at its end.
  const auto listed = open_folder_at(folder_.get(), ".", Links::kRefused);
  FolderReader reader(listed.get());
  for (FolderReader::Entry found; reader.next(found);) {
    std::string name(found.name);
    FileStatus status;
    if (!status_at(listed.get(), name.c_str(), status)) continue;
    auto known = before.extract(name);
    const bool is_same = !known.empty() && known.mapped().inode == status.inode &&
                         known.mapped().type == status.type;
    Entry entry = is_same ? std::move(known.mapped()) : Entry{{}, status.type, status.inode};
    if (!is_same) {
      if (!known.empty()) visit({name, known.mapped().type == FileType::kFolder, true});
      visit({name, status.type == FileType::kFolder, false});
      is_whole = watch(name, entry) && is_whole;
    }
    const auto kept = entries_.emplace(std::move(name), std::move(entry)).first;
    if (kept->second.open.is_open()) by_handle_[kept->second.open.get()] = &*kept;
  }
  for (const auto& [name, entry] : before) visit({name, entry.type == FileType::kFolder, true});
  return is_whole && listed.is_open() && reader.error() == 0;
}

const std::map<std::string, WatchedFolder::Entry>::value_type* WatchedFolder::find(
    Handle open) const noexcept {
  const auto found = by_handle_.find(open);
  return found == by_handle_.end() ? nullptr : found->second;
}

}  // namespace codeweaver::os
