// Sets the models of an index, or rejects other ones.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/indexing/index_models.hpp"

#include "base/try.hpp"
#include "codeweaver/embedder.hpp"
#include "engine/content/given_chunker.hpp"
#include "engine/segments/shared_segments.hpp"
#include "engine/state/database_keys.hpp"
#include "engine/state/model_identity.hpp"

namespace codeweaver::engine {

Result<void> set_index_models(store::Database& database, const StatePaths& paths,
                              const Indexer::Config& config, const Indexer::Parts& parts,
                              bool is_forced) {
  const auto identity = model_identity(parts.embedder.get(), config.options.sparse_encoder.get());
  CODEWEAVER_ASSIGN(auto stored, database.meta(kModelKey));
  const bool is_other_model = stored && *stored != identity;
  if (is_other_model && !is_forced) return model_mismatch(*stored, identity);
  const store::ProjectRecord project{config.project_id, config.display_name,
                                     config.root.generic_string(), "code_search",
                                     chunk_strategy_of(config.options)};
  const auto recorded = database.project();
  if (stored && !is_other_model && recorded && *recorded == project) return {};
  return database.transaction([&]() -> Result<void> {
    // With the same model a forced run replaces text by text, so that searches continue to work.
    if (is_other_model) {
      if (auto cleared = database.clear(kNamespacePrefix); !cleared) return cleared;
      if (auto forgotten = forget_other_trees(paths); !forgotten) return forgotten;
    }
    if (auto set = database.set_meta(kModelKey, identity); !set) return set;
    return database.set_project(project);
  });
}

}  // namespace codeweaver::engine
