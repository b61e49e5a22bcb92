// TreeWatch: collects events into batches, and keeps the watches in line with the tree.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/tree_watch.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <set>
#include <unordered_set>
#include <utility>

#include "base/os/file_status.hpp"
#include "base/os/readiness.hpp"
#include "base/os_error.hpp"
#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "corpus/file_filter.hpp"
#include "corpus/tree_walk.hpp"
#include "corpus/work_tree.hpp"

namespace codeweaver::corpus {
namespace fs = std::filesystem;
namespace {

using Clock = std::chrono::steady_clock;
using Time = Clock::time_point;

constexpr int kLongestBatch = 10;  // times the debounce
/// A lock of git's index older than this is stale and does not delay batches.
constexpr std::chrono::seconds kLongestCheckout{60};
/// Key of the watch on git's own folder. Paths of a tree never begin with '/'.
constexpr const char* kGitKey = "/git";

std::string path_below(std::string_view folder, std::string_view name) {
  std::string path(folder);
  if (!path.empty() && !name.empty()) path += '/';
  return path += name;
}

Error cancelled(const fs::path& root) {
  return {ErrorCategory::kCancelled, error_code::kCancelled, "Watching was stopped",
          "watching " + root.string(), ""};
}

Error folder_missing(const fs::path& root) {
  return {ErrorCategory::kNotFound, error_code::kPathNotFound,
          "The watched folder was deleted or moved: " + root.string(), "watching it for changes",
          "Start again in the current folder of the project."};
}

Error too_few_watches(const fs::path& root, std::size_t watched,
                      std::chrono::milliseconds interval) {
  return {
      ErrorCategory::kUnavailable, error_code::kWatchLimit,
      "The system allows too few folder watches: " + std::to_string(watched) +
          " folders are watched, the others are checked every " +
          std::to_string(std::chrono::ceil<std::chrono::seconds>(interval).count()) + " s",
      "watching " + root.string(),
      std::string(os::how_to_allow_more_watches()) + ", or exclude folders in .codeweaverignore."};
}

}  // namespace

struct TreeWatch::Impl {
  fs::path root;
  DiscoveryOptions discovery;
  TreeWatchOptions options;
  FolderWatches watches;
  os::WakeUp wake;
  fs::path git_folder;  // empty: no repository
  std::optional<Error> problem;
  bool reports_all = false;           // events report all changes by other programs
  std::atomic<bool> is_idle = false;  // next() waits and has no batch to return

  // The batch being collected.
  std::set<std::string> paths;
  bool is_complete = true;
  bool are_folders_new = false;  // the watches must be compared with the tree
  bool is_missing = false;
  std::optional<Time> first_event;
  Time last_event, last_check = Clock::now();

  Impl(fs::path tree, DiscoveryOptions found, TreeWatchOptions wanted)
      : root(std::move(tree)),
        discovery(std::move(found)),
        options(std::move(wanted)),
        watches(options.add_watch) {}

