// CommitTree, read with libgit2.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/git_tree.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "base/counted.hpp"
#include "base/path_name.hpp"
#include "base/try.hpp"
#include "corpus/git_repository.hpp"
#include "corpus/path_rules.hpp"

namespace codeweaver::corpus {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMaxDepth = 200;      // of folders; git trees can have any depth
constexpr std::size_t kEntriesPerFile = 4;  // most entries to read for each file allowed

Error object_unreadable(const std::string& what, const std::string& id) {
  return {ErrorCategory::kIo, "OBJECT_UNREADABLE",
          "Cannot read the " + what + " " + id + ": " + last_git_error(), "reading a commit",
          "Check the repository for damage; in a partial clone, fetch the missing objects."};
}

struct TreeEntry {
  std::string path;
  git_oid id{};
  git_filemode_t mode = GIT_FILEMODE_UNREADABLE;
};

/// Collects entries; the walk ends early if there are too many.
struct TreeWalkState {
  std::vector<TreeEntry> entries;
  std::size_t seen = 0, limit = 0;
};

int add_entry(const char* folder, const git_tree_entry* entry, void* payload) {
  auto& state = *static_cast<TreeWalkState*>(payload);
  const std::string_view parent = folder;
  if (++state.seen > state.limit ||
      static_cast<std::size_t>(std::count(parent.begin(), parent.end(), '/')) > kMaxDepth)
    return GIT_EUSER;
  if (git_tree_entry_type(entry) != GIT_OBJECT_TREE)
    state.entries.push_back({std::string(parent) + git_tree_entry_name(entry),
                             *git_tree_entry_id(entry), git_tree_entry_filemode(entry)});
  return 0;
}

}  // namespace

struct CommitTree::Impl {
  explicit Impl(GitRepository opened) : repository(std::move(opened)) {}

  Result<void> open_tree(const git_commit* commit);
  Result<std::vector<TreeEntry>> entries(std::size_t max_files) const;
  Result<std::string> read(const git_oid& id) const;
  Result<void> add(const TreeEntry& entry, const DiscoveryOptions& options, CommitFiles& out) const;

  GitRepository repository;
  bool is_partial = false;
  std::string id;
  std::int64_t time = 0;
  TreeHandle tree;  // of the folder
};

Result<void> CommitTree::Impl::open_tree(const git_commit* commit) {
  git_tree* top = nullptr;
  if (git_commit_tree(&top, commit) != 0) return object_unreadable("tree of commit", id);
  TreeHandle owned(top);
  const std::string& prefix = repository.prefix();
  if (prefix.empty()) {
    tree = std::move(owned);
    return {};
  }
  git_tree_entry* raw = nullptr;
  const int status = git_tree_entry_bypath(&raw, top, prefix.c_str());
  const std::unique_ptr<git_tree_entry, GitFree<git_tree_entry, git_tree_entry_free>> entry(raw);
  if (status != 0 || git_tree_entry_type(raw) != GIT_OBJECT_TREE)
    return Error{ErrorCategory::kNotFound, "PATH_NOT_IN_REF",
                 "The folder " + prefix + " does not exist in commit " + id.substr(0, 12),
                 "listing the files of a commit", "Use another ref, or search the whole project."};
  git_tree* below = nullptr;
  if (git_tree_lookup(&below, repository.handle(), git_tree_entry_id(raw)) != 0)
    return object_unreadable("tree", hex(*git_tree_entry_id(raw)));
  tree.reset(below);
  return {};
}

Result<std::vector<TreeEntry>> CommitTree::Impl::entries(std::size_t max_files) const {
  TreeWalkState state;
  state.limit = max_files * kEntriesPerFile;
  const int status = git_tree_walk(tree.get(), GIT_TREEWALK_PRE, add_entry, &state);
  if (status == GIT_EUSER)
    return Error{
        ErrorCategory::kInvalidArgument, "TOO_MANY_FILES",
        "The commit has more than " + std::to_string(state.limit) +
            " entries, or folders nested more than " + std::to_string(kMaxDepth) + " levels deep",
        "listing the files of commit " + id.substr(0, 12),
        "Index a folder of the repository, or raise indexing.max_files in the user's settings"};
  if (status != 0) return object_unreadable("tree of commit", id);
  return std::move(state.entries);
}

