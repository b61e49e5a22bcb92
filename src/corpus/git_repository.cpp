// GitRepository: opens the work tree around a folder, and its index.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/git_repository.hpp"

#include <atomic>
#include <system_error>

#include "base/begin_thread.hpp"
#include "base/os/file_status.hpp"
#include "base/try.hpp"
#include "corpus/git.hpp"
#include "corpus/git_index_file.hpp"
#include "corpus/git_special_files.hpp"

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

Error unreadable(int status, const fs::path& root) {
  const std::string reason = last_git_error();
  const bool is_sha256 = reason.find("objectformat") != std::string::npos;
  return {
      ErrorCategory::kUnsupported, "REPOSITORY_UNREADABLE",
      is_sha256 ? "The git repository uses SHA-256 object ids, which this build cannot read"
                : "The git repository cannot be read: " + reason,
      "opening the repository of " + root.string(),
      status == GIT_EOWNER
          ? "It belongs to another user. If you trust it, add it to git's safe.directory setting."
      : is_sha256 ? "Search the folder instead; its branches, commits and diffs are not available."
                  : "Open the folder with git to see the reason."};
}

Error not_a_file(const fs::path& special, const fs::path& root) {
  return {ErrorCategory::kUnsupported, "REPOSITORY_UNREADABLE",
          "The git repository contains a special file: " + special.string(),
          "opening the repository of " + root.string(),
          "Remove it; git never creates special files."};
}

/// A special file in the repository that contains `root`.
std::optional<fs::path> special_file_around(const fs::path& root) {
  git_buf found = GIT_BUF_INIT;
  const int status = git_repository_discover(&found, root.c_str(), 0, nullptr);
  const std::string folder = status == 0 ? std::string(found.ptr, found.size) : std::string();
  git_buf_dispose(&found);
  return folder.empty() ? std::nullopt : special_file_in(folder);
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
    // Extensions that do not affect the files we read. Without this call libgit2 would reject
    // repositories that use them, such as partial clones and sparse checkouts.
    const char* extensions[] = {"worktreeconfig", "partialclone", "preciousobjects",
                                "relativeworktrees"};
    git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, extensions, std::size(extensions));
    return status;
  }();
}

std::jthread begin_starting_git() {
  static std::atomic_flag has_begun;
  if (has_begun.test_and_set()) return {};
  return base::begin_thread(start_git);  // if no thread is available, the first use starts git
}

GitRepository::GitRepository() {
  start_git();
}

Result<std::optional<GitRepository>> GitRepository::open(const fs::path& root) {
  GitRepository result;
  git_repository* raw = nullptr;
  if (const auto special = special_file_around(root)) return not_a_file(*special, root);
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
  std::error_code ignored;
  const bool may_be_bare = fs::is_regular_file(root / "HEAD", ignored);
  if (may_be_bare)
    if (const auto special = special_file_in(root)) return not_a_file(*special, root);
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
               root.string() + " is not in a git repository", std::move(context),
               std::move(action)};
}

git_index* GitRepository::index(std::string* problem) const {
  if (!index_ && !is_index_unreadable_) {
    std::error_code error;
    const auto file = fs::path(git_repository_path(handle())) / "index";
    if (fs::exists(file, error) &&
        !fs::is_regular_file(file, error)) {  // reading a pipe would block
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

bool GitRepository::is_partial() const {
  git_config* raw = nullptr;
  if (git_repository_config_snapshot(&raw, repository_.get()) != 0) return false;
  const ConfigHandle config(raw);
  bool is_promised = false;
  const auto note = [](const git_config_entry* entry, void* payload) {
    int value = 0;
    const bool is_on = git_config_parse_bool(&value, entry->value) == 0 && value != 0;
    if (is_on) *static_cast<bool*>(payload) = true;
    return 0;
  };
  git_config_foreach_match(raw, "^remote\\..*\\.promisor$", note, &is_promised);
  git_config_entry* extension = nullptr;
  if (!is_promised && git_config_get_entry(&extension, raw, "extensions.partialclone") == 0)
    is_promised = true;
  git_config_entry_free(extension);
  return is_promised;
}

bool GitRepository::holds(const git_oid& id) const {
  if (!objects_) {
    git_odb* raw = nullptr;
    if (git_repository_odb(&raw, repository_.get()) != 0) return false;
    objects_.reset(raw);
  }
  return git_odb_exists_ext(objects_.get(), &id, GIT_ODB_LOOKUP_NO_REFRESH) == 1;
}

std::int64_t GitRepository::packs_time() const {
  os::FileStatus status;
  const auto packs = fs::path(git_repository_commondir(repository_.get())) / "objects/pack";
  return os::status_of(packs.c_str(), status) ? status.modified_ns : 0;
}

}  // namespace codeweaver::corpus
