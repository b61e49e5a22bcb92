// The models and the project of an index, as set by an indexing run.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "codeweaver/indexer.hpp"
#include "codeweaver/result.hpp"
#include "engine/state/state_paths.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {

/// Records the models and the project of a run if they differ from those of the index. A forced run
/// may use other models. Vectors of two models must not be mixed, so everything except pushed items
/// is removed first. `database`: the tree of `paths` is selected before and after the call. Errors:
/// kInvalidArgument "MODEL_MISMATCH"; those of the database.
Result<void> set_index_models(store::Database& database, const StatePaths& paths,
                              const Indexer::Config& config, const Indexer::Parts& parts,
                              bool is_forced);

}  // namespace codeweaver::engine
