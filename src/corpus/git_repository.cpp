// GitRepository: opens the work tree around a folder and reads its index and ignore sources.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/git_repository.hpp"

#include <algorithm>
#include <atomic>
#include <system_error>

#include "base/begin_thread.hpp"
#include "base/os/file_status.hpp"
#include "base/os/files.hpp"
#include "base/try.hpp"
#include "corpus/git.hpp"
#include "corpus/git_index_file.hpp"

namespace codeweaver::corpus {
namespace fs = std::filesystem;
namespace {

/// `path` relative to `top`, both resolved; nullopt: not below it.
std::optional<std::string> below(const fs::path& path, const fs::path& top) {
  const std::string& inner = path.native();
  const std::string& outer = top.native();
  if (inner == outer) return "";
  const std::string start = outer == "/" ? outer : outer + "/";
  if (!inner.starts_with(start)) return std::nullopt;
  return inner.substr(start.size());
}

/// The first bytes of a small file; empty when it cannot be read.
std::string read_start(os::Handle parent, const char* name) {
  std::string text(4096, '\0');
  const auto file = os::open_to_read_at(parent, name, os::Links::kFollowed);
  const auto count = file.is_open() ? os::read_some(file.get(), text.data(), text.size()) : 0;
  text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  return text;
}

bool is_object_id(std::string_view text) {
  return text.size() >= 40 &&
         text.substr(0, 40).find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

/// HEAD is a link into refs/, "ref: refs/...", or an object id.
bool has_valid_head(os::Handle parent, const std::string& directory) {
  const std::string head = directory + "/HEAD";
  os::FileStatus status;
  if (!os::status_at(parent, head.c_str(), status)) return false;
  if (status.type == os::FileType::kLink) {
    const auto target = os::read_link_at(parent, head.c_str());
    return target && target->starts_with("refs/");
  }
  const std::string text = read_start(parent, head.c_str());
  if (!text.starts_with("ref:")) return is_object_id(text);
  const std::size_t name = text.find_first_not_of(" \t\n\r", 4);
  return name != std::string::npos && std::string_view(text).substr(name).starts_with("refs/");
}

bool is_git_directory(os::Handle parent, const std::string& directory) {
  if (!has_valid_head(parent, directory)) return false;
  std::string common = directory;
  if (std::string text = read_start(parent, (directory + "/commondir").c_str()); !text.empty()) {
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
    common = text.starts_with('/') ? text : directory + "/" + text;
  }
  return os::may_enter_at(parent, (common + "/objects").c_str()) &&
         os::may_enter_at(parent, (common + "/refs").c_str());
}

Error unreadable(int status, const fs::path& root) {
  const std::string reason = last_git_error();
  const bool is_sha256 = reason.find("objectformat") != std::string::npos;
  return {
      ErrorCategory::kUnsupported, "REPOSITORY_UNREADABLE",
      is_sha256 ? "The git repository names its objects by SHA-256, which this build cannot read"
                : "The git repository cannot be read: " + reason,
      "opening the repository of " + root.string(),
      status == GIT_EOWNER
          ? "It belongs to somebody else; if you trust it, add it to git's setting safe.directory."
      : is_sha256 ? "Its branches, commits and differences cannot be searched; its folder can."
                  : "Look what git says about it."};
}

}  // namespace

std::string hex(const git_oid& id) {
  std::string text(GIT_OID_HEXSZ, '\0');
  git_oid_fmt(text.data(), &id);
  return text;
}

git_oid parse_object_id(const std::string& text) {
  git_oid id{};
  git_oid_fromstr(&id, text.c_str());
  return id;
}

std::string last_git_error() {
  const git_error* error = git_error_last();
  return error != nullptr && error->message != nullptr ? error->message : "unknown reason";
}

void start_git() {
  [[maybe_unused]] static const int is_started = [] {
    const int status = git_libgit2_init();
    // Extensions that change nothing in the files we read; without them such repositories, partial
    // clones and sparse checkouts among them, would be refused.
    const char* extensions[] = {"worktreeconfig", "partialclone", "preciousobjects",
                                "relativeworktrees"};
    git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, extensions, std::size(extensions));
    return status;
  }();
}

std::jthread begin_starting_git() {
  static std::atomic_flag has_begun;
  if (has_begun.test_and_set()) return {};
  return base::begin_thread(start_git);  // no thread to be had: the first use does it
}

GitRepository::GitRepository() {
  start_git();
}

Result<std::optional<GitRepository>> GitRepository::open(const fs::path& root) {
  GitRepository result;
  git_repository* raw = nullptr;
  const int status = git_repository_open_ext(&raw, root.c_str(), 0, nullptr);
  if (status == GIT_ENOTFOUND) return std::optional<GitRepository>{};
  if (status != 0) return unreadable(status, root);
  result.repository_.reset(raw);
  const char* workdir = git_repository_workdir(raw);
  if (workdir == nullptr) return std::optional<GitRepository>{};
  std::error_code problem;
  result.top_ = fs::canonical(workdir, problem);
  const auto git_directory = fs::weakly_canonical(git_repository_path(raw), problem);
  const auto prefix = below(root, result.top_);
  if (!prefix ||
      below(root, git_directory.has_filename() ? git_directory : git_directory.parent_path()))
    return std::optional<GitRepository>{};
  result.prefix_ = *prefix;
  return std::optional<GitRepository>(std::move(result));
}

Result<std::optional<GitRepository>> GitRepository::open_any(const fs::path& root) {
  auto opened = open(root);
  if (!opened || *opened) return opened;
  GitRepository result;
  git_repository* raw = nullptr;
  if (git_repository_open_bare(&raw, root.c_str()) != 0) return std::optional<GitRepository>{};
  result.repository_.reset(raw);
  if (git_repository_is_bare(raw) == 0) return std::optional<GitRepository>{};
  result.top_ = root;
  return std::optional<GitRepository>(std::move(result));
}

Result<GitRepository> GitRepository::require(const fs::path& root, std::string context,
                                             std::string action) {
  std::error_code problem;
  const auto resolved = fs::canonical(root, problem);
  CODEWEAVER_ASSIGN(auto opened,
                    problem ? Result(std::optional<GitRepository>()) : open_any(resolved));
  if (opened) return std::move(*opened);
  return Error{ErrorCategory::kNotFound, "NO_REPOSITORY",
               root.string() + " is in no git repository", std::move(context), std::move(action)};
}

git_index* GitRepository::index(std::string* problem) const {
  if (!index_ && !is_index_unreadable_) {
    std::error_code error;
    const auto file = fs::path(git_repository_path(handle())) / "index";
    if (fs::exists(file, error) && !fs::is_regular_file(file, error)) {  // a pipe never answers
      if (problem != nullptr) *problem = file.string() + " is not a regular file";
      is_index_unreadable_ = true;
      return nullptr;
    }
    git_index* raw = nullptr;
    if (git_repository_index(&raw, handle()) != 0) {
      if (problem != nullptr) *problem = last_git_error();
      index_ = read_index_file(handle());
      is_index_unreadable_ = index_ == nullptr;
      if (index_ && problem != nullptr) problem->clear();
      return index_.get();
    }
    index_.reset(raw);
  }
  return index_.get();
}

std::vector<TrackedPath> GitRepository::tracked(std::string* problem) const {
  std::vector<TrackedPath> paths;
  git_index* const entries = index(problem);
  if (entries == nullptr) return paths;
  const std::string start = prefix_.empty() ? "" : prefix_ + "/";
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

std::optional<std::string> GitRepository::sparse_text(std::string_view path) const {
  git_index* const entries = index();
  if (entries == nullptr) return std::nullopt;
  const git_index_entry* entry = git_index_get_bypath(entries, std::string(path).c_str(), 0);
  if (entry == nullptr || (entry->flags_extended & GIT_INDEX_ENTRY_SKIP_WORKTREE) == 0)
    return std::nullopt;
  git_object* raw = nullptr;
  if (git_object_lookup(&raw, handle(), &entry->id, GIT_OBJECT_BLOB) != 0) return std::nullopt;
  const ObjectHandle object(raw);
  const auto* blob = reinterpret_cast<const git_blob*>(raw);
  return std::string(static_cast<const char*>(git_blob_rawcontent(blob)),
                     static_cast<std::size_t>(git_blob_rawsize(blob)));
}

bool GitRepository::is_sparse() const {
  git_index* const entries = index();
  const std::size_t count = entries == nullptr ? 0 : git_index_entrycount(entries);
  for (std::size_t i = 0; i < count; ++i)
    if ((git_index_get_byindex(entries, i)->flags_extended & GIT_INDEX_ENTRY_SKIP_WORKTREE) != 0)
      return true;
  return false;
}

std::vector<fs::path> GitRepository::exclude_files() const {
  git_config* raw = nullptr;
  git_repository_config_snapshot(&raw, handle());
  const ConfigHandle config(raw);
  std::vector<fs::path> files;
  if (auto global = global_excludes_file(raw, top_); !global.empty())
    files.push_back(std::move(global));
  files.push_back(fs::path(git_repository_commondir(handle())) / "info" / "exclude");
  return files;
}

bool GitRepository::ignores_case() const {
  git_config* raw = nullptr;
  if (git_repository_config_snapshot(&raw, handle()) != 0) return false;
  const ConfigHandle config(raw);
  int value = 0;
  return git_config_get_bool(&value, raw, "core.ignorecase") == 0 && value != 0;
}

fs::path global_excludes_file(git_config* config, const fs::path& top) {
  ConfigHandle defaults;
  if (config == nullptr) {
    git_config* raw = nullptr;
    if (git_config_open_default(&raw) != 0) return {};
    defaults.reset(raw);
    config = raw;
  }
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

bool holds_repository(os::Handle parent, const char* name) {
  const std::string marker = std::string(name) + "/.git";
  os::FileStatus status;
  if (!os::status_at(parent, marker.c_str(), status, os::Links::kFollowed)) return false;
  if (status.type == os::FileType::kFolder) return is_git_directory(parent, marker);
  if (status.type != os::FileType::kFile) return false;
  if (!os::may_read_at(parent, marker.c_str())) return true;  // git plays safe here
  std::string text = read_start(parent, marker.c_str());
  if (!text.starts_with("gitdir: ")) return false;
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
  const std::string target = text.substr(8);
  return is_git_directory(parent,
                          target.starts_with('/') ? target : std::string(name) + "/" + target);
}

}  // namespace codeweaver::corpus
