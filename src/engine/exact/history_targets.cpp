// History: selects files from a list of names with the rules of a walk.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/exact/history_targets.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "base/try.hpp"
#include "corpus/git_tree.hpp"
#include "engine/exact/listed_choice.hpp"

namespace codeweaver::engine {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostFilesOfCommit = 10'000'000;

/// Object ids by path; empty: the current file.
using ListedFiles = std::map<std::string, std::string, std::less<>>;

/// `tree`: of the commit; nullopt: lists the current files.
Result<ListedFiles> list_files(const std::optional<corpus::CommitTree>& tree,
                               const SearchTarget& asked) {
  ListedFiles out;
  if (!tree) {
    for (const auto& [path, lines] : *asked.added) out.emplace(path, "");
    return out;
  }
  CODEWEAVER_ASSIGN(auto blobs, tree->blobs(kMostFilesOfCommit));
  for (auto& blob : blobs)
    if (!asked.added || asked.added->contains(blob.path))
      out.emplace(std::move(blob.path), std::move(blob.object));
  return out;
}

}  // namespace

bool is_history(const TextSearchOptions& options) noexcept {
  return !options.ref.empty() || !options.changed_in.empty();
}

Result<HistoryTargets> history_targets(const TextSearchOptions& options) {
  HistoryTargets out;
  CODEWEAVER_ASSIGN(out.asked,
                    resolve_target(options.working_directory, options.ref, options.changed_in));
  std::optional<corpus::CommitTree> tree;
  if (!out.asked.commit.empty()) {
    CODEWEAVER_ASSIGN(tree, corpus::CommitTree::open(options.working_directory, out.asked.commit));
  }
  CODEWEAVER_ASSIGN(const auto files, list_files(tree, out.asked));
  std::vector<std::string> paths;
  std::vector<const std::string*> objects;
  for (const auto& [path, object] : files) {
    paths.push_back(path);
    objects.push_back(&object);
  }
  std::error_code ignored;
  const auto folder = fs::weakly_canonical(options.working_directory, ignored);
  const bool is_partial = tree && tree->is_partial();
  std::size_t missing = 0;
  ListedVisitor visitor;
  visitor.on_file = [&](ListedFile file) {
    const auto& path = paths[file.number];
    if (is_partial && !tree->holds(*objects[file.number])) {
      ++missing;
      return true;
    }
    const auto* lines = out.asked.added ? &out.asked.added->find(path)->second : nullptr;
    out.files.push_back({(folder / path).string(), std::move(file.shown), file.is_named,
                         file.is_mapped, *objects[file.number], lines});
    return true;
  };
  visitor.on_missing = [&](const std::string& path) {
    out.problems.emplace_back(path, kMissingInList);
  };
  CODEWEAVER_TRY(choose_listed(options, folder, paths, visitor));
  constexpr std::size_t kShortIdDigits = 12;
  const auto of_commit =
      missing_warning(missing, "commit " + out.asked.commit.substr(0, kShortIdDigits));
  out.missing = out.asked.missing;
  if (!of_commit.empty()) out.missing += (out.missing.empty() ? "" : ". ") + of_commit;
  return out;
}

}  // namespace codeweaver::engine
