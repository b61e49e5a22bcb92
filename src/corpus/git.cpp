// GitState and object ids, read with libgit2.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/git.hpp"

#include <chrono>

#include "base/os/file_status.hpp"
#include "base/os/files.hpp"
#include "corpus/git_repository.hpp"

namespace codeweaver::corpus {
namespace fs = std::filesystem;
namespace {

void read_head(git_repository* repository, GitState& state) {
  git_reference* raw = nullptr;
  if (git_reference_lookup(&raw, repository, "HEAD") != 0) return;
  const ReferenceHandle head(raw);
  constexpr std::string_view kBranches = "refs/heads/";
  if (git_reference_type(raw) == GIT_REFERENCE_SYMBOLIC)
    if (const std::string_view target = git_reference_symbolic_target(raw);
        target.starts_with(kBranches))
      state.branch = target.substr(kBranches.size());
  git_oid id{};
  if (git_reference_name_to_id(&id, repository, "HEAD") == 0) state.commit = hex(id);
}

/// Compares tracked files with the index as git does: by size and time; by content if those differ
/// or the file is not older than the index. (libgit2's own comparison does not support sparse
/// checkouts, and leaks an index that belongs to no repository.)
class WorkTreeComparison {
 public:
  explicit WorkTreeComparison(const GitRepository& repository)
      : repository_(repository.handle()), folder_(os::open_folder(repository.top().c_str())) {
    os::FileStatus status;
    const std::string file = std::string(git_repository_path(repository_)) + "index";
    if (os::status_of(file.c_str(), status)) index_modified_ns_ = status.modified_ns;
  }

  bool is_unchanged(const git_index_entry& entry) const {
    os::FileStatus status;
    if (!os::status_at(folder_.get(), entry.path, status)) return false;
    if (status.type == os::FileType::kLink)
      return entry.mode == GIT_FILEMODE_LINK && links_alike(entry);
    if (status.type != os::FileType::kFile || entry.mode == GIT_FILEMODE_LINK) return false;
    const std::chrono::nanoseconds modified(status.modified_ns);
    const auto seconds = std::chrono::floor<std::chrono::seconds>(modified);
    const bool has_recorded_stat =
        static_cast<std::uint32_t>(status.size_bytes) == entry.file_size &&
        static_cast<std::int32_t>(seconds.count()) == entry.mtime.seconds &&
        static_cast<std::uint32_t>((modified - seconds).count()) == entry.mtime.nanoseconds;
    const bool is_older_than_index = status.modified_ns < index_modified_ns_;
    return (has_recorded_stat && is_older_than_index) || has_content(entry);
  }

 private:
  bool has_content(const git_index_entry& entry) const {
    git_oid id{};
    return git_repository_hashfile(&id, repository_, entry.path, GIT_OBJECT_BLOB, nullptr) == 0 &&
           git_oid_equal(&id, &entry.id) != 0;
  }
  bool links_alike(const git_index_entry& entry) const {
    const auto target = os::read_link_at(folder_.get(), entry.path);
    git_oid id{};
    return target && git_odb_hash(&id, target->data(), target->size(), GIT_OBJECT_BLOB) == 0 &&
           git_oid_equal(&id, &entry.id) != 0;
  }

