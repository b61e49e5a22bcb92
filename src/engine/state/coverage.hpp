// What a first run that goes on has come to, as searches and their callers are told.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "codeweaver/index_types.hpp"
#include "codeweaver/search_types.hpp"
#include "engine/state/state_paths.hpp"

namespace codeweaver::engine {

/// How much of a tree its committed segments hold. Damaged ones count as whole: they are repaired
/// where they are opened. Cost: reads one small file, or two.
IndexCoverage read_coverage(const StatePaths& paths);

/// The run of the tree that goes on in whichever process; nullopt: none, or it wrote no checkpoint
/// yet. Cost: as above.
std::optional<RunProgress> read_running(const StatePaths& paths);

/// Until that run has made the index whole, going by its checkpoints; nullopt: not known. Cost: as
/// above.
std::optional<double> seconds_left(const StatePaths& paths);

/// Whether a search that has waited for so long for a first index waits on: for `least` in any
/// case, and up to `most` where the index will be whole by then, going by `left`.
bool keeps_waiting(std::chrono::duration<double> waited, std::chrono::milliseconds least,
                   std::chrono::milliseconds most, std::optional<double> left);

/// The answer of an index that holds nothing yet.
FindCodeResponseSummary empty_answer();

}  // namespace codeweaver::engine
