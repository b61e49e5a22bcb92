// An indexing run: compares the tree with the database, processes changes, derives segments.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>

#include "codeweaver/call_context.hpp"
#include "codeweaver/indexer.hpp"
#include "engine/state/tree_state.hpp"

namespace codeweaver::engine {

/// See Indexer::run. `scan`: a comparison of the tree that was just made, before a search; nullopt:
/// the run makes one.
Result<IndexReport> run_index(const Indexer::Config& config, const Indexer::Parts& parts,
                              const IndexRequest& request, const CallContext& call,
                              std::optional<TreeScan> scan = std::nullopt);

}  // namespace codeweaver::engine
