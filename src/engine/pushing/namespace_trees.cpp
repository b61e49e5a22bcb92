// Namespaces that other tools fill, as trees of a project's state.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/pushing/namespace_trees.hpp"

#include <string>
#include <utility>

#include "base/clock.hpp"
#include "base/ids.hpp"
#include "codeweaver/embedder.hpp"
#include "engine/content/tolerant_encoders.hpp"
#include "engine/state/database_keys.hpp"

namespace codeweaver::engine {

Result<void> derive_namespace(store::Database& database, const StatePaths& paths,
                              const Indexer::Config& config, const Embedder* embedder,
                              const DerivedState& derived, const TreeEdit* edit,
                              const std::stop_token& stop) {
  DeriveRequest request(config.options, embedder);
  if (derived.is_current()) request.edit = edit;
  request.edit_base = derived.generation;
  auto missing = MissingVectors::read(database, paths);
  if (!missing) return missing.error();
  request.missing = std::move(*missing);
  const bool is_lacking = derived.is_current() ? !request.missing.at(derived.generation).empty()
                                               : !request.missing.is_empty();
  request.fills_in = is_lacking && TolerantEncoders({embedder, request.sparse_encoder}).work();
  const auto outcome = derive_segments(paths, request, stop);
  if (!outcome) return outcome.error();
  const DerivedState now{base::UuidGenerator().next().to_string(), outcome->generation};
  return database.transaction([&]() -> Result<void> {
    return database.set_meta(tree_key(kDerivedKey, paths), now.text());
  });
}

}  // namespace codeweaver::engine
