// Namespaces filled by other tools, as trees of a project's state.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "codeweaver/call_context.hpp"
#include "codeweaver/indexer.hpp"
#include "engine/segments/derive.hpp"
#include "engine/state/state_paths.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {

/// Updates the segments of a namespace to its files and records that. `before`: state of the
/// segments; `edit`: all changes since then (null: unknown). `database` must be open for writing,
/// and the caller must hold the index lock. Errors: those of derive_segments().
Result<void> derive_namespace(store::Database& database, const StatePaths& paths,
                              const Indexer::Config& config, const Embedder* embedder,
                              const TreeSegments& before, const TreeEdit* edit,
                              const CallContext& call);

}  // namespace codeweaver::engine
