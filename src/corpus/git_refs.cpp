// Refs and ranges, resolved with libgit2.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/git_refs.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/edit_distance.hpp"
#include "base/try.hpp"
#include "corpus/git_repository.hpp"

namespace codeweaver::corpus {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kNearRefs = 3;
constexpr std::size_t kMaxRefs = 20'000;  // most refs to compare with a name that was not found
constexpr std::size_t kMaxNameBytes = 1000;

std::string quoted(std::string_view name) {
  return "'" + std::string(name) + "'";
}

/// "refs/heads/main" in its short form: "main".
std::string_view short_name(std::string_view ref) {
  for (const std::string_view start : {"refs/heads/", "refs/tags/", "refs/remotes/", "refs/"})
    if (ref.starts_with(start)) return ref.substr(start.size());
  return ref;
}

/// How different two names are; nullopt: too different. "1.2" and "v1.2.0" are similar, because one
/// contains the other.
std::optional<std::size_t> unlikeness(std::string_view wanted, std::string_view known) {
  if (known.find(wanted) != std::string_view::npos) return known.size() - wanted.size();
  const std::size_t most = std::max<std::size_t>(2, wanted.size() / 3);
  const std::size_t distance = base::edit_distance(wanted, known, most);
  const bool is_near = distance < wanted.size() && distance <= most;
  return is_near ? std::optional(distance) : std::nullopt;
}

std::vector<std::string> near_refs(git_repository* repository, std::string_view wanted) {
  git_reference_iterator* iterator = nullptr;
  if (git_reference_iterator_new(&iterator, repository) != 0) return {};
  std::vector<std::pair<std::size_t, std::string>> found;
  const char* name = nullptr;
  for (std::size_t i = 0; i < kMaxRefs && git_reference_next_name(&name, iterator) == 0; ++i)
    if (const auto distance = unlikeness(wanted, short_name(name)))
      found.emplace_back(*distance, short_name(name));
  git_reference_iterator_free(iterator);
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(found.size(), kNearRefs); ++i)
    names.push_back(std::move(found[i].second));
  return names;
}

Error ref_not_found(git_repository* repository, std::string_view name) {
  std::string action;
  for (const auto& near : near_refs(repository, name))
    action += (action.empty() ? "Did you mean " : ", ") + near;
  action += action.empty() ? "List the branches and tags of the repository." : "?";
  if (git_repository_is_shallow(repository) == 1)
    action += " This is a shallow clone: fetch the rest of its history and its tags.";
  return {ErrorCategory::kNotFound, "REF_NOT_FOUND",
          "No branch, tag or commit is called " + quoted(name), "looking up a ref",
          std::move(action)};
}

Result<std::string> resolve(const GitRepository& repository, std::string_view name) {
  const std::string text(name.substr(0, kMaxNameBytes));
  git_object* raw = nullptr;
  const int status = text.empty() || name.size() > kMaxNameBytes
                         ? static_cast<int>(GIT_ENOTFOUND)
                         : git_revparse_single(&raw, repository.handle(), text.c_str());
  const ObjectHandle object(raw);
  if (status == GIT_EAMBIGUOUS)
    return Error{ErrorCategory::kInvalidArgument, "REF_AMBIGUOUS",
                 "More than one object id begins with " + quoted(name), "looking up a ref",
                 "Write more digits of the commit id."};
  if (status != 0) return ref_not_found(repository.handle(), text);
  git_object* peeled = nullptr;
  const int peel_status = git_object_peel(&peeled, raw, GIT_OBJECT_COMMIT);
  const ObjectHandle commit(peeled);
  if (peel_status == 0) return hex(*git_object_id(peeled));
  return Error{
      ErrorCategory::kInvalidArgument, "NOT_A_COMMIT",
      quoted(name) + " is a " + git_object_type2string(git_object_type(raw)) + ", not a commit",
      "looking up a ref", "Give a branch, a tag or a commit."};
}

Result<GitRepository> open_repository(const fs::path& root) {
  return GitRepository::require(root, "looking up a ref",
                                "Search without a ref, or use a folder in a git work tree.");
}

Result<std::string> merge_base(const GitRepository& repository, const std::string& a,
                               const std::string& b) {
  const git_oid one = parse_object_id(a), two = parse_object_id(b);
  git_oid base{};
  if (git_merge_base(&base, repository.handle(), &one, &two) == 0) return hex(base);
  return Error{ErrorCategory::kInvalidArgument, "NO_MERGE_BASE",
               "The two sides of the range have no common ancestor", "reading a range of commits",
               git_repository_is_shallow(repository.handle()) == 1
                   ? "This is a shallow clone: fetch the rest of its history."
                   : "Use two dots (A..B) to compare the two commits themselves."};
}

}  // namespace

Result<std::string> resolve_ref(const fs::path& root, std::string_view name) {
  CODEWEAVER_ASSIGN(const auto repository, open_repository(root));
  return resolve(repository, name);
}

Result<CommitRange> resolve_range(const fs::path& root, std::string_view text) {
  CODEWEAVER_ASSIGN(const auto repository, open_repository(root));
  const auto dots = text.find("..");
  if (text.empty() || text == ".." || text == "...")
    return Error{ErrorCategory::kInvalidArgument, "EMPTY_RANGE", "The range names no commit",
                 "reading a range of commits", "Write A..B, A...B, or A for the working tree."};
  const auto left = text.substr(0, dots);
  auto from = resolve(repository, left.empty() ? "HEAD" : left);
  if (!from) return from.error();
  if (dots == std::string_view::npos) return CommitRange{std::move(*from), "", ""};
  const bool is_from_base = text.substr(dots).starts_with("...");
  const auto right = text.substr(dots + (is_from_base ? 3 : 2));
  const std::string to_name(right.empty() ? "HEAD" : right);
  CODEWEAVER_ASSIGN(auto to, resolve(repository, to_name));
  if (is_from_base) from = merge_base(repository, *from, to);
  if (!from) return from.error();
  return CommitRange{std::move(*from), std::move(to), to_name};
}

}  // namespace codeweaver::corpus
