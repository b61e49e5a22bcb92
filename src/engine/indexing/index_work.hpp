// IndexWork: the tasks of an indexing run, determined before it starts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <stop_token>
#include <vector>

#include "codeweaver/result.hpp"
#include "corpus/git.hpp"
#include "engine/state/state_paths.hpp"
#include "engine/state/tree_state.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {

struct IndexWork {
  TreeScan scan;
  std::vector<std::size_t> files;  ///< numbers of the files to read, in walk order
  corpus::GitFacts git;            ///< of these files; empty outside of repositories
};

/// Returns `given`, or a new comparison of the tree if another run has indexed since. Errors: those
/// of scan_tree(); kUnavailable "INDEX_LOCKED" (another run has indexed, and `given` is
/// partial).
Result<IndexWork> find_work(const ScanRequest& request, const StatePaths& paths,
                            const store::Database& database, std::optional<TreeScan> given,
                            const std::stop_token& stop);

}  // namespace codeweaver::engine
