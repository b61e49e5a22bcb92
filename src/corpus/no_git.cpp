// Git functions of a build without libgit2: no facts about folders, and errors for commits.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <utility>

#include "corpus/git.hpp"
#include "corpus/git_diff.hpp"
#include "corpus/git_refs.hpp"
#include "corpus/git_tree.hpp"
#include "corpus/history.hpp"
#include "corpus/recent_trees.hpp"

namespace codeweaver::corpus {
namespace fs = std::filesystem;
namespace {

Error no_git(std::string context) {
  return {ErrorCategory::kUnsupported, "NO_GIT",
          "This build cannot read git commits: it was compiled with CODEWEAVER_GIT=OFF",
          std::move(context), "Search the folder as it is, or use a build with CODEWEAVER_GIT=ON."};
}

}  // namespace

std::jthread begin_starting_git() {
  return {};
}

GitFacts git_facts(const fs::path& /*root*/, const std::vector<std::string>* /*only*/) {
  return {};
}

Result<std::string> resolve_ref(const fs::path& /*root*/, std::string_view /*name*/) {
  return no_git("looking up a ref");
}

Result<CommitRange> resolve_range(const fs::path& /*root*/, std::string_view /*text*/) {
  return no_git("reading a range of commits");
}

Result<ChangedFiles> changed_lines(const fs::path& /*root*/, const CommitRange& /*range*/,
                                   MissingTexts* /*missing*/) {
  return no_git("reading a difference");
}

Result<std::vector<EarlierText>> earlier_texts(const fs::path& /*root*/,
                                               const CommitRange& /*range*/) {
  return no_git("reading a difference");
}

Result<std::vector<std::string>> recent_trees(const fs::path& /*root*/, std::size_t /*most*/) {
  return no_git("looking for recent commits");
}

// open() always fails, so the other members are never called.

struct CommitTree::Impl {
  std::string id;
};
CommitTree::CommitTree(std::unique_ptr<Impl> impl) noexcept : impl_(std::move(impl)) {}
CommitTree::CommitTree(CommitTree&&) noexcept = default;
CommitTree& CommitTree::operator=(CommitTree&&) noexcept = default;
CommitTree::~CommitTree() = default;

Result<CommitTree> CommitTree::open(const fs::path& /*root*/, const std::string& /*commit*/) {
  return no_git("reading a commit");
}

const std::string& CommitTree::commit() const noexcept {
  return impl_->id;
}

bool CommitTree::is_partial() const noexcept {
  return false;
}

bool CommitTree::holds(const std::string& /*object*/) const {
  return false;
}

std::int64_t CommitTree::packs_time() const {
  return 0;
}

std::int64_t CommitTree::time() const noexcept {
  return 0;
}

Result<CommitFiles> CommitTree::files(const DiscoveryOptions& /*options*/,
                                      const IsKnown& /*is_known*/) const {
  return no_git("reading a commit");
}

Result<std::vector<CommitTree::Blob>> CommitTree::blobs(std::size_t /*most*/) const {
  return no_git("reading a commit");
}

Result<std::string> CommitTree::read_file(const std::string& /*path*/) const {
  return no_git("reading a commit");
}

Result<std::string> CommitTree::read(const std::string& /*object*/) const {
  return no_git("reading a commit");
}

struct History::Impl {
  std::string newest;
};
History::History(std::unique_ptr<Impl> impl) noexcept : impl_(std::move(impl)) {}
History::History(History&&) noexcept = default;
History& History::operator=(History&&) noexcept = default;
History::~History() = default;

Result<History> History::open(const fs::path& /*root*/, std::string_view /*commit*/) {
  return no_git("reading the history");
}

const std::string& History::newest() const noexcept {
  return impl_->newest;
}

bool History::is_at_head() const {
  return false;
}

std::string History::scope() const {
  return {};
}

std::optional<Commit> History::next() {
  return std::nullopt;
}

std::optional<Commit> History::find(const std::string& /*id*/) const {
  return std::nullopt;
}

Result<std::vector<FileChange>> History::changes(const Commit& /*commit*/) const {
  return no_git("reading the history");
}

Result<std::vector<ChangedLines>> History::lines(const FileChange& /*change*/) const {
  return no_git("reading the history");
}

Result<std::string> History::text(const FileChange& /*change*/) const {
  return no_git("reading the history");
}

}  // namespace codeweaver::corpus
