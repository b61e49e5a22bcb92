// FolderLister: getdents64 where a folder changed, its state alone where it did not.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/folder_lister.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <climits>

#include "base/file_times.hpp"
#include "corpus/file_system.hpp"
#include "corpus/path_stats.hpp"

namespace codeweaver::corpus {
namespace {

// The cache is written again when so much of it is of no use, or lacking. To list a folder costs
// about 10 microseconds, to write all of them one for each.
constexpr std::size_t kUnusedShare = 4;
constexpr std::size_t kLearntShare = 50;

FolderIdentity identity_of(const struct stat& status) noexcept {
  return {status.st_dev, status.st_ino, base::nanoseconds(status.st_mtim),
          base::nanoseconds(status.st_ctim)};
}

std::uint8_t type_of(int folder, const char* name, std::uint8_t type) {
  if (type != DT_UNKNOWN) return type;
  struct stat status {};
  if (::fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0) return DT_UNKNOWN;
  return static_cast<std::uint8_t>(IFTODT(status.st_mode));
}

/// Fills items and names of a listing. 0, or an errno value.
int read_items(int folder, FolderListing& out) {
  std::string names;
  std::vector<std::size_t> ends;
  const auto finish = [&](int error) {
    out.names = std::make_shared<const std::string>(std::move(names));
    std::size_t begin = 0;
    for (std::size_t i = 0; i < ends.size(); begin = ends[i++] + 1)
      out.items[i].name = std::string_view(*out.names).substr(begin, ends[i] - begin);
    return error;
  };
  alignas(dirent64) std::array<char, 16384> buffer;  // getdents64: a stream costs more calls
  for (;;) {
    const ssize_t size = ::getdents64(folder, buffer.data(), buffer.size());
    if (size <= 0) return finish(size == 0 ? 0 : errno);
    for (std::size_t at = 0; at < static_cast<std::size_t>(size);) {
      const auto* const entry = reinterpret_cast<const dirent64*>(buffer.data() + at);
      const std::string_view name = entry->d_name;
      if (name != "." && name != "..") {
        out.items.push_back({{}, type_of(folder, entry->d_name, entry->d_type)});
        names += name;
        ends.push_back(names.size());
        names += '\0';
      }
      at += entry->d_reclen;
    }
  }
}

std::int64_t now_in_nanoseconds() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

}  // namespace

FolderLister::FolderLister(int root, const FolderCache* known)
    : root_(root),
      known_(known),
      cursor_(base::Descriptor(::openat(root, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC))) {
  if (known_ == nullptr) return;
  struct stat status {};
  if (::fstat(root_, &status) != 0 || !is_on_local_file_system(root_)) {
    known_ = nullptr;
    return;
  }
  device_ = status.st_dev;
  std::vector<const char*> paths;
  paths.reserve(known_->size());
  for (std::size_t i = 0; i < known_->size(); ++i)
    paths.push_back(known_->path(i).empty() ? "." : known_->path(i).data());
  is_same_.resize(paths.size());
  is_used_.resize(paths.size());
  stat_paths(root_, paths, [&](std::size_t i, const struct stat& state) {
    is_same_[i] = S_ISDIR(state.st_mode) && identity_of(state) == known_->identity(i) ? 1 : 0;
  });
}

base::Descriptor FolderLister::open_folder(int parent, const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::string name = path.substr(slash + 1);  // npos + 1 is 0
  if (parent < 0)
    parent = slash == std::string::npos ? root_
                                        : cursor_.move_to(std::string_view(path).substr(0, slash));
  if (parent < 0) return {};
  return base::open_descriptor_at(parent, name.empty() ? "." : name.c_str(),
                                  O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
}

FolderListing FolderLister::list(int parent, const std::string& path) {
  FolderListing out;
  if (known_ != nullptr) {
    const std::size_t number = known_->find(path, last_used_ + 1);
    if (number < known_->size() && is_same_[number] != 0) {
      last_used_ = number;
      is_used_[number] = true;
      ++used_;
      out.items = known_->items(number);
      return out;
    }
  }
  out.folder = open_folder(parent, path);
  if (!out.folder.is_open()) {
    out.error = errno;
    return out;
  }
  const std::int64_t now_ns = now_in_nanoseconds();
  struct stat before {};
  const bool has_state = known_ != nullptr && ::fstat(out.folder.get(), &before) == 0;
  out.error = read_items(out.folder.get(), out);
  sort_items(out.items);
  if (has_state && out.error == 0) learn(path, out, before, now_ns);
  return out;
}

/// Only what every later name shows in: times that one added right after the listing would change.
void FolderLister::learn(const std::string& path, const FolderListing& listing,
                         const struct stat& before, std::int64_t now_ns) {
  const FolderIdentity identity = identity_of(before);
  const bool is_settled = std::max(identity.modified_ns, identity.changed_ns) +
                              base::clock_slack_ns(identity.changed_ns) <
                          now_ns;
  const bool has_all_types = std::none_of(listing.items.begin(), listing.items.end(),
                                          [](auto& item) { return item.type == DT_UNKNOWN; });
  // Known folders are not opened: their files are asked for by paths from the root.
  const bool is_in_reach = path.size() + 1 + NAME_MAX < PATH_MAX;
  if (is_settled && has_all_types && is_in_reach && identity.device == device_)
    learnt_.push_back({path, identity, listing.items, listing.names});
}

std::string FolderLister::updated_cache() {
  if (known_ == nullptr) return {};
  const std::size_t unused = known_->size() - used_;
  if (learnt_.size() * kLearntShare <= known_->size() && unused * kUnusedShare <= known_->size())
    return {};
  std::sort(learnt_.begin(), learnt_.end(), [](auto& a, auto& b) { return a.path < b.path; });
  FolderCacheWriter writer;
  auto learnt = learnt_.begin();
  const auto add_learnt = [&](const std::string_view* before) {
    for (; learnt != learnt_.end() && (before == nullptr || learnt->path < *before); ++learnt)
      writer.add(learnt->path, learnt->identity, learnt->items);
  };
  for (std::size_t i = 0; i < known_->size(); ++i) {
    if (!is_used_[i]) continue;
    const auto path = known_->path(i);
    add_learnt(&path);
    writer.add(path, known_->identity(i), known_->items(i));
  }
  add_learnt(nullptr);
  return writer.bytes();
}

}  // namespace codeweaver::corpus