Result<std::string> CommitTree::Impl::read(const git_oid& object) const {
  git_blob* raw = nullptr;
  if (git_blob_lookup(&raw, repository.handle(), &object) != 0)
    return object_unreadable("object", hex(object));
  const BlobHandle blob(raw);
  return std::string(static_cast<const char*>(git_blob_rawcontent(raw)),
                     static_cast<std::size_t>(git_blob_rawsize(raw)));
}

/// Adds a regular file that the path rules accept, if its name, size and content allow it.
Result<void> CommitTree::Impl::add(const TreeEntry& entry, const DiscoveryOptions& options,
                                   CommitFiles& out) const {
  auto& found = out.discovery;
  const auto name = base::file_name(entry.path);
  NameClass name_class = classify_name(name, options.extra_extensions);
  if (name_class.language.empty() && name_class.head_bytes == 0) {
    ++found.unknown[name_class.ext_kind.extension];
    return {};
  }
  if (is_partial && !repository.holds(entry.id)) {
    ++out.missing;
    return {};
  }
  git_odb* raw = nullptr;
  if (git_repository_odb(&raw, repository.handle()) != 0)
    return object_unreadable("objects of", id);
  const std::unique_ptr<git_odb, GitFree<git_odb, git_odb_free>> objects(raw);
  std::size_t size = 0;
  git_object_t type = GIT_OBJECT_INVALID;
  if (git_odb_read_header(&size, &type, raw, &entry.id) != 0)
    return object_unreadable("object", hex(entry.id));
  const auto limit =
      size_limit(options, name_class.language.empty() ? kOtherText : name_class.language);
  if (size > limit) {
    if (name_class.language.empty())
      ++found.unknown[name_class.ext_kind.extension];
    else
      found.skipped.push_back({entry.path, "too_large",
                               "The file has " + std::to_string(size) + " bytes, the limit is " +
                                   std::to_string(limit)});
    return {};
  }
  if (name_class.head_bytes > 0) {
    CODEWEAVER_ASSIGN(auto bytes, read(entry.id));
    classify_content(name, std::string_view(bytes).substr(0, name_class.head_bytes), name_class);
  }
  DiscoveredFile file;
  file.path = entry.path;
  file.is_test = looks_like_test(entry.path);
  file.is_generated = looks_generated(entry.path, {});
  if (is_unsearchable(name_class, file)) {
    ++found.unknown[name_class.ext_kind.extension];
    return {};
  }
  file.size_bytes = size;
  file.last_modified = static_cast<double>(time);
  file.language = std::move(name_class.language);
  file.ext_kind = std::move(name_class.ext_kind);
  found.files.push_back(std::move(file));
  out.objects.push_back(hex(entry.id));
  return {};
}

CommitTree::CommitTree(std::unique_ptr<Impl> impl) noexcept : impl_(std::move(impl)) {}
CommitTree::CommitTree(CommitTree&&) noexcept = default;
CommitTree& CommitTree::operator=(CommitTree&&) noexcept = default;
CommitTree::~CommitTree() = default;

Result<CommitTree> CommitTree::open(const fs::path& root, const std::string& commit) {
  CODEWEAVER_ASSIGN(
      auto repository,
      GitRepository::require(root, "reading a commit",
                             "Search without a ref, or use a folder in a git work tree."));
  auto impl = std::make_unique<Impl>(std::move(repository));
  impl->id = commit;
  impl->is_partial = impl->repository.is_partial();
  const git_oid id = parse_object_id(commit);
  git_commit* raw = nullptr;
  const int status = git_commit_lookup(&raw, impl->repository.handle(), &id);
  const CommitHandle handle(raw);
  if (status == GIT_ENOTFOUND)
    return Error{ErrorCategory::kNotFound, "COMMIT_NOT_FOUND",
                 "The repository does not have commit " + commit, "reading a commit",
                 "Fetch it, or use another ref."};
  if (status != 0) return object_unreadable("commit", commit);
  impl->time = git_commit_time(raw);
  CODEWEAVER_TRY(impl->open_tree(raw));
  return CommitTree(std::move(impl));
}

