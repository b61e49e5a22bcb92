// Creates the parts selected by settings.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/plugin_registry.hpp"

#include "base/try.hpp"
#include "codeweaver/chunker.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/sparse_encoder.hpp"
#include "codeweaver/vector_store.hpp"
#include "codeweaver/workspace.hpp"

namespace codeweaver::inline v0_1 {
namespace {

/// Creates a part if that is possible.
template <class Plugin>
Result<void> fill(const ProviderTable<Plugin>& table, const std::string& name,
                  const Settings& settings, std::shared_ptr<Plugin>& part) {
  CODEWEAVER_ASSIGN(auto made, table.make(name, settings));
  part = std::move(made);
  return {};
}

}  // namespace

Result<void> PluginRegistry::choose(const Settings& settings, WorkspaceOptions& options) const {
  CODEWEAVER_TRY(fill(embedders, settings.embedding.provider, settings, options.embedder));
  auto& index = options.index;
  CODEWEAVER_TRY(fill(sparse_encoders, settings.sparse.provider, settings, index.sparse_encoder));
  const auto& strategy = settings.chunking.strategy;
  CODEWEAVER_TRY(fill(chunkers, strategy, settings, index.chunker));
  if (!index.chunker)
    index.chunk_strategy = strategy == to_string(ChunkStrategy::kSimpleFileChunks)
                               ? ChunkStrategy::kSimpleFileChunks
                               : ChunkStrategy::kAst;
  CODEWEAVER_TRY(fill(rerankers, settings.rerank.provider, settings, options.reranker));
  return fill(stores, settings.store.kind, settings, options.store);
}

}  // namespace codeweaver::inline v0_1
