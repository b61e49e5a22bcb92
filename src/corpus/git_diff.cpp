// Differences by line, computed with libgit2.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/git_diff.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "base/try.hpp"
#include "corpus/git_repository.hpp"

namespace codeweaver::corpus {
namespace fs = std::filesystem;
namespace {

constexpr git_off_t kMaxFileBytes = 10 << 20;  // larger files count as binary

Error unreadable(const CommitRange& range) {
  return {ErrorCategory::kIo, "DIFF_UNREADABLE",
          "Cannot compare " + range.from.substr(0, 12) + " with " +
              (range.to.empty() ? "the working tree" : range.to.substr(0, 12)) + ": " +
              last_git_error(),
          "reading a difference",
          "Check the repository for damage; in a partial clone, fetch the missing objects."};
}

struct Collector {
  std::string prefix;  // "" or "a/b/"
  ChangedFiles files;
};

int add_hunk(const git_diff_delta* delta, const git_diff_hunk* hunk, void* payload) {
  auto& collector = *static_cast<Collector*>(payload);
  const std::string_view path = delta->new_file.path;
  if (delta->status == GIT_DELTA_DELETED || !path.starts_with(collector.prefix)) return 0;
  collector.files[std::string(path.substr(collector.prefix.size()))].push_back(
      {static_cast<std::uint32_t>(hunk->new_start), static_cast<std::uint32_t>(hunk->new_lines)});
  return 0;
}

/// Reads the deltas of a diff in a partial clone, one by one.
class PartialDiff {
 public:
  PartialDiff(const GitRepository& repository, git_diff* diff, bool is_to_folder)
      : repository_(repository), diff_(diff), is_to_folder_(is_to_folder) {}

  bool lacks_any() const {
    for (std::size_t i = 0; i < git_diff_num_deltas(diff_); ++i) {
      const git_diff_delta& delta = *git_diff_get_delta(diff_, i);
      if (lacks(delta.old_file) || lacks_new(delta)) return true;
    }
    return false;
  }

  /// False: an existing object cannot be read.
  bool collect(Collector& out, MissingTexts& missing) const {
    for (std::size_t i = 0; i < git_diff_num_deltas(diff_); ++i) {
      const git_diff_delta& delta = *git_diff_get_delta(diff_, i);
      const std::string_view path = delta.new_file.path;
      const bool is_same = git_oid_equal(&delta.old_file.id, &delta.new_file.id) != 0;
      if (delta.status == GIT_DELTA_DELETED || is_same || !path.starts_with(out.prefix)) continue;
      if (lacks_new(delta)) {
        ++missing.files;
      } else if (lacks(delta.old_file)) {
        ++missing.uncompared;
        out.files[std::string(path.substr(out.prefix.size()))] = {
            {1, std::numeric_limits<std::uint32_t>::max() - 1}};
      } else if (!add_hunks(i, delta, out)) {
        return false;
      }
    }
    return true;
  }

 private:
  bool lacks(const git_diff_file& file) const {
    return git_oid_is_zero(&file.id) == 0 && !repository_.holds(file.id);
  }
  bool lacks_new(const git_diff_delta& delta) const {
    return !is_to_folder_ && lacks(delta.new_file);
  }

  bool add_hunks(std::size_t at, const git_diff_delta& delta, Collector& out) const {
    git_patch* raw = nullptr;
    if (git_patch_from_diff(&raw, diff_, at) != 0) return false;
    const PatchHandle patch(raw);
    for (std::size_t i = 0; raw != nullptr && i < git_patch_num_hunks(raw); ++i) {
      const git_diff_hunk* hunk = nullptr;
      if (git_patch_get_hunk(&hunk, nullptr, raw, i) != 0) return false;
      add_hunk(&delta, hunk, &out);
    }
    return true;
  }

