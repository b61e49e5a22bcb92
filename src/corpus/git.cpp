// GitState and object ids, read with libgit2.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/git.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/descriptor.hpp"
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

/// Compares tracked files with the index as git does: by size and time, and by content where
/// those differ or the file is as young as the index. (libgit2's own comparison knows no sparse
/// checkouts, and leaks an index that no repository owns.)
class WorkTreeComparison {
 public:
  explicit WorkTreeComparison(const GitRepository& repository)
      : repository_(repository.handle()),
        folder_(open(repository.top().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    struct stat status {};
    const std::string file = std::string(git_repository_path(repository_)) + "index";
    if (stat(file.c_str(), &status) == 0) index_time_ = status.st_mtim;
  }

  bool is_unchanged(const git_index_entry& entry) const {
    struct stat status {};
    if (fstatat(folder_.get(), entry.path, &status, AT_SYMLINK_NOFOLLOW) != 0) return false;
    if (S_ISLNK(status.st_mode)) return entry.mode == GIT_FILEMODE_LINK && links_alike(entry);
    if (!S_ISREG(status.st_mode) || entry.mode == GIT_FILEMODE_LINK) return false;
    const bool has_recorded_stat =
        static_cast<std::uint32_t>(status.st_size) == entry.file_size &&
        static_cast<std::int32_t>(status.st_mtim.tv_sec) == entry.mtime.seconds &&
        static_cast<std::uint32_t>(status.st_mtim.tv_nsec) == entry.mtime.nanoseconds;
    return (has_recorded_stat && is_older_than_index(status.st_mtim)) || has_content(entry);
  }

 private:
  bool is_older_than_index(const timespec& time) const noexcept {
    return time.tv_sec != index_time_.tv_sec ? time.tv_sec < index_time_.tv_sec
                                             : time.tv_nsec < index_time_.tv_nsec;
  }
  bool has_content(const git_index_entry& entry) const {
    git_oid id{};
    return git_repository_hashfile(&id, repository_, entry.path, GIT_OBJECT_BLOB, nullptr) == 0 &&
           git_oid_equal(&id, &entry.id) != 0;
  }
  bool links_alike(const git_index_entry& entry) const {
    std::string target(4096, '\0');
    const ssize_t size = readlinkat(folder_.get(), entry.path, target.data(), target.size());
    git_oid id{};
    return size >= 0 &&
           git_odb_hash(&id, target.data(), static_cast<std::size_t>(size), GIT_OBJECT_BLOB) == 0 &&
           git_oid_equal(&id, &entry.id) != 0;
  }

  git_repository* repository_;
  base::Descriptor folder_;
  timespec index_time_{};
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

bool has_changes(const GitRepository& repository, bool has_commit) {
  git_index* const index = repository.index();
  if (index == nullptr) return false;
  if (has_staged_changes(repository, has_commit)) return true;
  const WorkTreeComparison files(repository);
  constexpr int kNotCompared = GIT_INDEX_ENTRY_SKIP_WORKTREE;
  for (std::size_t i = 0, count = git_index_entrycount(index); i < count; ++i) {
    const git_index_entry& entry = *git_index_get_byindex(index, i);
    if (entry.mode == GIT_FILEMODE_COMMIT || (entry.flags_extended & kNotCompared) != 0) continue;
    if (git_index_entry_stage(&entry) != 0 || !files.is_unchanged(entry)) return true;
  }
  return false;
}

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

GitState git_state(const fs::path& root) {
  GitState state;
  std::error_code problem;
  const auto resolved = fs::canonical(root, problem);
  if (problem) return state;
  const auto opened = GitRepository::open(resolved);
  if (!opened || !*opened) return state;
  const GitRepository& repository = **opened;
  state.common_dir = fs::canonical(git_repository_commondir(repository.handle()), problem);
  read_head(repository.handle(), state);
  state.is_dirty = has_changes(repository, !state.commit.empty());
  return state;
}

std::map<std::string, std::string> git_blobs(const fs::path& root) {
  std::map<std::string, std::string> blobs;
  std::error_code problem;
  const auto resolved = fs::canonical(root, problem);
  if (problem) return blobs;
  const auto opened = GitRepository::open(resolved);
  git_index* const index = opened && *opened ? (*opened)->index() : nullptr;
  if (index == nullptr) return blobs;
  const std::string start = (*opened)->prefix().empty() ? "" : (*opened)->prefix() + "/";
  const WorkTreeComparison files(**opened);
  for (std::size_t i = 0, count = git_index_entrycount(index); i < count; ++i) {
    const git_index_entry& entry = *git_index_get_byindex(index, i);
    const std::string_view path = entry.path;
    const bool is_file =
        entry.mode == GIT_FILEMODE_BLOB || entry.mode == GIT_FILEMODE_BLOB_EXECUTABLE;
    if (!is_file || !path.starts_with(start) || git_index_entry_stage(&entry) != 0) continue;
    if (files.is_unchanged(entry))
      blobs.emplace_hint(blobs.end(), path.substr(start.size()), hex(entry.id));
  }
  return blobs;
}

}  // namespace codeweaver::corpus
