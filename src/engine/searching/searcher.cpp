// HybridSearcher: owns the open state of a tree, which queries share.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <chrono>
#include <mutex>
#include <optional>
#include <utility>

#include "base/try.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/hybrid_searcher.hpp"
#include "codeweaver/intent_classifier.hpp"
#include "codeweaver/logger.hpp"
#include "codeweaver/reranker.hpp"
#include "engine/content/guarded_parts.hpp"
#include "engine/overlay/index_rows.hpp"
#include "engine/searching/lookup/call_graph.hpp"
#include "engine/searching/lookup/code_map.hpp"
#include "engine/searching/lookup/definitions_at.hpp"
#include "engine/searching/lookup/find_references.hpp"
#include "engine/searching/lookup/known_names.hpp"
#include "engine/searching/lookup/rename_preview.hpp"
#include "engine/searching/lookup/symbol_lookup.hpp"
#include "engine/searching/open/open_state.hpp"
#include "engine/searching/open/stale_files.hpp"
#include "engine/searching/question/question.hpp"
#include "engine/searching/search.hpp"
#include "engine/state/coverage.hpp"
#include "engine/state/file_reasons.hpp"
#include "engine/state/left_out.hpp"
#include "store/database/tree_view.hpp"
#include "store/segments/manifest.hpp"

namespace codeweaver::inline v0_1 {
namespace {

std::uint64_t folder_size(const std::filesystem::path& folder) {
  std::uint64_t total = 0;
  std::error_code error;
  for (std::filesystem::recursive_directory_iterator it(folder, error), end; it != end && !error;
       it.increment(error))
    if (it->is_regular_file(error)) total += it->file_size(error);
  return total;
}

}  // namespace

struct HybridSearcher::Impl {
  std::shared_ptr<engine::SharedParts> shared;
  Parts parts;                              // the shared ones; with an overlay without the store
  std::optional<engine::LaidOverlay> laid;  // nullopt: no overlay
  mutable std::mutex mutex;
  // Guarded by mutex, the state itself is immutable.
  std::shared_ptr<const engine::OpenState> state;

