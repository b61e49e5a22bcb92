// FolderLister: lists changed folders; only checks the status of unchanged ones.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/folder_lister.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>

#include "base/file_times.hpp"
#include "base/os/files.hpp"
#include "base/os/folder_reader.hpp"
#include "corpus/path_stats.hpp"

namespace codeweaver::corpus {
namespace {

// The cache is rewritten if 1/4 of it is unused, or if more than 1/50 is missing. Listing a folder
// costs about 10 microseconds, writing one to the cache about one.
constexpr std::size_t kUnusedShare = 4;
constexpr std::size_t kLearntShare = 50;

FolderIdentity identity_of(const os::FileStatus& status) noexcept {
  return {status.device, status.inode, status.modified_ns, status.changed_ns};
}

/// Names that a walk looks for in each folder, besides its files.
constexpr std::string_view kNamesOfRules[] = {".gitignore", ".codeweaverignore", ".git",
                                              "pyvenv.cfg", "CACHEDIR.TAG"};

/// Sets the names of a listing's items; each name is zero-terminated.
void name_items(std::string names, const std::vector<std::size_t>& ends, FolderListing& out) {
  out.names = std::make_shared<const std::string>(std::move(names));
  std::size_t begin = 0;
  for (std::size_t i = 0; i < ends.size(); begin = ends[i++] + 1)
    out.items[i].name = std::string_view(*out.names).substr(begin, ends[i] - begin);
}

/// Fills the items and names of a listing. Returns 0 or an errno value.
int read_items(os::Handle folder, FolderListing& out) {
  std::string names;
  std::vector<std::size_t> ends;
  os::FolderReader reader(folder);
  for (os::FolderReader::Entry entry; reader.next(entry);) {
    out.items.push_back({{}, entry.type});
    names += entry.name;
    ends.push_back(names.size());
    names += '\0';
  }
  name_items(std::move(names), ends, out);
  return reader.error();
}

/// The same, limited to names in `directory` that are selected or lead to selected paths.
void read_selected(const PathSelection& only, const std::string& directory, FolderListing& out) {
  auto wanted = only.names_in(directory);
  for (const auto name : kNamesOfRules)
    if (std::ranges::find(wanted, name) == wanted.end()) wanted.push_back(name);
  const std::string prefix = directory.empty() ? "" : directory + "/";
  std::string names;
  std::vector<std::size_t> ends;
  for (const auto wanted_name : wanted) {
    const std::string name(wanted_name);
    os::FileStatus status;
    const bool is_there =
        out.folder.is_open() && os::status_at(out.folder.get(), name.c_str(), status);
    if (!is_there) {
      const std::string path = prefix + name;
      if (!only.takes_missing() || !only.leads_to(path)) continue;
      status.type = only.holds(path) ? os::FileType::kFile : os::FileType::kFolder;
    }
    out.items.push_back({{}, status.type});
    names += name;
    ends.push_back(names.size());
    names += '\0';
  }
  name_items(std::move(names), ends, out);
  sort_items(out.items);
}

std::int64_t now_in_nanoseconds() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

}  // namespace

FolderLister::FolderLister(os::Handle root, const FolderCache* known)
    : root_(root), known_(known), cursor_(os::open_folder_at(root, ".", os::Links::kFollowed)) {
  if (known_ == nullptr) return;
  os::FileStatus status;
  if (!os::status_of(root_, status) || !os::is_on_local_file_system(root_)) {
    known_ = nullptr;
    return;
  }
  device_ = status.device;
  std::vector<const char*> paths;
  paths.reserve(known_->size());
  for (std::size_t i = 0; i < known_->size(); ++i)
    paths.push_back(known_->path(i).empty() ? "." : known_->path(i).data());
  is_same_.resize(paths.size());
  is_used_.resize(paths.size());
  stat_paths(root_, paths, [&](std::size_t i, const os::FileStatus& state) {
    is_same_[i] =
        state.type == os::FileType::kFolder && identity_of(state) == known_->identity(i) ? 1 : 0;
  });
}

FolderLister::FolderLister(os::Handle root, const PathSelection& only)
    : FolderLister(root, nullptr) {
  only_ = &only;
}

os::Descriptor FolderLister::open_folder(os::Handle parent, const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::string name = path.substr(slash + 1);  // npos + 1 is 0
  if (parent < 0)
    parent = slash == std::string::npos ? root_
                                        : cursor_.move_to(std::string_view(path).substr(0, slash));
  if (parent < 0) return {};
  return os::open_folder_at(parent, name.empty() ? "." : name.c_str(), os::Links::kRefused);
}

FolderListing FolderLister::list(os::Handle parent, const std::string& path) {
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
  const bool goes_by_names =
      only_ != nullptr && (only_->takes_missing() || (!only_->holds(path) && out.folder.is_open()));
  if (goes_by_names) {
    read_selected(*only_, path, out);
    return out;
  }
  if (!out.folder.is_open()) {
    out.error = errno;
    return out;
  }
  const std::int64_t now_ns = now_in_nanoseconds();
  os::FileStatus before;
  const bool has_state = known_ != nullptr && os::status_of(out.folder.get(), before);
  out.error = read_items(out.folder.get(), out);
  sort_items(out.items);
  if (has_state && out.error == 0) learn(path, out, before, now_ns);
  return out;
}

/// Caches a listing only if every later change would show in the folder's times, even one made
/// right after the listing.
void FolderLister::learn(const std::string& path, const FolderListing& listing,
                         const os::FileStatus& before, std::int64_t now_ns) {
  const FolderIdentity identity = identity_of(before);
  const bool is_settled = std::max(identity.modified_ns, identity.changed_ns) +
                              base::clock_slack_ns(identity.changed_ns) <
                          now_ns;
  const bool has_all_types =
      std::none_of(listing.items.begin(), listing.items.end(),
                   [](auto& item) { return item.type == os::FileType::kUnknown; });
  // The files of cached folders are accessed by paths from the root, because the folders are not
  // opened.
  const bool is_in_reach = path.size() + 1 + os::kLongestName < os::longest_path();
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
