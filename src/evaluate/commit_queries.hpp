// Queries made of a repository's own history: what a commit says it does, and where that is now.
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

/// Splits of these queries by time: one to choose settings on, one to judge them.
inline constexpr std::string_view kOlderSplit = "older", kNewerSplit = "newer";
inline constexpr double kNewerShare = 0.3;

struct CommitQueryOptions {
  std::filesystem::path root{};   ///< of the project; may lie below the top of its work tree
  std::string repo{};             ///< QueryKey::repo
  IndexOptions index{};           ///< decides which files can be found
  std::size_t max_queries = 300;  ///< newest first
  std::size_t max_files = 5;      ///< a commit that changed more source files says too little
};

struct CommitQueries {
  std::vector<Query> queries{};  ///< newest first; query_id begins the commit's id
  std::size_t commits = 0;       ///< looked at
  std::map<std::string, std::size_t, std::less<>> left_out{};  ///< why to how many commits
};

/// One query a commit: its subject (see query_of_subject). Targets lie in the tree as it is: of
/// each changed source file that is still there, the definitions touched (see locate_touched); the
/// whole file where the commit added it, touched more than ten definitions or none. Tests are
/// secondary beside other files. Left out: merges, subjects that are no query, commits that changed
/// no source file, more than max_files, or nothing that is left, and all but the newest of equal
/// subjects. Cost: compares two trees a commit, parses two texts a file. Errors: of
/// corpus::History and corpus::discover; kCancelled.
Result<CommitQueries> read_commit_queries(const CommitQueryOptions& options,
                                          std::stop_token stop = {});

}  // namespace codeweaver::evaluate