  bool follow_tree();
  void take(const FolderEvent& event);
  void take_folder(const os::WatchEvent& what, const std::string& path);
  void drain();
  bool is_git_writing() const;
  std::optional<Time> due() const;
  std::optional<TreeBatch> take_batch(Time now);
  void wait(std::optional<Time> until);
};

/// Adjusts the watches to the folders that discovery enters. Each folder is watched before it is
/// read, so that no new entry is missed. Returns whether any watch changed.
bool TreeWatch::Impl::follow_tree() {
  FileFilter filter(root, discovery);
  std::unordered_set<std::string> seen;
  std::size_t changes = 0;
  bool is_refused = false;
  const auto watch = [&](const std::string& key, const fs::path& folder) {
    if (!seen.insert(key).second) return;
    const auto added = watches.add(key, folder);
    changes += added == FolderWatches::Added::kNew ? 1 : 0;
    is_refused = is_refused || added == FolderWatches::Added::kRefused;
  };
  const auto accepts = [&](std::string_view folder) {
    return filter.accepts_folder(folder) && root / folder != options.state_dir;
  };
  watch("", root);
  reports_all = os::is_on_local_file_system(root.c_str());
  git_folder.clear();
  if (const auto opened = WorkTree::open(root); opened && *opened) {
    git_folder = (*opened)->git_folder();
    watch(kGitKey, git_folder);
  }
  WalkVisitor visitor;
  visitor.may_enter = [&](std::string_view folder) {
    if (!accepts(folder)) return false;
    watch(std::string(folder), root / folder);
    return true;
  };
  visitor.may_enter_unversioned = [&](std::string_view folder) {
    return filter.accepts_unversioned(folder);
  };
  std::string last_parent;
  visitor.on_tracked = [&](std::string_view path, bool) {
    // Folders that git ignores are not entered, but tracked files in them count.
    const auto slash = path.rfind('/');
    if (slash == std::string_view::npos || path.substr(0, slash) == last_parent) return;
    last_parent = path.substr(0, slash);
    if (seen.contains(last_parent) || !accepts(last_parent)) return;
    for (auto end = path.find('/'); end != std::string_view::npos; end = path.find('/', end + 1))
      watch(std::string(path.substr(0, end)), root / path.substr(0, end));
  };
  visitor.on_entry = [](const WalkEntry&) {};
  visitor.on_unreadable = [](std::string_view, int) {};
  visitor.on_warning = [](const std::string&) {};
  if (walk_tree(root, {discovery.follow_gitignore, {}, nullptr}, visitor))
    changes += watches.keep_only([&](const std::string& key) { return seen.contains(key); });
  are_folders_new = false;
  last_check = Clock::now();
  problem.reset();
  if (is_refused) problem = too_few_watches(root, watches.size(), options.check_interval);
  return changes > 0;
}

void TreeWatch::Impl::take(const FolderEvent& event) {
  const auto note = [&] {
    last_event = Clock::now();
    if (!first_event) first_event = last_event;
  };
  const os::WatchEvent& what = event.what;
  if (what.is_overflow) {
    is_complete = false;
    are_folders_new = true;
    return note();
  }
  if (event.folder == kGitKey) {
    if (what.name != "HEAD" && what.name != "index") return;
    is_complete = false;
    are_folders_new = true;  // the tracked files may have changed
    return note();
  }
  if (event.folder.empty() && what.name.empty() && what.is_folder_gone) is_missing = true;
  if (what.is_unmounted) is_complete = false;  // no event is sent for each file
  const std::string path = path_below(event.folder, what.name);
  if (what.is_folder) {
    take_folder(what, path);
    return note();
  }
  if (what.name.empty()) return is_complete ? void() : note();
  if (is_ignore_file(what.name)) {
    is_complete = false;
    are_folders_new = true;
    return note();
  }
  const auto kind = classify_name(what.name, discovery.extra_extensions);
  if (kind.language.empty() && kind.head_bytes == 0) return;  // discovery would not select it
  paths.insert(path);
  note();
}

/// A folder was added, removed or changed its mode. Comparing the watches with the tree shows
/// whether it matters: folders that discovery ignores have no watch.
void TreeWatch::Impl::take_folder(const os::WatchEvent& what, const std::string& path) {
  if (what.is_departure && watches.forget(path) > 0) is_complete = false;
  are_folders_new = true;
}

void TreeWatch::Impl::drain() {
  watches.drain([this](const FolderEvent& event) { take(event); });
}

bool TreeWatch::Impl::is_git_writing() const {
  os::FileStatus status;
  if (git_folder.empty() || !os::status_of((git_folder / "index.lock").c_str(), status))
    return false;
  const auto age = std::chrono::system_clock::now().time_since_epoch() -
                   std::chrono::nanoseconds(status.modified_ns);
  return age < kLongestCheckout;
}

/// When to check next without an event; nullopt: never.
std::optional<Time> TreeWatch::Impl::due() const {
  std::optional<Time> time;
  if (first_event)
    time = std::min(last_event + options.debounce, *first_event + kLongestBatch * options.debounce);
  if (problem) {
    const auto check = last_check + options.check_interval;
    time = time ? std::min(*time, check) : check;
  }
  return time;
}

/// Called when due. Returns the batch; nullopt if it is empty or stays open.
std::optional<TreeBatch> TreeWatch::Impl::take_batch(Time now) {
  if (problem && now >= last_check + options.check_interval) {
    is_complete = false;
    are_folders_new = true;
  }
  if (first_event && is_git_writing()) {
    first_event = last_event = last_check = now;
    return std::nullopt;
  }
  if (are_folders_new && follow_tree()) {
    is_complete = false;
    // A tree that is being unpacked keeps growing.
    const bool may_wait =
        first_event && Clock::now() < *first_event + kLongestBatch * options.debounce;
    last_event = Clock::now();
    if (may_wait) return std::nullopt;
  }
  first_event.reset();
  TreeBatch batch{{paths.begin(), paths.end()}, std::exchange(is_complete, true)};
  paths.clear();
  if (batch.is_empty()) return std::nullopt;
  return batch;
}

/// Waits for an event, a stop request or the time `until`; nullopt: no time limit.
void TreeWatch::Impl::wait(std::optional<Time> until) {
  using std::chrono::milliseconds;
  std::optional<milliseconds> limit;
  if (until)
    limit = std::max(std::chrono::ceil<milliseconds>(*until - Clock::now()), milliseconds(0));
  std::array<os::Source, 2> sources{{{watches.queue().handle()}, {wake.handle()}}};
  is_idle = reports_all && !problem && !first_event;
  os::wait_for_any(sources, limit);
  is_idle = false;  // before the queue is read: see TreeWatch::is_idle()
}

TreeWatch::TreeWatch(std::unique_ptr<Impl> impl) noexcept : impl_(std::move(impl)) {}
TreeWatch::TreeWatch(TreeWatch&&) noexcept = default;
TreeWatch& TreeWatch::operator=(TreeWatch&&) noexcept = default;
TreeWatch::~TreeWatch() = default;

Result<TreeWatch> TreeWatch::open(const fs::path& root, DiscoveryOptions discovery,
                                  TreeWatchOptions options) {
  CODEWEAVER_ASSIGN(auto resolved, resolve_root(root));
  std::error_code ignored;
  if (!options.state_dir.empty())
    options.state_dir = fs::weakly_canonical(options.state_dir, ignored);
  auto impl = std::make_unique<Impl>(std::move(resolved), std::move(discovery), std::move(options));
  if (!impl->wake.is_open()) return base::os_error("Cannot watch", impl->root, errno);
  impl->follow_tree();
  return TreeWatch(std::move(impl));
}

const std::optional<Error>& TreeWatch::problem() const noexcept {
  return impl_->problem;
}

bool TreeWatch::is_idle() const noexcept {
  // The order matters: before another thread takes events from the queue, it sets is_idle to false.
  const bool is_drained = impl_->watches.queue().is_drained();
  return is_drained && impl_->is_idle;
}

std::size_t TreeWatch::folder_count() const noexcept {
  return impl_->watches.size() - (impl_->watches.contains(kGitKey) ? 1 : 0);
}

Result<TreeBatch> TreeWatch::next(std::stop_token stop,
                                  std::optional<std::chrono::milliseconds> limit) {
  Impl& self = *impl_;
  self.wake.clear();  // clear the stop request of an earlier call
  const std::stop_callback waker(stop, [&] { self.wake.set(); });
  const auto end = limit ? std::optional(Clock::now() + *limit) : std::nullopt;
  while (!stop.stop_requested()) {
    self.drain();
    if (self.is_missing) return folder_missing(self.root);
    const auto now = Clock::now();
    const auto due = self.due();
    if (due && now >= *due) {
      if (auto batch = self.take_batch(now)) return std::move(*batch);
      continue;
    }
    if (end && now >= *end) return TreeBatch{};
    auto until = due;
    if (end && (!until || *end < *until)) until = end;
    self.wait(until);
  }
  return cancelled(self.root);
}

}  // namespace codeweaver::corpus
