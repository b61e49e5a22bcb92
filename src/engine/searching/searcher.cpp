// HybridSearcher: holds the open state of a tree, which queries share.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <chrono>
#include <mutex>
#include <utility>

#include "base/try.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/error_codes.hpp"
#include "codeweaver/hybrid_searcher.hpp"
#include "codeweaver/intent_classifier.hpp"
#include "codeweaver/logger.hpp"
#include "codeweaver/reranker.hpp"
#include "codeweaver/vector_store.hpp"
#include "engine/searching/definitions_at.hpp"
#include "engine/searching/find_references.hpp"
#include "engine/searching/known_names.hpp"
#include "engine/searching/search.hpp"
#include "engine/searching/search_record.hpp"
#include "engine/searching/symbol_lookup.hpp"
#include "engine/state/coverage.hpp"
#include "engine/state/database_keys.hpp"
#include "engine/state/database_pool.hpp"
#include "engine/state/file_reasons.hpp"
#include "engine/state/model_identity.hpp"
#include "engine/state/snapshot_facts.hpp"
#include "engine/state/state_paths.hpp"
#include "store/search/snapshot.hpp"
#include "store/segments/manifest.hpp"
#include "store/segments/vector_index_kind.hpp"

namespace codeweaver {
namespace {

/// One committed state with all that is derived from it once.
struct OpenState {
  std::shared_ptr<const store::Snapshot> snapshot;
  engine::IndexIdentity identity;
  IndexStatistics statistics;
  RecordCollection collection;
  engine::Contents lacking;  // that the embedder failed at, or has not come to
  bool is_partial = false;   // of a first run that goes on, or was stopped
};

Error index_not_found(const std::filesystem::path& folder) {
  return {ErrorCategory::kNotFound, error_code::kIndexNotFound, "No index in " + folder.string(),
          "opening the index",      "Index the project first",  RemedyKind::kIndex};
}

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

std::uint64_t folder_size(const std::filesystem::path& folder) {
  std::uint64_t total = 0;
  std::error_code error;
  for (std::filesystem::recursive_directory_iterator it(folder, error), end; it != end && !error;
       it.increment(error))
    if (it->is_regular_file(error)) total += it->file_size(error);
  return total;
}

Result<std::shared_ptr<const OpenState>> open_state(const engine::StatePaths& paths,
                                                    const store::Database& database,
                                                    const HybridSearcher::Parts& parts,
                                                    const HybridSearcher::Tree& tree,
                                                    const store::Snapshot* previous = nullptr) {
  auto snapshot = store::open_snapshot(paths.segments(), previous, paths.manifest());
  if (!snapshot) {
    if (snapshot.error().category == ErrorCategory::kNotFound) return index_not_found(paths.folder);
    return snapshot.error();
  }
  const Embedder* embedder = parts.embedder.get();
  CODEWEAVER_ASSIGN(auto model, database.meta(engine::kModelKey));
  const auto given = engine::model_identity(embedder, parts.sparse_encoder.get());
  if (embedder != nullptr && model && *model != given) return engine::model_mismatch(*model, given);

  auto state = std::make_shared<OpenState>();
  state->snapshot = std::move(*snapshot);
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
  CODEWEAVER_ASSIGN(const auto missing, engine::MissingVectors::read(database, paths));
  state->lacking = missing.at(state->snapshot->generation);
  state->is_partial = manifest.coverage.has_value();
  CODEWEAVER_ASSIGN(auto last, database.meta(engine::kLastIndexedKey));
  statistics.generation = state->snapshot->generation;
  statistics.files = engine::live_files(*state->snapshot);
  statistics.chunks = state->snapshot->live_chunks;
  statistics.languages = engine::language_counts(*state->snapshot);
  statistics.last_indexed = last.value_or("");
  return std::shared_ptr<const OpenState>(std::move(state));
}

/// Merges change the segments of a generation.
bool is_snapshot_of(const store::Snapshot& snapshot, const store::Manifest& manifest) {
  return snapshot.generation == manifest.generation &&
         std::ranges::equal(
             snapshot.parts, manifest.segments, {},
             [](const auto& part) -> const std::string& { return part.segment->name(); },
             &store::Manifest::Entry::file);
}

}  // namespace

struct HybridSearcher::Impl {
  Impl(const std::filesystem::path& state_dir, Parts given, Tree asked)
      : paths{state_dir, asked.name},
        parts(std::move(given)),
        tree(std::move(asked)),
        databases(paths.database(), paths.tree) {
    if (parts.past_commits) past_commits = std::make_unique<engine::PastCommits>(paths);
  }

