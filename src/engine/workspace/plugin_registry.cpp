// The providers that this library brings, and the parts that settings choose.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/plugin_registry.hpp"

#include <chrono>
#include <ranges>
#include <string_view>

#include "base/try.hpp"
#include "codeweaver/answer_model.hpp"
#include "codeweaver/chunker.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/reranker.hpp"
#include "codeweaver/sparse_encoder.hpp"
#include "codeweaver/vector_store.hpp"
#include "codeweaver/workspace.hpp"

namespace codeweaver {
namespace {

/// Null, which the part that it is given to takes for its own.
template <class Plugin>
Result<std::shared_ptr<Plugin>> built_in(const Settings& /*settings*/) {
  return std::shared_ptr<Plugin>();
}

/// The names are distinct, so that this cannot fail.
template <class Plugin>
void put(ProviderTable<Plugin>& table, Provider<Plugin> provider) {
  (void)table.add(std::move(provider));
}

/// Makes a part, if that can be done.
template <class Plugin>
Result<void> fill(const ProviderTable<Plugin>& table, const std::string& name,
                  const Settings& settings, std::shared_ptr<Plugin>& part) {
  CODEWEAVER_ASSIGN(auto made, table.make(name, settings));
  part = std::move(made);
  return {};
}

/// The parts of a list such as "local, exact".
std::vector<std::string> parts_of(std::string_view list) {
  std::vector<std::string> out;
  for (const auto part : std::views::split(list, std::string_view(", ")))
    out.emplace_back(part.begin(), part.end());
  return out;
}

}  // namespace

PluginRegistry PluginRegistry::with_built_ins() {
  const std::vector<std::string> own = {"local", "deterministic"};
  PluginRegistry out;
  put(out.embedders, {"codeweaver", own, "", [](const Settings& settings) {
                        return make_static_embedder(settings.embedding.model_path);
                      }});
  put(out.sparse_encoders, {"codeweaver", own, "", &built_in<const SparseEncoder>});
  for (const auto strategy : {ChunkStrategy::kAst, ChunkStrategy::kSimpleFileChunks})
    put(out.chunkers, {std::string(to_string(strategy)), own, "", &built_in<const Chunker>});
  put(out.rerankers,
      {"codeweaver", own, "", [](const Settings&) { return make_learned_reranker(); }});
  put(out.rerankers, {"none", own, "", &built_in<const Reranker>});
  for (const auto& kind : store_kinds())
    put(out.stores, {std::string(kind.name), parts_of(kind.capabilities), std::string(kind.service),
                     [make = kind.make](const Settings& settings) {
                       StoreOptions options;
                       options.url = settings.store.url;
                       options.timeout = std::chrono::milliseconds(settings.store.timeout_ms);
                       return make(options);
                     }});
  put(out.answer_models,
      {"extractive", own, "", [](const Settings&) {
         return Result<std::shared_ptr<const AnswerModel>>(make_extractive_answer_model());
       }});
  put(out.answer_models, {"none", own, "", &built_in<const AnswerModel>});
  return out;
}

Result<void> PluginRegistry::choose(const Settings& settings, WorkspaceOptions& options) const {
  if (auto done = fill(embedders, settings.embedding.provider, settings, options.embedder); !done)
    return done;
  auto& index = options.index;
  if (auto done = fill(sparse_encoders, settings.sparse.provider, settings, index.sparse_encoder);
      !done)
    return done;
  const auto& strategy = settings.chunking.strategy;
  if (auto done = fill(chunkers, strategy, settings, index.chunker); !done) return done;
  if (!index.chunker)
    index.chunk_strategy = strategy == to_string(ChunkStrategy::kSimpleFileChunks)
                               ? ChunkStrategy::kSimpleFileChunks
                               : ChunkStrategy::kAst;
  if (auto done = fill(rerankers, settings.rerank.provider, settings, options.reranker); !done)
    return done;
  return fill(stores, settings.store.kind, settings, options.store);
}

}  // namespace codeweaver
