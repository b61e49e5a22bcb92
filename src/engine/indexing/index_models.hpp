// The models and the project that an index belongs to, as an indexing run sets them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "codeweaver/indexer.hpp"
#include "codeweaver/result.hpp"
#include "engine/state/state_paths.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {

/// Records the models and the project of a run where they are not those of the index. A forced run
/// may bring other models: vectors of two must never meet, so all but what was pushed is removed
/// first. `database`: with the tree of `paths` selected, before and after. Errors:
/// kInvalidArgument "MODEL_MISMATCH"; those of the database.
Result<void> set_index_models(store::Database& database, const StatePaths& paths,
                              const Indexer::Config& config, const Indexer::Parts& parts,
                              bool is_forced);

}  // namespace codeweaver::engine
