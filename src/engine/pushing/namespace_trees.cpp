// Namespaces filled by other tools, as trees of a project's state.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/pushing/namespace_trees.hpp"

#include <string>

#include "base/ids.hpp"
#include "base/try.hpp"
#include "engine/state/database_keys.hpp"

namespace codeweaver::engine {

Result<void> derive_namespace(store::Database& database, const StatePaths& paths,
                              const Indexer::Config& config, const Embedder* embedder,
                              const TreeSegments& before, const TreeEdit* edit,
                              const CallContext& call) {
  DeriveRequest request(config.options, embedder, before, edit);
  request.call = call;
  request.fills_in = can_fill_in(before, request);
  CODEWEAVER_ASSIGN(const auto outcome, derive_segments(paths, request));
  const DerivedState now{base::UuidGenerator().next().to_string(), outcome.generation};
  return database.transaction([&]() -> Result<void> {
    return database.set_meta(tree_key(kDerivedKey, paths), now.text());
  });
}

}  // namespace codeweaver::engine
