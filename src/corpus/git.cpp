// GitState and object ids, read with libgit2.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/git.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include "base/descriptor.hpp"
#include "corpus/git_repository.hpp"

namespace codeweaver::corpus {
namespace fs = std::filesystem;
namespace {

std::string hex(const git_oid& id) {
  std::string text(GIT_OID_HEXSZ, '\0');
  git_oid_fmt(text.data(), &id);
  return text;
}

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

/// Stops at the first difference, but not at files that a sparse checkout leaves out.
int stop_at_change(const git_diff*, const git_diff_delta* delta, const char*, void* payload) {
  auto* index = static_cast<git_index*>(payload);
  if (delta->status == GIT_DELTA_DELETED && index != nullptr) {
    const git_index_entry* entry = git_index_get_bypath(index, delta->old_file.path, 0);
    if (entry != nullptr && (entry->flags_extended & GIT_INDEX_ENTRY_SKIP_WORKTREE) != 0) return 1;
  }
  return GIT_EUSER;
}

bool has_changes(const GitRepository& repository, const std::string& commit) {
  git_index* const index = repository.index();
  if (index == nullptr) return false;
  git_diff_options options = GIT_DIFF_OPTIONS_INIT;
  options.ignore_submodules = GIT_SUBMODULE_IGNORE_ALL;  // their files are not ours to index
  options.notify_cb = stop_at_change;
  ObjectHandle tree;
  if (!commit.empty()) {
    git_object* raw = nullptr;
    git_revparse_single(&raw, repository.handle(), "HEAD^{tree}");
    tree.reset(raw);
  }
  git_diff* diff = nullptr;
  int status = git_diff_tree_to_index(&diff, repository.handle(),
                                      reinterpret_cast<git_tree*>(tree.get()), index, &options);
  const DiffHandle staged(diff);
  if (status == GIT_EUSER) return true;
  options.payload = index;
  diff = nullptr;
  status = git_diff_index_to_workdir(&diff, repository.handle(), index, &options);
  const DiffHandle unstaged(diff);
  return status == GIT_EUSER;
}

/// Git's own quick test: a regular file with the recorded size and time.
bool is_unchanged(int folder, const char* path, const git_index_entry& entry) {
  struct stat status {};
  return fstatat(folder, path, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(status.st_mode) &&
         entry.mode != GIT_FILEMODE_LINK &&
         static_cast<std::uint32_t>(status.st_size) == entry.file_size &&
         static_cast<std::int32_t>(status.st_mtim.tv_sec) == entry.mtime.seconds &&
         static_cast<std::uint32_t>(status.st_mtim.tv_nsec) == entry.mtime.nanoseconds;
}

}  // namespace

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
  state.is_dirty = has_changes(repository, state.commit);
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
  const base::Descriptor folder(open(resolved.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  for (std::size_t i = 0, count = git_index_entrycount(index); i < count; ++i) {
    const git_index_entry& entry = *git_index_get_byindex(index, i);
    const std::string_view path = entry.path;
    if (!path.starts_with(start) || git_index_entry_stage(&entry) != 0) continue;
    if (is_unchanged(folder.get(), entry.path + start.size(), entry))
      blobs.emplace_hint(blobs.end(), path.substr(start.size()), hex(entry.id));
  }
  return blobs;
}

}  // namespace codeweaver::corpus
