// Walks first parents with libgit2 to find the trees of a folder.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/recent_trees.hpp"

#include <algorithm>

#include "base/try.hpp"
#include "corpus/git_repository.hpp"

namespace codeweaver::corpus {
namespace {

constexpr std::size_t kMostCommitsRead = 1000;

using TreeEntryHandle =
    std::unique_ptr<git_tree_entry, GitFree<git_tree_entry, git_tree_entry_free>>;

/// Tree id of the folder at `prefix` in a commit; empty: it does not exist there.
std::string tree_of(git_commit* commit, const std::string& prefix) {
  if (prefix.empty()) return hex(*git_commit_tree_id(commit));
  git_tree* raw = nullptr;
  if (git_commit_tree(&raw, commit) != 0) return {};
  const TreeHandle tree(raw);
  git_tree_entry* found = nullptr;
  if (git_tree_entry_bypath(&found, tree.get(), prefix.c_str()) != 0) return {};
  const TreeEntryHandle entry(found);
  return git_tree_entry_type(entry.get()) == GIT_OBJECT_TREE ? hex(*git_tree_entry_id(entry.get()))
                                                             : std::string();
}

}  // namespace

Result<std::vector<std::string>> recent_trees(const std::filesystem::path& root, std::size_t most) {
  CODEWEAVER_ASSIGN(const auto repository,
                    GitRepository::require(root, "looking for recent commits",
                                           "Give a file, or use a folder in a git repository."));
  std::vector<std::string> trees;
  git_oid head;
  if (git_reference_name_to_id(&head, repository.handle(), "HEAD") != 0) return trees;
  git_commit* raw = nullptr;
  if (git_commit_lookup(&raw, repository.handle(), &head) != 0) return trees;
  CommitHandle commit(raw);
  for (std::size_t left = kMostCommitsRead; left > 0 && trees.size() < most; --left) {
    auto tree = tree_of(commit.get(), repository.prefix());
    if (!tree.empty() && std::ranges::find(trees, tree) == trees.end())
      trees.push_back(std::move(tree));
    git_commit* parent = nullptr;
    if (git_commit_parent(&parent, commit.get(), 0) != 0) break;
    commit.reset(parent);
  }
  return trees;
}

}  // namespace codeweaver::corpus
