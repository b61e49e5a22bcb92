// History, read with libgit2.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/history.hpp"

#include <queue>
#include <set>
#include <utility>

#include "base/file.hpp"
#include "base/hash.hpp"
#include "base/try.hpp"
#include "corpus/git_repository.hpp"

namespace codeweaver::corpus {
namespace fs = std::filesystem;
namespace {

Error history_unreadable(const std::string& what, const std::string& name) {
  return {ErrorCategory::kIo, "HISTORY_UNREADABLE",
          "Cannot read the " + what + " " + name + ": " + last_git_error(), "reading the history",
          "Check the repository for damage; in a partial clone, fetch the missing objects."};
}

/// The object id of one side of a difference; empty if that side is not a regular file.
std::string object_of(const git_diff_file& file) {
  const bool is_file = file.mode == GIT_FILEMODE_BLOB || file.mode == GIT_FILEMODE_BLOB_EXECUTABLE;
  return is_file ? hex(file.id) : std::string();
}

int add_lines(const git_diff_delta*, const git_diff_hunk* hunk, void* lines) {
  static_cast<std::vector<ChangedLines>*>(lines)->push_back(
      {static_cast<std::uint32_t>(hunk->new_start), static_cast<std::uint32_t>(hunk->new_lines)});
  return 0;
}

}  // namespace

struct History::Impl {
  explicit Impl(GitRepository opened) : repository(std::move(opened)) {}

  CommitHandle find(const git_oid& id) const {
    git_commit* raw = nullptr;
    git_commit_lookup(&raw, repository.handle(), &id);
    return CommitHandle(raw);
  }
  /// Queues a commit once; skips commits that a shallow clone lacks.
  void enqueue(const git_oid& id) {
    if (!seen.insert(hex(id)).second) return;
    if (const auto commit = find(id)) queue.emplace(git_commit_time(commit.get()), hex(id));
  }
  Result<TreeHandle> tree(const CommitHandle& commit) const {
    git_tree* raw = nullptr;
    if (git_commit_tree(&raw, commit.get()) != 0)
      return history_unreadable("tree of commit", hex(*git_commit_id(commit.get())));
    return TreeHandle(raw);
  }
  Result<BlobHandle> blob(const std::string& id) const {
    if (id.empty()) return BlobHandle();
    git_blob* raw = nullptr;
    const git_oid object = parse_object_id(id);
    if (git_blob_lookup(&raw, repository.handle(), &object) != 0)
      return history_unreadable("object", id);
    return BlobHandle(raw);
  }
  Result<std::vector<FileChange>> compare(git_tree* before, git_tree* after) const;