  engine::StatePaths paths;
  Parts parts;
  Tree tree;
  mutable engine::DatabasePool databases;
  mutable engine::ChunkCache chunks{engine::kChunkCacheBytes};
  std::unique_ptr<engine::PastCommits> past_commits;  // null: they are not looked at
  mutable std::mutex mutex;
  std::shared_ptr<const OpenState> state;  // guarded by mutex, itself immutable

  std::shared_ptr<const OpenState> current() const {
    std::lock_guard lock(mutex);
    return state;
  }
  /// Views both.
  engine::SearchContext context(const OpenState& open, const store::Database& database) const {
    return {*open.snapshot, database,        chunks,       open.identity,     open.statistics,
            parts,          open.collection, open.lacking, past_commits.get()};
  }
};

HybridSearcher::HybridSearcher(std::unique_ptr<Impl> impl) noexcept : impl_(std::move(impl)) {}
HybridSearcher::HybridSearcher(HybridSearcher&&) noexcept = default;
HybridSearcher& HybridSearcher::operator=(HybridSearcher&&) noexcept = default;
HybridSearcher::~HybridSearcher() = default;

Result<HybridSearcher> HybridSearcher::open(const std::filesystem::path& state_dir, Parts parts,
                                            Tree tree) {
  if (parts.intents == nullptr) parts.intents = std::make_shared<const IntentClassifier>();
  auto impl = std::make_unique<Impl>(state_dir, std::move(parts), std::move(tree));
  if (!impl->paths.has_database()) return index_not_found(state_dir);
  CODEWEAVER_ASSIGN(auto database, impl->databases.lease());
  CODEWEAVER_ASSIGN(auto state, open_state(impl->paths, *database, impl->parts, impl->tree));
  impl->state = std::move(state);
  return HybridSearcher(std::move(impl));
}

Result<HybridSearcher> HybridSearcher::open(const std::filesystem::path& state_dir, Parts parts) {
  return open(state_dir, std::move(parts), Tree());
}

Result<bool> HybridSearcher::refresh() {
  CODEWEAVER_ASSIGN(auto manifest,
                    store::read_manifest(impl_->paths.segments(), impl_->paths.manifest()));
  if (is_snapshot_of(*impl_->current()->snapshot, manifest)) return false;
  CODEWEAVER_ASSIGN(auto database, impl_->databases.lease());
  const auto before = impl_->current();
  auto state =
      open_state(impl_->paths, *database, impl_->parts, impl_->tree, before->snapshot.get());
  if (!state) return state.error();
  std::lock_guard lock(impl_->mutex);
  impl_->state = std::move(*state);
  return true;
}

Result<FindCodeResponseSummary> HybridSearcher::search(std::string_view query,
                                                       const SearchOptions& options,
                                                       std::stop_token stop) const {
  const auto state = impl_->current();
  CODEWEAVER_ASSIGN(auto database, impl_->databases.lease());
  const auto context = impl_->context(*state, *database);
  const auto begin = std::chrono::steady_clock::now();
  auto response = engine::search(context, query, options, std::move(stop));
  if (response && !state->lacking.empty() &&
      (options.retrieval != Retrieval::kSparse || impl_->parts.sparse_encoder))
    response->warnings.push_back(
        state->is_partial             ? engine::vectors_to_come_warning(state->lacking.size())
        : impl_->parts.sparse_encoder ? engine::missing_output_warning(state->lacking.size())
                                      : engine::missing_vectors_warning(state->lacking.size()));
  if (Logger* const logger = impl_->parts.logger.get()) {
    const std::chrono::duration<double, std::milli> taken =
        std::chrono::steady_clock::now() - begin;
    auto record = engine::search_record(query, options, response);
    record.project_id = state->identity.project.project_id;
    record.duration_ms = taken.count();
    if (logger->accepts(LogLevel::kDebug)) record.context.push_back({"query", query});
    logger->log(record);
  }
  return response;
}

Result<FindCodeResponseSummary> HybridSearcher::find_code(std::string_view query,
                                                          SearchOptions options,
                                                          std::stop_token stop) const {
  if (!options.filter.include_tests) {
    const auto intent = effective_intent(options.intent, query, *impl_->parts.intents);
    options.filter.include_tests = intent && intent->intent_type == IntentType::kTest;
  }
  return search(query, options, std::move(stop));
}

Result<WhyNot> HybridSearcher::why_not(std::string_view query, std::string_view path,
                                       const SearchOptions& options, std::stop_token stop) const {
  const auto state = impl_->current();
  CODEWEAVER_ASSIGN(auto database, impl_->databases.lease());
  const auto context = impl_->context(*state, *database);
  auto traced = options;
  traced.explain = true;
  traced.deadline = {};  // each stage has to be seen
  auto traces = engine::why_not(context, query, path, traced, std::move(stop));
  if (auto damage = database->damage()) return std::move(*damage);
  return traces;
}

Result<std::vector<SymbolMatch>> HybridSearcher::find_symbol(std::string_view name,
                                                             std::size_t limit) const {
  CODEWEAVER_ASSIGN(auto database, impl_->databases.lease());
  return engine::find_symbols(*impl_->current()->snapshot, *database, name, limit);
}

std::vector<std::string> HybridSearcher::similar_symbols(std::string_view name,
                                                         std::size_t limit) const {
  auto database = impl_->databases.lease();
  if (!database) return {};
  auto names = engine::similar_symbols(*impl_->current()->snapshot, **database, name, limit);
  return names ? std::move(*names) : std::vector<std::string>();
}

Result<std::vector<ReferenceMatch>> HybridSearcher::find_references(std::string_view name,
                                                                    std::size_t limit) const {
  const auto state = impl_->current();
  CODEWEAVER_ASSIGN(auto database, impl_->databases.lease());
  return engine::find_references(impl_->context(*state, *database), name, limit);
}

Result<std::vector<std::optional<SymbolMatch>>> HybridSearcher::definitions_at(
    std::string_view path, std::span<const std::uint32_t> lines) const {
  const auto state = impl_->current();
  CODEWEAVER_ASSIGN(auto database, impl_->databases.lease());
  return engine::definitions_at(impl_->context(*state, *database), path, lines);
}

Result<std::vector<std::string>> HybridSearcher::files_defining(
    std::span<const std::string> kinds) const {
  const auto state = impl_->current();
  CODEWEAVER_ASSIGN(auto database, impl_->databases.lease());
  return engine::files_defining(impl_->context(*state, *database), kinds);
}

std::vector<std::string> HybridSearcher::complete_path(std::string_view prefix,
                                                       std::size_t limit) const {
  return engine::paths_like(*impl_->current()->snapshot, prefix, limit);
}

std::vector<std::string> HybridSearcher::complete_symbol(std::string_view prefix,
                                                         std::size_t limit) const {
  return engine::symbols_like(*impl_->current()->snapshot, prefix, limit);
}

Result<std::string> HybridSearcher::file_text(std::string_view path) const {
  CODEWEAVER_ASSIGN(auto database, impl_->databases.lease());
  CODEWEAVER_ASSIGN(const auto file, database->file(path));
  if (!file || file->content == base::Hash128{})
    return Error{ErrorCategory::kNotFound, "FILE_NOT_INDEXED",
                 "'" + std::string(path) + "' is no indexed file of " +
                     impl_->current()->identity.project.project_id,
                 "reading a file of the index",
                 "Give a path relative to the project's root, as matches show it."};
  return database->content_text(file->content);
}

std::size_t HybridSearcher::file_count() const {
  return impl_->current()->statistics.files;
}

IndexStatistics HybridSearcher::statistics() const {
  auto statistics = impl_->current()->statistics;
  statistics.size_bytes = folder_size(impl_->paths.folder);
  if (auto database = impl_->databases.lease(); database) {
    // Before the first run has ended, the database is ahead of what searches see.
    const bool is_whole = engine::read_coverage(impl_->paths).is_whole;
    if (auto files = (*database)->count_files(store::FileOutcome::kIndexed); files && is_whole)
      statistics.files = *files;
    if (auto bytes = (*database)->source_bytes(); bytes && is_whole)
      statistics.source_bytes = *bytes;
    if (auto reasons = (*database)->reasons(engine::kNamespacePrefix); reasons)
      for (const auto& [reason, files] : *reasons) {
        engine::count_reason(statistics.secrets, reason, files);
        if (engine::says_bulk(reason)) statistics.bulk_files += files;
      }
  }
  if (statistics.source_bytes > 0)
    statistics.size_ratio =
        static_cast<double>(statistics.size_bytes) / static_cast<double>(statistics.source_bytes);
  return statistics;
}

}  // namespace codeweaver
