// Namespaces that other tools fill, as trees of a project's state.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <stop_token>
#include <string_view>
#include <vector>

#include "codeweaver/indexer.hpp"
#include "codeweaver/namespace_key.hpp"
#include "engine/derive.hpp"
#include "engine/state_paths.hpp"
#include "engine/tree_state.hpp"
#include "store/database.hpp"

namespace codeweaver::engine {

/// Those of a project, in order of their keys. Errors: kCorruption, kIo.
Result<std::vector<NamespaceKey>> filled_namespaces(const store::Database& database,
                                                    std::string_view project_id);

/// Brings the segments of a namespace in line with its files and notes that they are; `derived` is
/// how they were before, `edit` all that changed since then (null: not known). `database` is open
/// for writing and the index lock is held. Errors: those of derive_segments().
Result<void> derive_namespace(store::Database& database, const StatePaths& paths,
                              const Indexer::Config& config, const Embedder* embedder,
                              const DerivedState& derived, const TreeEdit* edit,
                              const std::stop_token& stop);

}  // namespace codeweaver::engine
