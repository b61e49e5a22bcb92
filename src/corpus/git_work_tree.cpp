// WorkTree, read with libgit2.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <utility>

#include "base/try.hpp"
#include "corpus/git_repository.hpp"
#include "corpus/work_tree.hpp"

namespace codeweaver::corpus {
namespace fs = std::filesystem;
namespace {

/// The user's global ignore file, according to the settings of a repository.
fs::path excludes_file_of(git_config* config, const fs::path& top) {
  git_buf buffer{};
  fs::path file;
  if (git_config_get_path(&buffer, config, "core.excludesfile") == 0) {
    file = buffer.size > 0 ? top / std::string(buffer.ptr, buffer.size) : fs::path{};
    git_buf_dispose(&buffer);
    return file;
  }
  if (git_libgit2_opts(GIT_OPT_GET_SEARCH_PATH, GIT_CONFIG_LEVEL_XDG, &buffer) == 0) {
    const std::string_view folders(buffer.ptr, buffer.size);
    const auto first = folders.substr(0, folders.find(GIT_PATH_LIST_SEPARATOR));
    if (!first.empty()) file = fs::path(first) / "ignore";
    git_buf_dispose(&buffer);
  }
  return file;
}

}  // namespace

struct WorkTree::Impl {
  GitRepository repository;
};

WorkTree::WorkTree(std::unique_ptr<Impl> impl) noexcept : impl_(std::move(impl)) {}
WorkTree::WorkTree(WorkTree&&) noexcept = default;
WorkTree& WorkTree::operator=(WorkTree&&) noexcept = default;
WorkTree::~WorkTree() = default;

Result<std::optional<WorkTree>> WorkTree::open(const fs::path& root) {
  CODEWEAVER_ASSIGN(auto opened, GitRepository::open(root));
  if (!opened) return std::optional<WorkTree>();
  return std::optional<WorkTree>(WorkTree(std::make_unique<Impl>(Impl{std::move(*opened)})));
}

const fs::path& WorkTree::top() const noexcept {
  return impl_->repository.top();
}

const std::string& WorkTree::prefix() const noexcept {
  return impl_->repository.prefix();
}

fs::path WorkTree::git_folder() const {
  return git_repository_path(impl_->repository.handle());
}

std::vector<TrackedPath> WorkTree::tracked(std::string* problem) const {
  std::vector<TrackedPath> paths;
  git_index* const entries = impl_->repository.index(problem);
  if (entries == nullptr) return paths;
  const std::string start = prefix().empty() ? "" : prefix() + "/";
  const std::size_t count = git_index_entrycount(entries);
  paths.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const git_index_entry* entry = git_index_get_byindex(entries, i);
    if (std::string_view(entry->path).starts_with(start))
      paths.push_back({entry->path, entry->mode == GIT_FILEMODE_COMMIT});
  }
  const auto by_path = [](const TrackedPath& a, const TrackedPath& b) { return a.path < b.path; };
  if (!std::is_sorted(paths.begin(), paths.end(), by_path))
    std::sort(paths.begin(), paths.end(), by_path);
  const auto same = [](const TrackedPath& a, const TrackedPath& b) { return a.path == b.path; };
  paths.erase(std::unique(paths.begin(), paths.end(), same), paths.end());
  return paths;
}

std::optional<std::string> WorkTree::sparse_text(std::string_view path) const {
  git_index* const entries = impl_->repository.index();
  if (entries == nullptr) return std::nullopt;
  const git_index_entry* entry = git_index_get_bypath(entries, std::string(path).c_str(), 0);
  if (entry == nullptr || (entry->flags_extended & GIT_INDEX_ENTRY_SKIP_WORKTREE) == 0)
    return std::nullopt;
  git_object* raw = nullptr;
  if (git_object_lookup(&raw, impl_->repository.handle(), &entry->id, GIT_OBJECT_BLOB) != 0)
    return std::nullopt;
  const ObjectHandle object(raw);
  const auto* blob = reinterpret_cast<const git_blob*>(raw);
  return std::string(static_cast<const char*>(git_blob_rawcontent(blob)),
                     static_cast<std::size_t>(git_blob_rawsize(blob)));
}

bool WorkTree::is_sparse() const {
  git_index* const entries = impl_->repository.index();
  const std::size_t count = entries == nullptr ? 0 : git_index_entrycount(entries);
  for (std::size_t i = 0; i < count; ++i)
    if ((git_index_get_byindex(entries, i)->flags_extended & GIT_INDEX_ENTRY_SKIP_WORKTREE) != 0)
      return true;
  return false;
}

std::vector<fs::path> WorkTree::exclude_files() const {
  git_config* raw = nullptr;
  git_repository_config_snapshot(&raw, impl_->repository.handle());
  const ConfigHandle config(raw);
  std::vector<fs::path> files;
  auto global = raw != nullptr ? excludes_file_of(raw, top()) : global_excludes_file(top());
  if (!global.empty()) files.push_back(std::move(global));
  files.push_back(fs::path(git_repository_commondir(impl_->repository.handle())) / "info" /
                  "exclude");
  return files;
}

bool WorkTree::ignores_case() const {
  git_config* raw = nullptr;
  if (git_repository_config_snapshot(&raw, impl_->repository.handle()) != 0) return false;
  const ConfigHandle config(raw);
  int value = 0;
  return git_config_get_bool(&value, raw, "core.ignorecase") == 0 && value != 0;
}

fs::path global_excludes_file(const fs::path& folder) {
  start_git();
  git_config* raw = nullptr;
  if (git_config_open_default(&raw) != 0) return {};
  const ConfigHandle config(raw);
  return excludes_file_of(raw, folder);
}

}  // namespace codeweaver::corpus
