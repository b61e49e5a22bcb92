// FolderWatches: maps keys to watches and back.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/folder_watches.hpp"

#include <cerrno>
#include <utility>

#include "corpus/path_below.hpp"

namespace codeweaver::corpus {

FolderWatches::FolderWatches(AddWatch add)
    : add_(add ? std::move(add) : AddWatch(&os::WatchQueue::add)) {}

FolderWatches::Added FolderWatches::add(const std::string& key,
                                        const std::filesystem::path& folder) {
  if (by_key_.contains(key)) return Added::kKnown;
  if (!has_queue()) return Added::kRefused;
  const int watch = add_(queue_, folder.c_str());
  if (watch < 0) return errno == ENOSPC || errno == ENOMEM ? Added::kRefused : Added::kMissing;
  // The folder was renamed, and the event of the rename was not read yet: remove the old name.
  if (const auto before = by_watch_.find(watch); before != by_watch_.end())
    by_key_.erase(before->second);
  by_watch_[watch] = key;
  by_key_[key] = watch;
  return Added::kNew;
}

FolderWatches::ByKey::iterator FolderWatches::end_watch(ByKey::iterator watch) {
  queue_.end(watch->second);
  by_watch_.erase(watch->second);
  return by_key_.erase(watch);
}

std::size_t FolderWatches::forget(std::string_view key) {
  std::size_t count = 0;
  // "a-b" may sort between "a" and "a/b"; it is kept.
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
  queue_.drain([&](const os::WatchEvent& event) {
    if (event.is_overflow) return visit({{}, event});
    const auto watch = by_watch_.find(event.watch);
    if (watch == by_watch_.end()) return;   // the watch ended in the meantime
    const std::string key = watch->second;  // the visitor may end this watch
    if (event.has_ended) {
      by_key_.erase(key);
      by_watch_.erase(watch);
    }
    visit({key, event});
  });
}

}  // namespace codeweaver::corpus
