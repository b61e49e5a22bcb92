// Progress of an active first run, as reported to searches and their callers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "codeweaver/index_types.hpp"
#include "codeweaver/search_types.hpp"
#include "engine/state/state_paths.hpp"

namespace codeweaver::engine {

/// The share of a tree that its committed segments cover. Damaged segments count as complete,
/// because they are repaired when they are opened. Cost: reads one or two small files.
IndexCoverage read_coverage(const StatePaths& paths);

/// The active run of the tree, in any process; nullopt: none, or it has not written a checkpoint
/// yet. Cost: as above.
std::optional<RunProgress> read_running(const StatePaths& paths);

/// Estimated time until that run completes the index, from its checkpoints; nullopt: unknown. Cost:
/// as above.
std::optional<double> seconds_left(const StatePaths& paths);

/// True if a search that has waited for `waited` for a first index should continue to wait: always
/// up to `least`, and up to `most` if the index is expected to be complete by then, according to
/// `left`.
bool keeps_waiting(std::chrono::duration<double> waited, std::chrono::milliseconds least,
                   std::chrono::milliseconds most, std::optional<double> left);

/// The answer of an empty index.
FindCodeResponseSummary empty_answer();

}  // namespace codeweaver::engine
