// TreeWalk: one recursive walk under ignore rules, plus the paths of the index.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/tree_walk.hpp"

#include <algorithm>
#include <cerrno>
#include <unordered_set>

#include "base/file.hpp"
#include "base/os/files.hpp"
#include "codeweaver/error_codes.hpp"
#include "codeweaver/text/identifier.hpp"
#include "corpus/directory_cursor.hpp"
#include "corpus/folder_lister.hpp"
#include "corpus/git_folder.hpp"
#include "corpus/ignore.hpp"
#include "corpus/work_tree.hpp"

namespace codeweaver::corpus {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t kMaxIgnoreFileBytes = 16ULL << 20;

std::string join(std::string_view directory, std::string_view name) {
  std::string path(directory);
  if (!path.empty() && !name.empty()) path += '/';
  return path += name;
}

/// The paths of the index below one folder, with lookups.
class TrackedPaths {
 public:
  TrackedPaths() = default;
  TrackedPaths(std::vector<TrackedPath> paths, bool fold_case)
      : paths_(std::move(paths)), fold_case_(fold_case) {
    if (fold_case_)
      for (const auto& entry : paths_) folded_.insert(text::to_lower(entry.path));
    is_met_.resize(paths_.size());
  }
  const std::vector<TrackedPath>& all() const noexcept { return paths_; }

  bool contains(std::string_view path) const {
    return fold_case_ ? folded_.contains(text::to_lower(path)) : find(path) < paths_.size();
  }
  /// Marks a path of the index as found; false: it is not in the index.
  bool meet(std::string_view path) {
    const std::size_t found = find(path);
    if (found == paths_.size()) return false;
    is_met_[found] = true;
    next_ = found + 1;
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
  /// size(): missing. A walk finds most paths in their order.
  std::size_t find(std::string_view path) const {
    if (next_ < paths_.size() && paths_[next_].path == path) return next_;
    const auto found = lower_bound(path);
    const bool is_there = found != paths_.end() && found->path == path;
    return is_there ? static_cast<std::size_t>(found - paths_.begin()) : paths_.size();
  }
  std::vector<TrackedPath>::const_iterator lower_bound(std::string_view path) const {
    return std::lower_bound(
        paths_.begin(), paths_.end(), path,
        [](const TrackedPath& entry, std::string_view wanted) { return entry.path < wanted; });
  }
  std::vector<TrackedPath> paths_;  // sorted
  std::size_t next_ = 0;            // after the last path that was found
  std::vector<bool> is_met_;
  std::unordered_set<std::string> folded_;
  bool fold_case_ = false;
};

/// Walks one root. A folder outside git may contain repositories; each has its own walk.
class TreeWalk {
 public:
  TreeWalk(fs::path root, std::string mount, const WalkOptions& options, const WalkVisitor& visitor)
      : root_(std::move(root)),
        mount_(std::move(mount)),
        options_(options),
        visitor_(visitor),
        folder_(os::open_folder(root_.c_str())) {}

  Result<void> run() {
    open_repository();
    auto ignores = make_ignores();
    if (repository_ && !ignores.enter(repository_->prefix()) && tracked_.all().empty()) {
      visitor_.on_warning("The project folder is ignored by the git repository at " +
                          repository_->top().string() +
                          ", so it is treated as if it were not in git: " + root_.string());
      repository_.reset();
      ignores = make_ignores();
    }
    const std::string start = repository_ ? repository_->prefix() : "";
    if (ignores.enter(start)) {
      ignores_ = &ignores;
      std::optional<FolderLister> own;
      if (options_.lister != nullptr)
        lister_ = options_.lister;
      else if (options_.only != nullptr)
        lister_ = &own.emplace(folder_.get(), *options_.only);
      else
        lister_ = &own.emplace(folder_.get(), nullptr);
      visit("", os::kNoHandle);
    }
    for (std::size_t i = 0; i < tracked_.all().size(); ++i)
      if (const auto& entry = tracked_.all()[i];
          !tracked_.was_met(i) && is_selected(relative(entry.path)))
        visitor_.on_tracked(join(mount_, relative(entry.path)), entry.is_submodule);
    if (!options_.stop.stop_requested() && !was_stopped_) return {};
    return Error{ErrorCategory::kCancelled, error_code::kCancelled, "Listing files was cancelled",
                 "walking " + root_.string(), "List the files again."};
  }

 private:
  void open_repository() {
    auto opened = WorkTree::open(root_);
    if (!opened) {
      visitor_.on_warning(opened.error().message() +
                          " Without it, only the ignore files found in the folder apply.");
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
                          problem + "); tracked files that match an ignore rule are not indexed");
  }

  IgnoreStack make_ignores() const {
    IgnoreStack::Sources sources;
    sources.fold_case = fold_case_;
    if (!options_.follow_gitignore) return IgnoreStack(std::move(sources));
    sources.read = [this](std::string_view directory) { return read_gitignore(directory); };
    std::vector<fs::path> files = repository_ ? repository_->exclude_files()
                                              : std::vector<fs::path>{global_excludes_file(root_)};
    for (const auto& file : files)
      if (auto text = base::read_file(file, kMaxIgnoreFileBytes))
        sources.weakest.emplace_back(*text, "", fold_case_);
    return IgnoreStack(std::move(sources));
  }

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