  git_repository* repository_;
  os::Descriptor folder_;
  std::int64_t index_modified_ns_ = 0;
};

int stop_at_change(const git_diff*, const git_diff_delta*, const char*, void*) {
  return GIT_EUSER;
}

bool has_staged_changes(const GitRepository& repository, bool has_commit) {
  git_diff_options options = GIT_DIFF_OPTIONS_INIT;
  options.ignore_submodules = GIT_SUBMODULE_IGNORE_ALL;  // their files are not ours to index
  options.notify_cb = stop_at_change;
  git_object* tree = nullptr;
  if (has_commit) git_revparse_single(&tree, repository.handle(), "HEAD^{tree}");
  const ObjectHandle owned_tree(tree);
  git_diff* diff = nullptr;
  const int status = git_diff_tree_to_index(
      &diff, repository.handle(), reinterpret_cast<git_tree*>(tree), repository.index(), &options);
  const DiffHandle owned_diff(diff);
  return status == GIT_EUSER;
}

bool is_compared(const git_index_entry& entry) {
  return entry.mode != GIT_FILEMODE_COMMIT &&
         (entry.flags_extended & GIT_INDEX_ENTRY_SKIP_WORKTREE) == 0;
}

bool is_file(const git_index_entry& entry) {
  return (entry.mode == GIT_FILEMODE_BLOB || entry.mode == GIT_FILEMODE_BLOB_EXECUTABLE) &&
         git_index_entry_stage(&entry) == 0;
}

/// Collects the facts of one repository.
class FactFinder {
 public:
  FactFinder(const GitRepository& repository, git_index* index, GitFacts& out)
      : start_(repository.prefix().empty() ? "" : repository.prefix() + "/"),
        index_(index),
        files_(repository),
        out_(out) {}

  /// Checks every entry: records the blobs of unchanged files, and whether a file changed.
  void look_at_all() {
    for (std::size_t i = 0, count = git_index_entrycount(index_); i < count; ++i)
      look_at(*git_index_get_byindex(index_, i));
  }
  void look_at_some(const std::vector<std::string>& paths) {
    for (const auto& path : paths)
      if (const auto* entry = git_index_get_bypath(index_, (start_ + path).c_str(), 0))
        look_at(*entry);
  }
  /// Stops at the first change.
  bool has_changed_file() const {
    for (std::size_t i = 0, count = git_index_entrycount(index_); i < count; ++i) {
      const git_index_entry& entry = *git_index_get_byindex(index_, i);
      if (is_compared(entry) && !is_unchanged(entry)) return true;
    }
    return false;
  }

 private:
  bool is_unchanged(const git_index_entry& entry) const {
    return git_index_entry_stage(&entry) == 0 && files_.is_unchanged(entry);
  }
  void look_at(const git_index_entry& entry) {
    if (!is_compared(entry)) return;
    const std::string_view path = entry.path;
    if (!is_unchanged(entry))
      out_.state.is_dirty = true;
    else if (is_file(entry) && path.starts_with(start_))
      out_.blobs.emplace_hint(out_.blobs.end(), path.substr(start_.size()), hex(entry.id));
  }

  std::string start_;
  git_index* index_;
  WorkTreeComparison files_;
  GitFacts& out_;
};

}  // namespace

std::optional<GitLocation> git_location(const fs::path& root) {
  std::error_code problem;
  const auto resolved = fs::canonical(root, problem);
  if (problem) return std::nullopt;
  const auto opened = GitRepository::open(resolved);
  if (!opened || !*opened) return std::nullopt;
  git_repository* const repository = (*opened)->handle();
  GitLocation out;
  out.common_dir = fs::canonical(git_repository_commondir(repository), problem);
  if (problem) return std::nullopt;
  out.top = (*opened)->top();
  out.prefix = (*opened)->prefix();
  if (git_repository_is_worktree(repository) == 1)
    out.worktree = fs::path(git_repository_path(repository)).parent_path().filename();
  return out;
}

GitFacts git_facts(const fs::path& root, const std::vector<std::string>* only) {
  GitFacts facts;
  std::error_code problem;
  const auto resolved = fs::canonical(root, problem);
  if (problem) return facts;
  const auto opened = GitRepository::open(resolved);
  if (!opened || !*opened) return facts;
  const GitRepository& repository = **opened;
  GitState& state = facts.state;
  state.common_dir = fs::canonical(git_repository_commondir(repository.handle()), problem);
  read_head(repository.handle(), state);
  git_index* const index = repository.index();
  if (index == nullptr) return facts;
  FactFinder finder(repository, index, facts);
  if (only != nullptr)
    finder.look_at_some(*only);
  else
    finder.look_at_all();
  if (!state.is_dirty) state.is_dirty = has_staged_changes(repository, !state.commit.empty());
  if (!state.is_dirty && only != nullptr) state.is_dirty = finder.has_changed_file();
  return facts;
}

}  // namespace codeweaver::corpus
