// RepoStatus: state and size of a project's index.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_REPO_STATUS_HPP_
#define CODEWEAVER_REPO_STATUS_HPP_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "codeweaver/export.hpp"
#include "codeweaver/index_runs.hpp"
#include "codeweaver/index_statistics.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// State and size of a project's index.
struct RepoStatus {
  bool indexed = false;  ///< there is an index, possibly of a part of the files
  double coverage = 0;   ///< IndexCoverage::share()
  std::size_t total_files = 0;
  std::size_t total_chunks = 0;
  std::string last_indexed_at{};         ///< ISO 8601; empty: never
  bool is_stale = true;                  ///< files changed since the last run, or no index exists
  bool is_indexing = false;              ///< a process holds the index lock
  bool is_watched = false;               ///< a process watches the folder
  std::size_t changed_files = 0;         ///< while coverage < 1: files that are not indexed yet
  std::optional<RunProgress> running{};  ///< set after the first checkpoint of a run in any process
  IndexStatistics statistics{};
  std::optional<LastRun> last_run{};
  std::vector<std::string> warnings{};  ///< one sentence per problem of the index
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_REPO_STATUS_HPP_