  /// The path relative to the root of the outermost walk; valid until the next call.
  std::string_view mounted(std::string_view path) {
    if (mount_.empty()) return path;
    mounted_ = join(mount_, path);
    return mounted_;
  }

  bool is_selected(std::string_view path) const {
    return options_.only == nullptr || options_.only->holds(path);
  }

  /// `directory` is relative to the root of this walk; `parent` is its open parent, or none.
  void visit(const std::string& directory, os::Handle parent) {
    if (options_.stop.stop_requested()) was_stopped_ = true;
    if (was_stopped_) return;
    const FolderListing listing = lister_->list(parent, directory);
    if (listing.error != 0) visitor_.on_unreadable(join(mount_, directory), listing.error);
    if (listing.error == 0 || listing.folder.is_open()) walk(listing, directory);
  }

  void walk(const FolderListing& listing, const std::string& directory) {
    const FolderNames names = [&](std::string_view name) {
      return listing.error != 0 || std::any_of(listing.items.begin(), listing.items.end(),
                                               [&](auto& item) { return item.name == name; });
    };
    if (!repository_ && !directory.empty() && names(".git") &&
        holds_repository(folder_.get(), directory.c_str())) {
      WalkOptions options = options_;
      options.lister = nullptr;
      std::optional<PathSelection> only;
      if (options.only != nullptr) options.only = &only.emplace(options.only->below(directory));
      TreeWalk nested(root_ / directory, join(mount_, directory), options, visitor_);
      if (!nested.run()) was_stopped_ = true;
      return;
    }
    const bool is_made = listing.error == 0 && (names("pyvenv.cfg") || names("CACHEDIR.TAG"));
    if (!repository_ && !directory.empty() && visitor_.may_enter_unversioned && is_made) return;
    const std::string inside = join(repository_ ? repository_->prefix() : "", directory);
    if (visitor_.on_folder) visitor_.on_folder(mounted(directory), names);
    ignores_->enter(inside);
    if (!names(".gitignore") && !may_be_sparse_) ignores_->note_no_file();
    std::string path = join(inside, "");
    if (!path.empty()) path += '/';
    const std::size_t folder_bytes = path.size();
    for (const FolderItem& item : listing.items) {
      if (item.name == ".git" || (fold_case_ && text::to_lower(item.name) == ".git")) continue;
      path.resize(folder_bytes);
      path += item.name;
      if (options_.only != nullptr && !options_.only->leads_to(relative(path))) continue;
      if (item.type == os::FileType::kFolder) {
        if (!is_excluded(inside, path, true)) visit_child(listing.folder.get(), path);
      } else if (item.type == os::FileType::kFile || item.type == os::FileType::kLink) {
        add_entry(listing.folder.get(), inside, path, item);
      }
    }
  }

  void add_entry(os::Handle folder, std::string_view directory, std::string_view path,
                 const FolderItem& item) {
    const bool is_met = !fold_case_ && tracked_.meet(path);
    if (!is_met && (tracked_.contains(path) || is_excluded(directory, path, false))) return;
    const auto kind = item.type == os::FileType::kLink ? EntryKind::kLink : EntryKind::kFile;
    visitor_.on_entry({mounted(relative(path)), folder, item.name.data(), kind});
  }

  bool is_excluded(std::string_view directory, std::string_view path, bool is_directory) {
    ignores_->enter(directory);
    return ignores_->excludes(path, is_directory);
  }

  void visit_child(os::Handle folder, const std::string& path) {
    const std::string inner(relative(path));
    const std::string_view shown = mounted(inner);
    if (repository_ && !tracked_.contains_below(path)) {
      if (tracked_.contains_submodule(path)) return;
      if (holds_repository(folder_.get(), inner.c_str())) {
        visitor_.on_entry({shown, os::kNoHandle, "", EntryKind::kRepository});
        return;
      }
    }
    const auto& may_enter = visitor_.may_enter_unversioned;
    if (!repository_ && may_enter && !may_enter(shown)) return;
    if (visitor_.may_enter && !visitor_.may_enter(shown)) return;
    visit(inner, folder);
  }

  fs::path root_;
  std::string mount_;    // root_ relative to the root of the outermost walk
  std::string mounted_;  // the last result of mounted()
  WalkOptions options_;
  const WalkVisitor& visitor_;
  os::Descriptor folder_;           // of root_
  FolderLister* lister_ = nullptr;  // during run()
  std::optional<WorkTree> repository_;
  TrackedPaths tracked_;
  bool fold_case_ = false;
  bool may_be_sparse_ = false;  // some ignore files may exist only in the index
  bool was_stopped_ = false;
  IgnoreStack* ignores_ = nullptr;  // during run()
};

}  // namespace

Result<void> walk_tree(const fs::path& root, const WalkOptions& options,
                       const WalkVisitor& visitor) {
  return TreeWalk(root, "", options, visitor).run();
}

}  // namespace codeweaver::corpus
