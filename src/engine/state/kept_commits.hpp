// The commit log of a tree as a file of its state.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "engine/state/commit_log.hpp"
#include "engine/state/state_paths.hpp"

namespace codeweaver::engine {

/// The commit that a tree is of, by its id; empty: the tree follows HEAD.
std::string commit_of(const StatePaths& paths);

/// The log that was kept for a tree, else that of the folder, most of whose commits it shares.
/// Empty where there is none that can be read.
CommitLog read_commit_log(const StatePaths& paths);

/// Keeps what leads to the commit that `root` is at, or that the tree is of, and reads which files
/// the newest `most_differences` of the commits changed that nobody looked at yet. Writes only what
/// is new, and nothing where there is no repository. `anew`: whatever was kept before. Such a log
/// only spares time, so a failure is none of the caller's.
void keep_commit_log(const StatePaths& paths, const std::filesystem::path& root,
                     std::size_t most_differences, bool anew = false);

}  // namespace codeweaver::engine
