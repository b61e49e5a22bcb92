// FolderWatches on inotify(7).
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/folder_watches.hpp"

#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace codeweaver::corpus {
namespace {

constexpr std::size_t kBufferBytes = 64U << 10;
/// What may change the bytes, the name or the readability of an entry. Reading is not among it, so
/// that looking at the tree never wakes the one who looks.
constexpr std::uint32_t kEvents = IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_CREATE | IN_DELETE |
                                  IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF |
                                  IN_ONLYDIR | IN_DONT_FOLLOW | IN_EXCL_UNLINK;

bool is_at_or_below(std::string_view key, std::string_view folder) {
  if (folder.empty()) return true;
  return key.starts_with(folder) && (key.size() == folder.size() || key[folder.size()] == '/');
}

}  // namespace

FolderWatches::FolderWatches(AddWatch add)
    : add_(add ? std::move(add) : AddWatch(::inotify_add_watch)),
      queue_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {}

FolderWatches::Added FolderWatches::add(const std::string& key,
                                        const std::filesystem::path& folder) {
  if (by_key_.contains(key)) return Added::kKnown;
  if (!has_queue()) return Added::kRefused;
  const int watch = add_(queue_.get(), folder.c_str(), kEvents);
  if (watch < 0) return errno == ENOSPC || errno == ENOMEM ? Added::kRefused : Added::kMissing;
  // The same folder under a new name, whose move has not been read yet.
  if (const auto before = by_watch_.find(watch); before != by_watch_.end())
    by_key_.erase(before->second);
  by_watch_[watch] = key;
  by_key_[key] = watch;
  return Added::kNew;
}

FolderWatches::ByKey::iterator FolderWatches::end_watch(ByKey::iterator watch) {
  ::inotify_rm_watch(queue_.get(), watch->second);
  by_watch_.erase(watch->second);
  return by_key_.erase(watch);
}

std::size_t FolderWatches::forget(std::string_view key) {
  std::size_t count = 0;
  // Between "a" and "a/b" may lie "a-b", which stays.
  for (auto at = by_key_.lower_bound(key); at != by_key_.end() && at->first.starts_with(key);) {
    const bool is_inside = is_at_or_below(at->first, key);
    count += is_inside ? 1 : 0;
    at = is_inside ? end_watch(at) : std::next(at);
  }
  return count;
}

std::size_t FolderWatches::keep_only(const std::function<bool(const std::string& key)>& is_kept) {
  std::size_t count = 0;
  for (auto at = by_key_.begin(); at != by_key_.end();) {
    const bool stays = is_kept(at->first);
    count += stays ? 0 : 1;
    at = stays ? std::next(at) : end_watch(at);
  }
  return count;
}

void FolderWatches::drain(const std::function<void(const FolderEvent&)>& visit) {
  alignas(inotify_event) std::array<char, kBufferBytes> buffer;
  while (has_queue()) {
    const ssize_t size = ::read(queue_.get(), buffer.data(), buffer.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return;
    for (std::size_t at = 0; at < static_cast<std::size_t>(size);) {
      inotify_event event{};
      std::memcpy(&event, buffer.data() + at, sizeof event);
      const char* const name = buffer.data() + at + sizeof event;
      at += sizeof event + event.len;
      if ((event.mask & IN_Q_OVERFLOW) != 0) {
        visit({{}, {}, event.mask, true});
        continue;
      }
      const auto watch = by_watch_.find(event.wd);
      if (watch == by_watch_.end()) continue;  // of a watch that was ended meanwhile
      const std::string key = watch->second;   // the visitor may end this watch
      if ((event.mask & IN_IGNORED) != 0) {
        by_key_.erase(key);
        by_watch_.erase(watch);
      }
      visit({key, event.len > 0 ? std::string_view(name) : std::string_view(), event.mask, false});
    }
  }
}

}  // namespace codeweaver::corpus