  const GitRepository& repository_;
  git_diff* diff_;
  bool is_to_folder_;
};

/// The tree of a commit; null: unreadable.
TreeHandle tree_of(const GitRepository& repository, const std::string& commit) {
  const git_oid id = parse_object_id(commit);
  git_commit* raw = nullptr;
  if (git_commit_lookup(&raw, repository.handle(), &id) != 0) return nullptr;
  const CommitHandle owned(raw);
  git_tree* tree = nullptr;
  git_commit_tree(&tree, raw);
  return TreeHandle(tree);
}

DiffHandle compare(const GitRepository& repository, const CommitRange& range,
                   const git_diff_options& options) {
  const TreeHandle from = tree_of(repository, range.from);
  if (!from) return nullptr;
  git_diff* diff = nullptr;
  if (range.to.empty()) {
    git_diff_tree_to_workdir_with_index(&diff, repository.handle(), from.get(), &options);
    return DiffHandle(diff);
  }
  const TreeHandle to = tree_of(repository, range.to);
  if (to) git_diff_tree_to_tree(&diff, repository.handle(), from.get(), to.get(), &options);
  return DiffHandle(diff);
}

/// A difference below a folder, with renames.
struct Comparison {
  GitRepository repository;
  DiffHandle diff;
  std::string prefix;       // "" or "a/b/"
  bool is_lacking = false;  // some of its texts
};

Result<Comparison> compared(const fs::path& root, const CommitRange& range) {
  CODEWEAVER_ASSIGN(auto opened, GitRepository::require(
                                     root, "reading a difference",
                                     "Search without a diff, or use a folder in a git work tree."));
  Comparison out{std::move(opened), nullptr, {}};
  git_diff_options options = GIT_DIFF_OPTIONS_INIT;
  options.context_lines = 0;
  options.max_size = kMaxFileBytes;
  options.ignore_submodules = GIT_SUBMODULE_IGNORE_ALL;  // their files are not ours to index
  options.flags = GIT_DIFF_INCLUDE_UNTRACKED | GIT_DIFF_RECURSE_UNTRACKED_DIRS |
                  GIT_DIFF_SHOW_UNTRACKED_CONTENT | GIT_DIFF_DISABLE_PATHSPEC_MATCH;
  out.prefix = out.repository.prefix();
  std::string pathspec = out.prefix;
  char* paths[] = {pathspec.data()};
  if (!out.prefix.empty()) {
    options.pathspec = {paths, 1};
    out.prefix += '/';
  }
  out.diff = compare(out.repository, range, options);
  if (!out.diff) return unreadable(range);
  out.is_lacking = out.repository.is_partial() &&
                   PartialDiff(out.repository, out.diff.get(), range.to.empty()).lacks_any();
  git_diff_find_options renames = GIT_DIFF_FIND_OPTIONS_INIT;
  renames.flags = GIT_DIFF_FIND_RENAMES;
  if (out.is_lacking) renames.flags |= GIT_DIFF_FIND_EXACT_MATCH_ONLY;  // reads no text
  if (git_diff_find_similar(out.diff.get(), &renames) != 0) return unreadable(range);
  return out;
}

/// nullopt: the text is not there, or it is too large.
std::optional<std::string> text_of(const GitRepository& repository, const git_oid& id) {
  if (git_oid_is_zero(&id) != 0 || !repository.holds(id)) return std::nullopt;
  git_blob* raw = nullptr;
  if (git_blob_lookup(&raw, repository.handle(), &id) != 0) return std::nullopt;
  const BlobHandle blob(raw);
  const auto size = git_blob_rawsize(raw);
  if (size > static_cast<git_object_size_t>(kMaxFileBytes) || git_blob_is_binary(raw) != 0)
    return std::nullopt;
  return std::string(static_cast<const char*>(git_blob_rawcontent(raw)),
                     static_cast<std::size_t>(size));
}

}  // namespace

Result<ChangedFiles> changed_lines(const fs::path& root, const CommitRange& range,
                                   MissingTexts* missing) {
  CODEWEAVER_ASSIGN(const auto between, compared(root, range));
  Collector collector{between.prefix, {}};
  MissingTexts counts;
  const PartialDiff partial(between.repository, between.diff.get(), range.to.empty());
  const bool is_read = between.is_lacking ? partial.collect(collector, counts)
                                          : git_diff_foreach(between.diff.get(), nullptr, nullptr,
                                                             add_hunk, nullptr, &collector) == 0;
  if (!is_read) return unreadable(range);
  if (missing != nullptr) *missing = counts;
  return std::move(collector.files);
}

Result<std::vector<EarlierText>> earlier_texts(const fs::path& root, const CommitRange& range) {
  CODEWEAVER_ASSIGN(const auto between, compared(root, range));
  std::vector<EarlierText> out;
  for (std::size_t i = 0; i < git_diff_num_deltas(between.diff.get()); ++i) {
    const git_diff_delta& delta = *git_diff_get_delta(between.diff.get(), i);
    const bool is_changed = delta.status == GIT_DELTA_DELETED ||
                            delta.status == GIT_DELTA_MODIFIED ||
                            (delta.status == GIT_DELTA_RENAMED &&
                             git_oid_equal(&delta.old_file.id, &delta.new_file.id) == 0);
    const std::string_view path = delta.old_file.path;
    if (!is_changed || !path.starts_with(between.prefix)) continue;
    if (auto text = text_of(between.repository, delta.old_file.id))
      out.push_back({std::string(path.substr(between.prefix.size())), std::move(*text)});
  }
  std::ranges::sort(out, {}, &EarlierText::path);
  return out;
}

}  // namespace codeweaver::corpus
