// The commit log of a tree, stored in the state folder.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "engine/state/commit_log.hpp"
#include "engine/state/state_paths.hpp"

namespace codeweaver::engine {

/// The id of the commit that a tree consists of; empty: the tree follows HEAD.
std::string commit_of(const StatePaths& paths);

/// Reads the log of a tree; if there is none, the folder's log, which shares most commits. Empty
/// if none can be read.
CommitLog read_commit_log(const StatePaths& paths);

/// Records the ancestors of the current commit of `root`, or of the tree's commit, and reads the
/// changed files of the newest `most_differences` commits whose files are unknown. Only writes new
/// entries; does nothing outside of repositories. `rebuild`: ignores the existing log. Failures are
/// ignored, because the log only saves time.
void keep_commit_log(const StatePaths& paths, const std::filesystem::path& root,
                     std::size_t most_differences, bool rebuild = false);

}  // namespace codeweaver::engine