  GitRepository repository;
  std::string newest;
  // libgit2's own walk fails at the end of a shallow clone, so this class keeps its own queue.
  std::priority_queue<std::pair<std::int64_t, std::string>> queue;
  std::set<std::string> seen;
};

Result<std::vector<FileChange>> History::Impl::compare(git_tree* before, git_tree* after) const {
  git_diff_options options = GIT_DIFF_OPTIONS_INIT;
  std::string prefix = repository.prefix();
  char* paths[] = {prefix.data()};
  if (!prefix.empty()) {
    options.flags |= GIT_DIFF_DISABLE_PATHSPEC_MATCH;
    options.pathspec = {paths, 1};
    prefix += '/';
  }
  git_diff* raw = nullptr;
  if (git_diff_tree_to_tree(&raw, repository.handle(), before, after, &options) != 0)
    return history_unreadable("difference to tree", hex(*git_tree_id(after)));
  const DiffHandle diff(raw);
  std::vector<FileChange> changes;
  for (std::size_t i = 0; i < git_diff_num_deltas(raw); ++i) {
    const git_diff_delta& delta = *git_diff_get_delta(raw, i);
    const std::string_view path = delta.new_file.path;
    FileChange change{{}, object_of(delta.old_file), object_of(delta.new_file)};
    if (!path.starts_with(prefix) || change.before == change.after)
      continue;  // or only its mode changed
    change.path = path.substr(prefix.size());
    changes.push_back(std::move(change));
  }
  return changes;
}

History::History(std::unique_ptr<Impl> impl) noexcept : impl_(std::move(impl)) {}
History::History(History&&) noexcept = default;
History& History::operator=(History&&) noexcept = default;
History::~History() = default;

Result<History> History::open(const fs::path& root, std::string_view commit) {
  std::error_code problem;
  const auto resolved = fs::canonical(root, problem);
  CODEWEAVER_ASSIGN(auto opened, problem ? Result(std::optional<GitRepository>())
                                         : GitRepository::open(resolved));
  if (!opened)
    return Error{ErrorCategory::kNotFound, "NO_REPOSITORY",
                 root.string() + " is not in a git work tree", "reading the history",
                 "Use a folder in a git work tree."};
  auto impl = std::make_unique<Impl>(std::move(*opened));
  git_oid head = commit.empty() ? git_oid{} : parse_object_id(std::string(commit));
  if (commit.empty() && git_reference_name_to_id(&head, impl->repository.handle(), "HEAD") != 0)
    return Error{ErrorCategory::kNotFound, "NO_COMMITS",
                 "The repository of " + root.string() + " has no commit", "reading the history",
                 "Create a commit first."};
  impl->newest = hex(head);
  impl->enqueue(head);
  return History(std::move(impl));
}

const std::string& History::newest() const noexcept {
  return impl_->newest;
}

bool History::is_at_head() const {
  git_oid head{};
  return git_reference_name_to_id(&head, impl_->repository.handle(), "HEAD") == 0 &&
         hex(head) == impl_->newest;
}

std::string History::scope() const {
  const auto ends = fs::path(git_repository_commondir(impl_->repository.handle())) / "shallow";
  const auto text = base::read_file(ends);
  return impl_->repository.prefix() + '\n' + (text ? base::hash128(*text).hex() : std::string());
}

std::optional<Commit> History::next() {
  if (impl_->queue.empty()) return std::nullopt;
  const auto id = impl_->queue.top().second;
  impl_->queue.pop();
  auto commit = find(id);
  for (const auto& parent : commit->parents) impl_->enqueue(parse_object_id(parent));
  return commit;
}

std::optional<Commit> History::find(const std::string& id) const {
  const auto found = impl_->find(parse_object_id(id));
  if (!found) return std::nullopt;
  Commit commit;
  commit.id = id;
  commit.time = git_commit_time(found.get());
  if (const char* subject = git_commit_summary(found.get())) commit.subject = subject;
  if (const char* message = git_commit_message(found.get())) commit.message = message;
  for (unsigned i = 0; i < git_commit_parentcount(found.get()); ++i)
    commit.parents.push_back(hex(*git_commit_parent_id(found.get(), i)));
  return commit;
}

Result<std::vector<FileChange>> History::changes(const Commit& commit) const {
  const auto found = impl_->find(parse_object_id(commit.id));
  if (!found) return history_unreadable("commit", commit.id);
  CODEWEAVER_ASSIGN(auto after, impl_->tree(found));
  if (commit.parents.empty()) return impl_->compare(nullptr, after.get());
  const auto parent = impl_->find(*git_commit_parent_id(found.get(), 0));
  if (!parent) return std::vector<FileChange>{};
  CODEWEAVER_ASSIGN(auto before, impl_->tree(parent));
  return impl_->compare(before.get(), after.get());
}

Result<std::vector<ChangedLines>> History::lines(const FileChange& change) const {
  CODEWEAVER_ASSIGN(auto before, impl_->blob(change.before));
  CODEWEAVER_ASSIGN(auto after, impl_->blob(change.after));
  git_diff_options options = GIT_DIFF_OPTIONS_INIT;
  options.context_lines = 0;
  std::vector<ChangedLines> lines;
  if (git_diff_blobs(before.get(), nullptr, after.get(), nullptr, &options, nullptr, nullptr,
                     add_lines, nullptr, &lines) != 0)
    return history_unreadable("changes of", change.path);
  return lines;
}

Result<std::string> History::text(const FileChange& change) const {
  CODEWEAVER_ASSIGN(auto blob, impl_->blob(change.after));
  return std::string(static_cast<const char*>(git_blob_rawcontent(blob.get())),
                     static_cast<std::size_t>(git_blob_rawsize(blob.get())));
}

}  // namespace codeweaver::corpus
