// TreeWalk: one recursive walk under ignore rules, plus the paths of the index.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/tree_walk.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <unordered_map>
#include <unordered_set>

#include "base/file.hpp"
#include "corpus/directory_cursor.hpp"
#include "corpus/git_repository.hpp"
#include "corpus/ignore.hpp"

namespace codeweaver::corpus {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t kMaxIgnoreFileBytes = 16ULL << 20;

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  return result;
}

std::string join(std::string_view directory, std::string_view name) {
  std::string path(directory);
  if (!path.empty() && !name.empty()) path += '/';
  return path += name;
}

/// The paths of the index below one folder, and look-ups in them.
class TrackedPaths {
 public:
  TrackedPaths() = default;
  TrackedPaths(std::vector<TrackedPath> paths, bool fold_case)
      : paths_(std::move(paths)), fold_case_(fold_case) {
    if (fold_case_)
      for (const auto& entry : paths_) folded_.insert(lower_case(entry.path));
    else
      for (std::size_t i = 0; i < paths_.size(); ++i) numbers_.emplace(paths_[i].path, i);
    is_met_.resize(paths_.size());
  }
  const std::vector<TrackedPath>& all() const noexcept { return paths_; }

  bool contains(std::string_view path) const {
    return fold_case_ ? folded_.contains(lower_case(path)) : numbers_.contains(path);
  }
  /// Notes that a path was come by, as it is written in the index; false: it is not in there.
  bool meet(std::string_view path) {
    const auto found = numbers_.find(path);
    if (found == numbers_.end()) return false;
    is_met_[found->second] = true;
    return true;
  }
  bool was_met(std::size_t index) const { return is_met_[index]; }
  bool contains_submodule(std::string_view path) const {
    const auto found = lower_bound(path);
    return found != paths_.end() && found->path == path && found->is_submodule;
  }
  bool contains_below(std::string_view directory) const {
    std::string start(directory);
    start += '/';
    const auto found = lower_bound(start);
    return found != paths_.end() && found->path.starts_with(start);
  }

 private:
  std::vector<TrackedPath>::const_iterator lower_bound(std::string_view path) const {
    return std::lower_bound(
        paths_.begin(), paths_.end(), path,
        [](const TrackedPath& entry, std::string_view wanted) { return entry.path < wanted; });
  }
  std::vector<TrackedPath> paths_;  // sorted
  std::unordered_map<std::string_view, std::size_t> numbers_;
  std::vector<bool> is_met_;
  std::unordered_set<std::string> folded_;
  bool fold_case_ = false;
};

/// Walks one root; a folder outside git may hold repositories, each walked by a walk of its own.
class TreeWalk {
 public:
  TreeWalk(fs::path root, std::string mount, const WalkOptions& options, const WalkVisitor& visitor)
      : root_(std::move(root)), mount_(std::move(mount)), options_(options), visitor_(visitor) {}

