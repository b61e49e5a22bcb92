// WorkTree of a build without libgit2: finds its top folder and its ignore files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <utility>

#include "base/file.hpp"
#include "base/os/file_status.hpp"
#include "base/os/files.hpp"
#include "corpus/git.hpp"
#include "corpus/git_folder.hpp"
#include "corpus/project_path.hpp"
#include "corpus/work_tree.hpp"

namespace codeweaver::corpus {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t kMostOfLink = 64U << 10;  // bytes

/// Git's folders: of one work tree, and of the repository that its work trees share.
struct GitFolders {
  fs::path own, common;
};

/// The folder named in a small file; a relative path is resolved in `base`. nullopt: the file does
/// not exist or does not begin with `key`.
std::optional<fs::path> linked(const fs::path& file, std::string_view key, const fs::path& base) {
  auto text = base::read_file(file, kMostOfLink);
  if (!text || !text->starts_with(key)) return std::nullopt;
  text->erase(std::min(text->find_last_not_of("\r\n") + 1, text->size()));
  return base / text->substr(key.size());
}

GitFolders git_folders_of(const fs::path& top) {
  const fs::path marker = top / ".git";
  std::error_code ignored;
  GitFolders out;
  out.own = fs::weakly_canonical(linked(marker, "gitdir: ", top).value_or(marker), ignored);
  out.common = linked(out.own / "commondir", "", out.own).value_or(out.own);
  out.common = fs::weakly_canonical(out.common, ignored);
  return out;
}

std::uint64_t device_of(const fs::path& folder) {
  os::FileStatus status;
  os::status_of(folder.c_str(), status);
  return status.device;
}

/// The nearest folder with a repository on the same file system, like git.
std::optional<fs::path> find_top(const fs::path& root) {
  const auto device = device_of(root);
  for (fs::path folder = root; device_of(folder) == device; folder = folder.parent_path()) {
    const auto opened = os::open_folder(folder.c_str());
    if (opened.is_open() && holds_repository(opened.get(), ".")) return folder;
    if (!folder.has_relative_path()) break;
  }
  return std::nullopt;
}

struct Located {
  fs::path top;
  std::string prefix;
  GitFolders folders;
};

/// nullopt: `root` (a resolved path) is not in a work tree.
std::optional<Located> locate(const fs::path& root) {
  auto top = find_top(root);
  if (!top) return std::nullopt;
  auto folders = git_folders_of(*top);
  if (is_inside(folders.own, root)) return std::nullopt;
  auto prefix = root == *top ? std::string() : root.lexically_relative(*top).generic_string();
  return Located{*std::move(top), std::move(prefix), std::move(folders)};
}

}  // namespace

struct WorkTree::Impl {
  Located at;
};

WorkTree::WorkTree(std::unique_ptr<Impl> impl) noexcept : impl_(std::move(impl)) {}
WorkTree::WorkTree(WorkTree&&) noexcept = default;
WorkTree& WorkTree::operator=(WorkTree&&) noexcept = default;
WorkTree::~WorkTree() = default;

Result<std::optional<WorkTree>> WorkTree::open(const fs::path& root) {
  auto found = locate(root);
  if (!found) return std::optional<WorkTree>();
  return std::optional<WorkTree>(WorkTree(std::make_unique<Impl>(Impl{*std::move(found)})));
}

const fs::path& WorkTree::top() const noexcept {
  return impl_->at.top;
}

const std::string& WorkTree::prefix() const noexcept {
  return impl_->at.prefix;
}

fs::path WorkTree::git_folder() const {
  return impl_->at.folders.own;
}

std::vector<TrackedPath> WorkTree::tracked(std::string* /*problem*/) const {
  return {};
}

std::optional<std::string> WorkTree::sparse_text(std::string_view /*path*/) const {
  return std::nullopt;
}

bool WorkTree::is_sparse() const {
  return false;
}

std::vector<fs::path> WorkTree::exclude_files() const {
  return {impl_->at.folders.common / "info" / "exclude"};
}

bool WorkTree::ignores_case() const {
  return false;
}

fs::path global_excludes_file(const fs::path& /*folder*/) {
  return {};
}

std::optional<GitLocation> git_location(const fs::path& root) {
  std::error_code problem;
  const auto resolved = fs::canonical(root, problem);
  auto found = problem ? std::nullopt : locate(resolved);
  if (!found) return std::nullopt;
  const auto& [own, common] = found->folders;
  return GitLocation{common, std::move(found->top), std::move(found->prefix),
                     own == common ? std::string() : own.filename().string()};
}

}  // namespace codeweaver::corpus
