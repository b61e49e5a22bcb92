// Queries from the history of a repository: the subject of each commit, and the code it changed.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "codeweaver/index_types.hpp"
#include "codeweaver/result.hpp"
#include "evaluate/query_set.hpp"

namespace codeweaver::evaluate {

/// Splits of these queries by time: the older one to choose settings, the newer one to judge them.
inline constexpr std::string_view kOlderSplit = "older", kNewerSplit = "newer";
inline constexpr double kNewerShare = 0.3;

struct CommitQueryOptions {
  std::filesystem::path root{};   ///< of the project; may be below the top of its work tree
  std::string repo{};             ///< QueryKey::repo
  IndexOptions index{};           ///< decides which files can be found
  std::size_t max_queries = 300;  ///< newest first
  std::size_t max_files = 5;      ///< commits that changed more source files are skipped
};

struct CommitQueries {
  std::vector<Query> queries{};  ///< newest first; query_id is a prefix of the commit id
  std::size_t commits = 0;       ///< commits that were read
  std::map<std::string, std::size_t, std::less<>> left_out{};  ///< skipped commits by reason
};

/// Makes one query per commit: its subject (see query_of_subject). Targets are places in the
/// current tree: for each changed source file that still exists, the touched definitions (see
/// locate_touched). The whole file is the target if the commit added it, or touched more than ten
/// definitions or none. Tests are secondary next to other files.
///
/// Skips merges, subjects that are not a query, commits that changed no source file, more than
/// max_files, or only code that no longer exists, and all but the newest of equal subjects.
///
/// Cost: compares two trees per commit, and parses two texts per file. Errors: of corpus::History
/// and corpus::discover; kCancelled.
Result<CommitQueries> read_commit_queries(const CommitQueryOptions& options,
                                          std::stop_token stop = {});

}  // namespace codeweaver::evaluate