  Result<void> run() {
    open_repository();
    auto ignores = make_ignores();
    if (repository_ && !ignores.enter(repository_->prefix()) && tracked_.all().empty()) {
      visitor_.on_warning("Ignored by the git repository at " + repository_->top().string() +
                          ", so treated as a folder of its own: " + root_.string());
      repository_.reset();
      ignores = make_ignores();
    }
    const std::string start = repository_ ? repository_->prefix() : "";
    if (ignores.enter(start)) {
      ignores_ = &ignores;
      const base::Descriptor folder(open(root_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
      if (folder.is_open())
        walk(folder.get(), "");
      else
        visitor_.on_unreadable(mount_, errno);
    }
    for (std::size_t i = 0; i < tracked_.all().size(); ++i)
      if (const auto& entry = tracked_.all()[i]; !tracked_.was_met(i))
        visitor_.on_tracked(join(mount_, relative(entry.path)), entry.is_submodule);
    if (!options_.stop.stop_requested() && !was_stopped_) return {};
    return Error{ErrorCategory::kCancelled, "CANCELLED", "Listing files was cancelled",
                 "walking " + root_.string(), "Run it again to get a complete list."};
  }

 private:
  void open_repository() {
    auto opened = GitRepository::open(root_);
    if (!opened) {
      visitor_.on_warning(opened.error().message() +
                          " Until then only the ignore files found in the folder apply.");
      return;
    }
    repository_ = std::move(*opened);
    if (!repository_) return;
    fold_case_ = repository_->ignores_case();
    std::string problem;
    tracked_ = TrackedPaths(repository_->tracked(&problem), fold_case_);
    may_be_sparse_ = fold_case_ || repository_->is_sparse();
    if (!problem.empty())
      visitor_.on_warning("The git index of " + repository_->top().string() + " cannot be read (" +
                          problem + "); tracked files that an ignore rule names are missed");
  }

  IgnoreStack make_ignores() const {
    IgnoreStack::Sources sources;
    sources.fold_case = fold_case_;
    if (!options_.follow_gitignore) return IgnoreStack(std::move(sources));
    sources.read = [this](std::string_view directory) { return read_gitignore(directory); };
    std::vector<fs::path> files =
        repository_ ? repository_->exclude_files() : std::vector<fs::path>{global_excludes()};
    for (const auto& file : files)
      if (auto text = base::read_file(file, kMaxIgnoreFileBytes))
        sources.weakest.emplace_back(*text, "", fold_case_);
    return IgnoreStack(std::move(sources));
  }

  fs::path global_excludes() const { return global_excludes_file(nullptr, root_); }

  std::optional<std::string> read_gitignore(std::string_view directory) const {
    const std::string path = join(directory, ".gitignore");
    const fs::path& top = repository_ ? repository_->top() : root_;
    auto text = read_without_links((top / path).c_str(), kMaxIgnoreFileBytes);
    if (!text && repository_) text = repository_->sparse_text(path);
    return text;
  }

  /// A path of the repository's tree, relative to the root of this walk.
  std::string_view relative(std::string_view path) const {
    const std::size_t prefix = repository_ ? repository_->prefix().size() : 0;
    return prefix == 0 ? path : path.substr(prefix + 1);
  }

  struct Item {
    std::string name;
    unsigned char type;
  };

  /// False with errno set: the folder cannot be read.
  static bool read_items(int folder, std::vector<Item>& items) {
    alignas(dirent64) std::array<char, 16384> buffer;  // getdents64: a stream costs more calls
    for (;;) {
      const ssize_t size = getdents64(folder, buffer.data(), buffer.size());
      if (size <= 0) return size == 0;
      for (std::size_t at = 0; at < static_cast<std::size_t>(size);) {
        const auto* const entry = reinterpret_cast<const dirent64*>(buffer.data() + at);
        const std::string_view name = entry->d_name;
        if (name != "." && name != "..") items.push_back({std::string(name), entry->d_type});
        at += entry->d_reclen;
      }
    }
  }

  static unsigned char type_of(int folder, const Item& item) {
    if (item.type != DT_UNKNOWN) return item.type;
    struct stat status {};
    if (fstatat(folder, item.name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) return DT_UNKNOWN;
    return S_ISDIR(status.st_mode)   ? DT_DIR
           : S_ISREG(status.st_mode) ? DT_REG
           : S_ISLNK(status.st_mode) ? DT_LNK
                                     : DT_UNKNOWN;
  }

  /// `directory` is relative to the root of this walk.
  void walk(int folder, const std::string& directory) {
    if (options_.stop.stop_requested()) was_stopped_ = true;
    if (was_stopped_) return;
    std::vector<Item> items;
    const bool is_complete = read_items(folder, items);
    if (!is_complete) visitor_.on_unreadable(join(mount_, directory), errno);
    const FolderNames names = [&](std::string_view name) {
      return !is_complete ||
             std::any_of(items.begin(), items.end(), [&](auto& item) { return item.name == name; });
    };
    if (!repository_ && !directory.empty() && names(".git") && holds_repository(folder, ".")) {
      TreeWalk nested(root_ / directory, join(mount_, directory), options_, visitor_);
      if (!nested.run()) was_stopped_ = true;
      return;
    }
    const std::string inside = join(repository_ ? repository_->prefix() : "", directory);
    if (visitor_.on_folder) visitor_.on_folder(join(mount_, directory), names);
    ignores_->enter(inside);
    if (!names(".gitignore") && !may_be_sparse_) ignores_->note_no_file();
    for (const Item& item : items) {
      if (item.name == ".git" || (fold_case_ && lower_case(item.name) == ".git")) continue;
      const std::string path = join(inside, item.name);
      const unsigned char type = type_of(folder, item);
      if (type == DT_DIR) {
        if (!is_excluded(inside, path, true)) walk_child(folder, item, path);
      } else if (type == DT_REG || type == DT_LNK) {
        const bool is_met = !fold_case_ && tracked_.meet(path);
        if (!is_met && (tracked_.contains(path) || is_excluded(inside, path, false))) continue;
        visitor_.on_entry({join(mount_, relative(path)), folder, item.name.c_str(),
                           type == DT_LNK ? EntryKind::kLink : EntryKind::kFile});
      }
    }
  }

  bool is_excluded(std::string_view directory, std::string_view path, bool is_directory) {
    ignores_->enter(directory);
    return ignores_->excludes(path, is_directory);
  }

  void walk_child(int folder, const Item& item, const std::string& path) {
    const std::string shown = join(mount_, relative(path));
    if (repository_ && !tracked_.contains_below(path)) {
      if (tracked_.contains_submodule(path)) return;
      if (holds_repository(folder, item.name.c_str())) {
        visitor_.on_entry({shown, folder, item.name.c_str(), EntryKind::kRepository});
        return;
      }
    }
    if (visitor_.may_enter && !visitor_.may_enter(shown)) return;
    const base::Descriptor child(
        openat(folder, item.name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (child.is_open())
      walk(child.get(), std::string(relative(path)));
    else
      visitor_.on_unreadable(shown, errno);
  }

  fs::path root_;
  std::string mount_;  // root_ relative to where the outermost walk began
  const WalkOptions& options_;
  const WalkVisitor& visitor_;
  std::optional<GitRepository> repository_;
  TrackedPaths tracked_;
  bool fold_case_ = false;
  bool may_be_sparse_ = false;  // ignore files may be in the index alone
  bool was_stopped_ = false;
  IgnoreStack* ignores_ = nullptr;  // during run()
};

}  // namespace

Result<void> walk_tree(const fs::path& root, const WalkOptions& options,
                       const WalkVisitor& visitor) {
  const GitSession session;  // one for all repositories met: each start of the library costs 4 ms
  return TreeWalk(root, "", options, visitor).run();
}

}  // namespace codeweaver::corpus