  std::shared_ptr<const engine::OpenState> current() const {
    std::lock_guard lock(mutex);
    return state;
  }
  /// Views both.
  static engine::IndexRows rows(const engine::OpenState& open, const store::TreeView& tree) {
    return {tree, open.layer.get()};
  }
  /// Views both.
  engine::SearchContext context(const engine::OpenState& open, const store::TreeView& tree) const {
    return {*open.snapshot,  rows(open, tree), shared->chunks,
            open.identity,   open.statistics,  parts,
            open.collection, open.lacking,     shared->past_commits.get(),
            open.graph.get()};
  }
};

HybridSearcher::HybridSearcher(std::unique_ptr<Impl> impl) noexcept : impl_(std::move(impl)) {}
HybridSearcher::HybridSearcher(HybridSearcher&&) noexcept = default;
HybridSearcher& HybridSearcher::operator=(HybridSearcher&&) noexcept = default;
HybridSearcher::~HybridSearcher() = default;

Result<HybridSearcher> HybridSearcher::open(const std::filesystem::path& state_dir, Parts parts,
                                            Tree tree) {
  parts.reranker = engine::guarded(std::move(parts.reranker));
  parts.logger = engine::guarded(std::move(parts.logger));
  parts.store = engine::guarded(std::move(parts.store));
  if (parts.intents == nullptr) parts.intents = std::make_shared<const IntentClassifier>();
  auto shared = std::make_shared<engine::SharedParts>(state_dir, std::move(parts), std::move(tree));
  if (!shared->paths.has_database()) return engine::index_not_found(state_dir);
  auto impl = std::make_unique<Impl>();
  {
    CODEWEAVER_ASSIGN(const auto database, shared->databases.lease());
    CODEWEAVER_ASSIGN(impl->state, engine::open_state(*shared, database->database()));
  }
  impl->parts = shared->parts;
  impl->shared = std::move(shared);
  return HybridSearcher(std::move(impl));
}

Result<HybridSearcher> HybridSearcher::with_overlay(Overlay overlay,
                                                    const IndexOptions& options) const {
  CODEWEAVER_ASSIGN(const auto database, impl_->shared->databases.lease());
  const auto now = impl_->current();
  auto impl = std::make_unique<Impl>();
  impl->shared = impl_->shared;
  impl->parts = impl_->parts;
  impl->parts.store.reset();  // it knows no overlays
  impl->laid.emplace(engine::LaidOverlay{std::move(overlay), options});
  CODEWEAVER_ASSIGN(impl->state, engine::lay_over(now->below ? now->below : now, *impl->laid,
                                                  *impl->shared, database->database()));
  return HybridSearcher(std::move(impl));
}

Result<HybridSearcher> HybridSearcher::with_overlay(Overlay overlay) const {
  return with_overlay(std::move(overlay), IndexOptions());
}

Result<HybridSearcher> HybridSearcher::open(const std::filesystem::path& state_dir, Parts parts) {
  return open(state_dir, std::move(parts), Tree());
}

Result<bool> HybridSearcher::refresh() {
  auto& shared = *impl_->shared;
  CODEWEAVER_ASSIGN(auto manifest,
                    store::read_manifest(shared.paths.segments(), shared.paths.manifest()));
  const auto before = impl_->current();
  const auto& committed = *before->committed().snapshot;
  if (engine::is_snapshot_of(committed, manifest)) return false;
  CODEWEAVER_ASSIGN(auto database, shared.databases.lease());
  CODEWEAVER_ASSIGN(auto state, engine::open_state(shared, database->database(), &committed));
  if (impl_->laid) {
    CODEWEAVER_ASSIGN(
        state, engine::lay_over(std::move(state), *impl_->laid, shared, database->database()));
  }
  std::lock_guard lock(impl_->mutex);
  impl_->state = std::move(state);
  return true;
}

Result<FindCodeResponseSummary> HybridSearcher::search(std::string_view query,
                                                       const SearchOptions& options,
                                                       const CallContext& call) const {
  const auto state = impl_->current();
  CODEWEAVER_ASSIGN(auto database, impl_->shared->databases.lease());
  const auto context = impl_->context(*state, *database);
  const auto begin = std::chrono::steady_clock::now();
  auto response = engine::search(context, query, options, call);
  const bool wants_models = options.retrieval != Retrieval::kSparse || impl_->parts.sparse_encoder;
  const auto lacking = state->committed().lacking.size();
  if (response && lacking > 0 && wants_models)
    response->warnings.push_back(state->is_partial ? engine::vectors_to_come_warning(lacking)
                                 : impl_->parts.sparse_encoder
                                     ? engine::missing_output_warning(lacking)
                                     : engine::missing_vectors_warning(lacking));
  if (response)
    if (auto warning = engine::left_out_warning(database->database(), impl_->shared->paths))
      response->warnings.push_back(std::move(*warning));
  if (response && state->layer && !state->layer->lacking().empty() && wants_models)
    response->warnings.push_back(engine::unsaved_texts_warning(state->layer->lacking().size()));
  if (Logger* const logger = impl_->parts.logger.get()) {
    const std::chrono::duration<double, std::milli> taken =
        std::chrono::steady_clock::now() - begin;
    auto record = engine::search_record(query, options, response);
    record.request_id = call.request_id;
    record.project_id = state->identity.project.project_id;
    record.duration_ms = taken.count();
    if (logger->accepts(LogLevel::kDebug)) record.context.push_back({"query", query});
    logger->log(record);
  }
  return response;
}

Result<FindCodeResponseSummary> HybridSearcher::find_code(std::string_view query,
                                                          SearchOptions options,
                                                          const CallContext& call) const {
  engine::include_asked_tests(query, *impl_->parts.intents, options);
  return search(query, options, call);
}

Result<WhyNot> HybridSearcher::why_not(std::string_view query, std::string_view path,
                                       const SearchOptions& options,
                                       const CallContext& call) const {
  const auto state = impl_->current();
  CODEWEAVER_ASSIGN(auto database, impl_->shared->databases.lease());
  const auto context = impl_->context(*state, *database);
  auto traced = options;
  traced.explain = true;
  traced.deadline = {};  // every stage has to run
  auto traces = engine::why_not(context, query, path, traced, call);
  if (auto damage = database->database().damage()) return std::move(*damage);
  return traces;
}

Result<std::vector<SymbolMatch>> HybridSearcher::find_symbol(std::string_view name,
                                                             std::size_t limit) const {
  const auto state = impl_->current();
  CODEWEAVER_ASSIGN(auto database, impl_->shared->databases.lease());
  return engine::find_symbols(*state->snapshot, Impl::rows(*state, *database), name, limit);
}

std::vector<std::string> HybridSearcher::similar_symbols(std::string_view name,
                                                         std::size_t limit) const {
  auto database = impl_->shared->databases.lease();
  if (!database) return {};
  const auto state = impl_->current();
  auto names =
      engine::similar_symbols(*state->snapshot, Impl::rows(*state, **database), name, limit);
  return names ? std::move(*names) : std::vector<std::string>();
}

Result<std::vector<ReferenceMatch>> HybridSearcher::find_references(
    std::string_view name, std::size_t limit, std::vector<std::string>* warnings) const {
  const auto state = impl_->current();
  CODEWEAVER_ASSIGN(auto database, impl_->shared->databases.lease());
  const store::Database::Reading reading(database->database());
  bool is_late = false;
  auto found = engine::find_references(impl_->context(*state, *database), name, limit, &is_late);
  if (is_late && warnings != nullptr)
    warnings->emplace_back(
        "Linking took too long: some uses are listed by name, though they may be known. Ask again "
        "for more; what is linked is kept");
  return found;
}

Result<CallGraphAnswer> HybridSearcher::call_graph(std::string_view start,
                                                   const CallGraphOptions& options) const {
  const auto state = impl_->current();
  CODEWEAVER_ASSIGN(auto database, impl_->shared->databases.lease());
  const store::Database::Reading reading(database->database());
  return engine::call_graph(impl_->context(*state, *database), start, options);
}

Result<RenamePreview> HybridSearcher::rename_preview(std::string_view name,
                                                     std::string_view new_name,
                                                     std::size_t limit) const {
  const auto state = impl_->current();
  CODEWEAVER_ASSIGN(auto database, impl_->shared->databases.lease());
  const store::Database::Reading reading(database->database());
  return engine::rename_preview(impl_->context(*state, *database), name, new_name, limit);
}

Result<CodeMap> HybridSearcher::code_map(const CodeMapOptions& options) const {
  const auto state = impl_->current();
  CODEWEAVER_ASSIGN(auto database, impl_->shared->databases.lease());
  const store::Database::Reading reading(database->database());
  return engine::code_map(impl_->context(*state, *database), options);
}

Result<std::vector<std::optional<SymbolMatch>>> HybridSearcher::definitions_at(
    std::string_view path, std::span<const std::uint32_t> lines) const {
  const auto state = impl_->current();
  CODEWEAVER_ASSIGN(auto database, impl_->shared->databases.lease());
  return engine::definitions_at(impl_->context(*state, *database), path, lines);
}

std::vector<std::uint64_t> HybridSearcher::uses_of(std::span<const std::string> paths) const {
  return engine::uses_of(*impl_->current()->snapshot, paths);
}

Result<std::vector<SymbolMatch>> HybridSearcher::definitions_in(std::string_view path) const {
  const auto state = impl_->current();
  CODEWEAVER_ASSIGN(auto database, impl_->shared->databases.lease());
  return engine::definitions_in(impl_->context(*state, *database), path);
}

Result<std::vector<std::string>> HybridSearcher::files_defining(
    std::span<const std::string> kinds) const {
  const auto state = impl_->current();
  CODEWEAVER_ASSIGN(auto database, impl_->shared->databases.lease());
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
  const auto state = impl_->current();
  CODEWEAVER_ASSIGN(auto database, impl_->shared->databases.lease());
  const auto rows = Impl::rows(*state, *database);
  CODEWEAVER_ASSIGN(const auto file, rows.file(path));
  if (file && file->content == base::Hash128{})
    return Error{ErrorCategory::kNotFound, "FILE_NOT_INDEXED",
                 "'" + std::string(path) + "' was " + std::string(to_string(file->outcome)) +
                     " when the project was indexed" +
                     (file->reason.empty() ? "" : ": " + file->reason),
                 "reading a file of the index",
                 "Change the file or the rule, then index the project again."};
  if (!file)
    return Error{ErrorCategory::kNotFound, "FILE_NOT_INDEXED",
                 "'" + std::string(path) + "' is not an indexed file of " +
                     state->identity.project.project_id,
                 "reading a file of the index", engine::kPathAdvice};
  return rows.content_text(file->content);
}

Result<std::vector<std::string>> HybridSearcher::stale_files(const IndexOptions& options,
                                                             std::chrono::milliseconds patience,
                                                             const std::stop_token& stop) const {
  const auto state = impl_->current();
  CODEWEAVER_ASSIGN(auto database, impl_->shared->databases.lease());
  const std::filesystem::path root(state->identity.project.root);
  return engine::StaleFiles(*state->committed().snapshot, *database, root, options,
                            std::chrono::steady_clock::now() + patience)
      .find(stop);
}

Result<std::vector<std::string>> HybridSearcher::current_files(
    const IndexOptions& options, std::span<const std::string> paths) const {
  const auto state = impl_->current();
  CODEWEAVER_ASSIGN(auto database, impl_->shared->databases.lease());
  const std::filesystem::path root(state->identity.project.root);
  return engine::StaleFiles(*state->committed().snapshot, *database, root, options,
                            engine::StaleFiles::Time::max())
      .current_among(paths);
}

std::size_t HybridSearcher::file_count() const {
  return impl_->current()->statistics.files;
}

IndexStatistics HybridSearcher::statistics() const {
  auto statistics = impl_->current()->committed().statistics;
  statistics.size_bytes = folder_size(impl_->shared->paths.folder);
  if (auto database = impl_->shared->databases.lease(); database) {
    // Before the first run has ended, the database is ahead of the searched state.
    const bool is_whole = engine::read_coverage(impl_->shared->paths).is_whole;
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

}  // namespace codeweaver::inline v0_1