const std::string& CommitTree::commit() const noexcept {
  return impl_->id;
}

bool CommitTree::is_partial() const noexcept {
  return impl_->is_partial;
}

bool CommitTree::holds(const std::string& object) const {
  return impl_->repository.holds(parse_object_id(object));
}

std::int64_t CommitTree::packs_time() const {
  return impl_->repository.packs_time();
}

std::int64_t CommitTree::time() const noexcept {
  return impl_->time;
}

Result<CommitFiles> CommitTree::files(const DiscoveryOptions& options,
                                      const IsKnown& is_known) const {
  CODEWEAVER_ASSIGN(const auto entries, impl_->entries(options.max_files));
  std::map<std::string, const TreeEntry*, std::less<>> ignore_files;  // by folder
  for (const auto& entry : entries)
    if (base::file_name(entry.path) == kIgnoreFileName) {
      const auto folder = entry.path.size() - kIgnoreFileName.size();
      ignore_files.emplace(entry.path.substr(0, folder == 0 ? 0 : folder - 1), &entry);
    }
  PathRules rules(options, [&](std::string_view folder) -> std::optional<std::string> {
    const auto at = ignore_files.find(folder);
    auto text =
        at == ignore_files.end() ? Result<std::string>(Error{}) : impl_->read(at->second->id);
    return text && text->size() <= kMaxIgnoreFileBytes ? std::optional(std::move(*text))
                                                       : std::nullopt;
  });
  CommitFiles out;
  auto& found = out.discovery;
  for (const auto& entry : entries) {
    if (entry.mode == GIT_FILEMODE_COMMIT) {
      if (rules.accepts_folder(entry.path))
        found.skipped.push_back({entry.path, std::string(kNestedRepository),
                                 "The folder is a separate git repository"});
      continue;
    }
    if (!rules.accepts_file(entry.path)) continue;
    if (entry.mode == GIT_FILEMODE_LINK) {
      found.skipped.push_back(
          {entry.path, "symlink", "Symbolic links in a commit are not followed"});
    } else if (auto id = hex(entry.id); is_known && is_known(entry.path, id)) {
      found.files.emplace_back().path = entry.path;
      out.objects.push_back(std::move(id));
    } else if (auto added = impl_->add(entry, options, out); !added) {
      return added.error();
    }
    if (found.files.size() > options.max_files)
      return Error{
          ErrorCategory::kInvalidArgument, "TOO_MANY_FILES",
          "Codebase too large (more than " + base::counted(options.max_files, "file") +
              "), consider filtering",
          "listing the files of commit " + commit().substr(0, 12),
          "Add patterns to .codeweaverignore, or raise indexing.max_files in the user's settings"};
  }
  return out;
}

Result<std::vector<CommitTree::Blob>> CommitTree::blobs(std::size_t most) const {
  CODEWEAVER_ASSIGN(auto entries, impl_->entries(most));
  std::vector<Blob> out;
  for (auto& entry : entries)
    if (entry.mode != GIT_FILEMODE_COMMIT && entry.mode != GIT_FILEMODE_LINK)
      out.push_back({std::move(entry.path), hex(entry.id)});
  return out;
}

Result<std::string> CommitTree::read_file(const std::string& path) const {
  git_tree_entry* raw = nullptr;
  const int status = git_tree_entry_bypath(&raw, impl_->tree.get(), path.c_str());
  const std::unique_ptr<git_tree_entry, GitFree<git_tree_entry, git_tree_entry_free>> entry(raw);
  if (status != 0)
    return Error{ErrorCategory::kNotFound, "PATH_NOT_IN_REF",
                 "There is no " + path + " in commit " + impl_->id.substr(0, 12),
                 "reading a file of a commit", "Give the path of a file in that commit."};
  return impl_->read(*git_tree_entry_id(raw));
}

Result<std::string> CommitTree::read(const std::string& object) const {
  return impl_->read(parse_object_id(object));
}

}  // namespace codeweaver::corpus
