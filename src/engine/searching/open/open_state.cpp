// Opens committed states and puts overlays on top of them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/open/open_state.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/try.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/error_codes.hpp"
#include "corpus/project_path.hpp"
#include "engine/content/settings_hash.hpp"
#include "engine/state/database_keys.hpp"
#include "engine/state/model_identity.hpp"
#include "engine/state/snapshot_facts.hpp"
#include "store/segments/vector_index_kind.hpp"

namespace codeweaver::engine {
namespace {

std::string_view backend_name(store::VectorIndexKind kind) {
  switch (kind) {
    case store::VectorIndexKind::kScan:
      return "codeweaver-scan";
    case store::VectorIndexKind::kFaissFlat:
      return "faiss-flat";
    case store::VectorIndexKind::kFaissHnsw:
      return "faiss-hnsw";
  }
  return "unknown";
}

Result<OverlaidFiles> overlaid_files(const LaidOverlay& laid, const OpenState& below,
                                     SharedParts& shared, const store::Database& database) {
  const FileProcessor processor(laid.options);
  const OverlayRules rules{
      laid.options, processor, {shared.parts.embedder.get(), shared.parts.sparse_encoder.get()}};
  const auto settings = settings_hash(laid.options, rules.encoders.embedder);
  OverlaidFiles out;
  for (const auto& [given, text] : laid.overlay.files()) {
    CODEWEAVER_ASSIGN(const auto path, corpus::path_within(below.identity.project.root, given));
    if (!text) {
      out.emplace(path, nullptr);
      continue;
    }
    const auto key = OverlayFiles::key_of(path, *text, settings);
    auto file = shared.overlay_files.find(key);
    if (!file) {
      CODEWEAVER_ASSIGN(file, make_overlay_file(rules, path, *text, database));
      if (!file) continue;  // its language is not indexed
      shared.overlay_files.keep(key, file);
    }
    out.emplace(path, std::move(file));
  }
  return out;
}

}  // namespace

Error index_not_found(const std::filesystem::path& folder) {
  return {ErrorCategory::kNotFound, error_code::kIndexNotFound, "No index in " + folder.string(),
          "opening the index",      "Index the project first",  RemedyKind::kIndex};
}

Result<std::shared_ptr<const OpenState>> open_state(const SharedParts& shared,
                                                    const store::Database& database,
                                                    const store::Snapshot* previous) {
  const auto& [paths, parts, tree] = std::tie(shared.paths, shared.parts, shared.tree);
  auto snapshot = store::open_snapshot(paths.segments(), previous, paths.manifest());
  if (!snapshot) {
    if (snapshot.error().category == ErrorCategory::kNotFound) return index_not_found(paths.folder);
    return snapshot.error();
  }
  const Embedder* embedder = parts.embedder.get();
  CODEWEAVER_ASSIGN(auto model, database.meta(kModelKey));
  const auto given = model_identity(embedder, parts.sparse_encoder.get());
  if (embedder != nullptr && model && *model != given) return model_mismatch(*model, given);

  auto state = std::make_shared<OpenState>();
  state->snapshot = std::move(*snapshot);
  state->graph = std::make_shared<SymbolGraph>(state->snapshot, shared.graph_caches);
  CODEWEAVER_ASSIGN(auto project, database.project());
  state->identity.project = std::move(project);
  if (!tree.project_id.empty()) state->identity.project.project_id = tree.project_id;
  if (!tree.root.empty()) state->identity.project.root = tree.root.generic_string();
  CODEWEAVER_ASSIGN(auto manifest, store::read_manifest(paths.segments(), paths.manifest()));
  state->identity.vector_backend =
      parts.store ? parts.store->info().provider : backend_name(manifest.vector_index);
  state->collection = {state->identity.project.project_id, tree.name};
  auto& statistics = state->statistics;
  if (embedder != nullptr) {
    state->identity.embedder_provider = statistics.embedder_provider = embedder->info().provider;
    state->identity.embedder_model = statistics.embedder_model = embedder->info().model;
  }
  CODEWEAVER_ASSIGN(const auto missing, MissingVectors::read(database, paths));
  state->lacking = missing.at(state->snapshot->generation);
  state->is_partial = manifest.coverage.has_value();
  CODEWEAVER_ASSIGN(auto last, database.meta(kLastIndexedKey));
  statistics.generation = state->snapshot->generation;
  statistics.files = live_files(*state->snapshot);
  statistics.chunks = state->snapshot->live_chunks;
  statistics.files_without_vectors =
      manifest.dimension == 0 ? statistics.files : state->lacking.size();
  statistics.languages = language_counts(*state->snapshot);
  statistics.last_indexed = last.value_or("");
  return std::shared_ptr<const OpenState>(std::move(state));
}

Result<std::shared_ptr<const OpenState>> lay_over(std::shared_ptr<const OpenState> below,
                                                  const LaidOverlay& laid, SharedParts& shared,
                                                  const store::Database& database) {
  CODEWEAVER_ASSIGN(auto files, overlaid_files(laid, *below, shared, database));
  const Embedder* const embedder = shared.parts.embedder.get();
  CODEWEAVER_ASSIGN(auto layer,
                    OverlayLayer::make(*below->snapshot, std::move(files),
                                       embedder != nullptr ? embedder->info().dimension : 0));
  auto out = std::make_shared<OpenState>(*below);
  out->snapshot = layer->snapshot();
  out->graph = std::make_shared<SymbolGraph>(out->snapshot, shared.graph_caches);
  out->lacking.insert(layer->lacking().begin(), layer->lacking().end());
  layer->counts().add_to(out->statistics);
  out->statistics.chunks = out->snapshot->live_chunks;
  out->layer = std::move(layer);
  out->below = std::move(below);
  return std::shared_ptr<const OpenState>(std::move(out));
}

bool is_snapshot_of(const store::Snapshot& snapshot, const store::Manifest& manifest) {
  return snapshot.generation == manifest.generation &&
         std::ranges::equal(
             snapshot.parts, manifest.segments, {},
             [](const auto& part) -> const std::string& { return part.segment->name(); },
             &store::Manifest::Entry::file);
}

}  // namespace codeweaver::engine
