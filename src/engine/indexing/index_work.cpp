// Compares a tree with its record to find the work of a run.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/indexing/index_work.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"

namespace codeweaver::engine {
namespace {

Result<TreeScan> take_scan(const ScanRequest& request, const StatePaths& paths,
                           const store::Database& database, std::optional<TreeScan> given,
                           const std::stop_token& stop) {
  if (given && !request.force) {
    CODEWEAVER_ASSIGN(const auto holds, is_current(*given, database, paths, request.settings_hash));
    if (holds) return std::move(*given);
    if (given->is_part)
      return Error{ErrorCategory::kUnavailable, error_code::kIndexLocked,
                   "Another run indexed the project at the same time", "indexing changed files",
                   "Try again."};
  }
  return scan_tree(request, paths, database, stop);
}

}  // namespace

Result<IndexWork> find_work(const ScanRequest& request, const StatePaths& paths,
                            const store::Database& database, std::optional<TreeScan> given,
                            const std::stop_token& stop) {
  CODEWEAVER_ASSIGN(auto scan, take_scan(request, paths, database, std::move(given), stop));
  IndexWork work{std::move(scan), {}, {}};
  const auto& changes = work.scan.changes;
  std::ranges::merge(changes.changed, changes.doubtful, std::back_inserter(work.files));
  if (work.files.empty()) return work;
  std::vector<std::string> paths_to_read;
  for (const std::size_t i : work.files) paths_to_read.push_back(work.scan.found.files[i].path);
  work.git = corpus::git_facts(request.root, &paths_to_read);
  return work;
}

}  // namespace codeweaver::engine
