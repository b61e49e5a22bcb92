// Namespaces that other tools fill, as trees of a project's state.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <stop_token>

#include "codeweaver/indexer.hpp"
#include "engine/segments/derive.hpp"
#include "engine/state/state_paths.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {

/// Brings the segments of a namespace in line with its files and notes that they are; `before`: as
/// they were, `edit`: all that changed since then (null: not known). `database` is open
/// for writing and the index lock is held. Errors: those of derive_segments().
Result<void> derive_namespace(store::Database& database, const StatePaths& paths,
                              const Indexer::Config& config, const Embedder* embedder,
                              const TreeSegments& before, const TreeEdit* edit,
                              const std::stop_token& stop);

}  // namespace codeweaver::engine
