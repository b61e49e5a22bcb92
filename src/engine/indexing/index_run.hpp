// One indexing run: compare the tree with the database, process what changed, derive segments.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <stop_token>

#include "codeweaver/indexer.hpp"
#include "engine/state/tree_state.hpp"

namespace codeweaver::engine {

/// See Indexer::run for what it does and returns. `look`: one at the tree that was just taken,
/// before a search; none: the run takes one.
Result<IndexReport> run_index(const Indexer::Config& config, const Indexer::Parts& parts,
                              const IndexRequest& request, std::stop_token stop,
                              std::optional<TreeLook> look = std::nullopt);

}  // namespace codeweaver::engine
