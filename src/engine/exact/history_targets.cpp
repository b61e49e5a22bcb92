// History: a list of names instead of a walk, chosen from by the same rules.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/exact/history_targets.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <string_view>

#include "base/try.hpp"
#include "corpus/git_tree.hpp"
#include "corpus/search_walk.hpp"

namespace codeweaver::engine {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostFilesOfCommit = 10'000'000;

/// Object ids by path; empty: the file as it is now.
using ListedFiles = std::map<std::string, std::string, std::less<>>;

Result<ListedFiles> list_files(const fs::path& folder, const SearchTarget& asked) {
  ListedFiles out;
  if (asked.commit.empty()) {
    for (const auto& [path, lines] : *asked.added) out.emplace(path, "");
    return out;
  }
  CODEWEAVER_ASSIGN(const auto tree, corpus::CommitTree::open(folder, asked.commit));
  CODEWEAVER_ASSIGN(auto blobs, tree.blobs(kMostFilesOfCommit));
  for (auto& blob : blobs)
    if (!asked.added || asked.added->contains(blob.path))
      out.emplace(std::move(blob.path), std::move(blob.object));
  return out;
}

/// Chooses among listed files as TargetWalk does among those of a folder.
class HistoryChoice {
 public:
  HistoryChoice(const TextSearchOptions& options, const ListedFiles& files, HistoryTargets& out)
      : options_(options), files_(files), out_(out) {}

  Result<void> run() {
    std::error_code ignored;
    folder_ = fs::weakly_canonical(options_.working_directory, ignored);
    walk_.working_directory = folder_;
    walk_.takes_hidden = options_.takes_hidden;
    walk_.globs = options_.globs;
    CODEWEAVER_ASSIGN(walk_.names, globs_of_types(options_.types));
    const auto paths = options_.paths.empty() ? std::vector<std::string>{""} : options_.paths;
    constexpr std::size_t kFew = 10;
    const bool are_mapped =
        paths.size() <= kFew &&
        std::ranges::all_of(paths, [&](const auto& path) { return files_.contains(normal(path)); });
    for (const auto& path : paths) add(path, are_mapped);
    return {};
  }

 private:
  /// A path below the folder, without a slash at its end; "" is the folder itself.
  std::string normal(const std::string& path) const {
    fs::path given(path);
    if (given.is_absolute()) given = given.lexically_relative(folder_);
    auto text = given.lexically_normal().generic_string();
    if (text.ends_with('/')) text.pop_back();
    return text == "." ? "" : text;
  }

  void add(const std::string& path, bool is_mapped) {
    const auto name = normal(path);
    if (const auto file = files_.find(name); file != files_.end())
      return take(file->first, file->second, path, true, is_mapped);
    const auto before = name.empty() ? "" : name + "/";
    std::vector<std::string> below;
    for (auto file = files_.lower_bound(before);
         file != files_.end() && file->first.starts_with(before); ++file)
      below.push_back(file->first.substr(before.size()));
    if (below.empty() && !name.empty()) {
      out_.problems.emplace_back(path, "No such file or folder in what is searched");
      return;
    }
    const auto shown = path.empty() || path.ends_with('/') ? path : path + "/";
    for (const auto i : corpus::choose_searched(folder_ / name, walk_, below)) {
      const auto file = files_.find(before + below[i]);
      take(file->first, file->second, shown + below[i], false, false);
    }
  }

  void take(const std::string& path, const std::string& object, std::string shown, bool is_named,
            bool is_mapped) {
    const auto* lines = out_.asked.added ? &out_.asked.added->find(path)->second : nullptr;
    out_.files.push_back(
        {(folder_ / path).string(), std::move(shown), is_named, is_mapped, object, lines});
  }

  const TextSearchOptions& options_;
  const ListedFiles& files_;
  HistoryTargets& out_;
  corpus::SearchWalkOptions walk_;
  fs::path folder_;
};

}  // namespace

bool is_history(const TextSearchOptions& options) noexcept {
  return !options.ref.empty() || !options.changed_in.empty();
}

Result<HistoryTargets> history_targets(const TextSearchOptions& options) {
  HistoryTargets out;
  CODEWEAVER_ASSIGN(out.asked,
                    resolve_target(options.working_directory, options.ref, options.changed_in));
  CODEWEAVER_ASSIGN(const auto files, list_files(options.working_directory, out.asked));
  CODEWEAVER_TRY(HistoryChoice(options, files, out).run());
  return out;
}

}  // namespace codeweaver::engine
