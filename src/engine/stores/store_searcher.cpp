// StoreSearcher: searches each tree of a project in a store and merges the answers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/store_searcher.hpp"

#include <utility>

#include "base/try.hpp"
#include "codeweaver/contract.hpp"
#include "codeweaver/error_codes.hpp"
#include "codeweaver/intent_classifier.hpp"
#include "codeweaver/namespace_key.hpp"
#include "codeweaver/vector_store.hpp"
#include "engine/content/guarded_parts.hpp"
#include "engine/searching/merge_answers.hpp"
#include "engine/searching/open/lookup_limit.hpp"
#include "engine/searching/open/shared_deadline.hpp"
#include "engine/searching/question/question.hpp"
#include "engine/state/fault_warning.hpp"
#include "engine/state/state_paths.hpp"
#include "engine/stores/record_search.hpp"

namespace codeweaver::inline v0_1 {
namespace {

constexpr std::size_t kFileCacheBytes = 256U << 20;

/// True if the filter admits the tree's namespace. False for trees that are not namespaces.
bool admits_tree(const SearchFilter& filter, std::string_view tree) {
  if (!tree.starts_with(engine::kNamespacePrefix)) return false;
  const auto key = NamespaceKey::parse(tree.substr(engine::kNamespacePrefix.size()));
  return key && (!filter.purpose || *filter.purpose == key->purpose) &&
         (filter.chunk_strategy.empty() || filter.chunk_strategy == key->chunk_strategy);
}

bool asks_for_commit(const SearchOptions& options) {
  return !options.ref.empty() || !options.changed_in.empty();
}

}  // namespace

struct [[gnu::visibility("hidden")]] StoreSearcher::Impl {
  Project project;
  HybridSearcher::Parts parts;
  mutable engine::ChunkCache chunks{engine::kChunkCacheBytes};
  mutable engine::StoredFileCache files{kFileCacheBytes};

  Result<engine::RecordSearch> begin(const std::string& tree, const CallContext& call) const {
    return engine::RecordSearch::begin({parts, chunks, files}, {project.project_id, tree}, call);
  }
  /// For the folder. Errors: also kNotFound.
  Result<engine::RecordSearch> begin_folder(const CallContext& call) const {
    const auto store = in_context(parts.store, call.awaited());
    CODEWEAVER_ASSIGN(const auto there, store->facts({project.project_id, ""}));
    if (!there) return not_there();
    return begin("", call);
  }
  Error not_there() const {
    return {ErrorCategory::kNotFound, std::string(error_code::kProjectNotFound),
            "The store has no records of a project '" + project.project_id + "'",
            "searching the store",
            "Give the id of an indexed project, or index the project with this store on the "
            "machine that has its files."};
  }
  Result<FindCodeResponseSummary> search(std::string_view query, const SearchOptions& options,
                                         const CallContext& call) const;
};

StoreSearcher::StoreSearcher(std::unique_ptr<Impl> impl) noexcept : impl_(std::move(impl)) {}
StoreSearcher::StoreSearcher(StoreSearcher&&) noexcept = default;
StoreSearcher& StoreSearcher::operator=(StoreSearcher&&) noexcept = default;
StoreSearcher::~StoreSearcher() = default;

Result<StoreSearcher> StoreSearcher::open(std::string project_id, HybridSearcher::Parts parts) {
  if (!parts.store)
    return Error{ErrorCategory::kInvalidArgument, "NO_STORE",
                 "A search without an index needs a vector store", "opening a store for searches",
                 "Set store.kind, or search the project's local index."};
  if (parts.sparse_encoder)
    return Error{
        ErrorCategory::kUnsupported, "SPARSE_ENCODER",
        "A search without an index cannot use a sparse encoder, because the encoder would have to "
        "read each file again",
        "opening a store for searches",
        "Search on the machine that has the index, or index the project without a sparse encoder."};
  if (!parts.intents) parts.intents = std::make_shared<const IntentClassifier>();
  parts.past_commits = false;  // there is no repository
  auto impl = std::make_unique<Impl>();
  impl->project.display_name = project_id;
  impl->project.project_id = std::move(project_id);
  impl->parts = std::move(parts);
  impl->parts.reranker = engine::guarded(std::move(impl->parts.reranker));
  impl->parts.logger = engine::guarded(std::move(impl->parts.logger));
  impl->parts.store = engine::guarded(std::move(impl->parts.store));
  return StoreSearcher(std::move(impl));
}

Result<FindCodeResponseSummary> StoreSearcher::Impl::search(std::string_view query,
                                                            const SearchOptions& options,
                                                            const CallContext& given) const {
  const auto call = given.awaited().until(engine::end_of_calls(options.deadline));
  const engine::SharedDeadline deadline(options.deadline);
  CODEWEAVER_ASSIGN(const auto trees,
                    in_context(parts.store, call)->collections(project.project_id));
  if (trees.empty()) return not_there();
  auto within = options;
  within.filter.purpose.reset();
  within.filter.chunk_strategy.clear();
  std::vector<FindCodeResponseSummary> answers;
  std::vector<std::string> warnings;
  for (const auto& [id, tree] : trees) {
    const bool is_folder = tree.empty();
    if (!is_folder && !admits_tree(options.filter, tree)) continue;
    auto begun = begin(tree, call);
    if (begun && is_folder &&
        ((options.filter.purpose && *options.filter.purpose != Purpose::kCodeSearch) ||
         (!options.filter.chunk_strategy.empty() &&
          options.filter.chunk_strategy != begun->strategy())))
      continue;
    within.deadline = deadline.left();
    auto answer =
        begun ? begun->search(query, within) : Result<FindCodeResponseSummary>(begun.error());
    if (answer) {
      answers.push_back(*std::move(answer));
    } else if (is_folder || !engine::is_fault(answer.error())) {
      return answer;
    } else {
      warnings.push_back(engine::namespace_warning(
          std::string_view(tree).substr(engine::kNamespacePrefix.size()), answer.error()));
    }
  }
  if (answers.empty())
    return Error{
        ErrorCategory::kNotFound, std::string(contract::kNamespaceNotFound),
        "Project " + project.project_id + " has no namespace with that purpose and strategy",
        "searching", "Use an existing namespace"};
  auto& told = answers.front().warnings;
  told.insert(told.end(), warnings.begin(), warnings.end());
  if (answers.size() == 1) return std::move(answers.front());
  return engine::merge_answers(std::move(answers), options);
}

const Project& StoreSearcher::project() const noexcept {
  return impl_->project;
}

bool StoreSearcher::can(Feature feature) const noexcept {
  return feature == Feature::kLookups;
}

Result<FindCodeResponseSummary> StoreSearcher::search(std::string_view query,
                                                      const SearchOptions& options,
                                                      const CallContext& call) {
  if (asks_for_commit(options)) return unsupported(*this, Feature::kCommits);
  return impl_->search(query, options, call);
}

Result<FindCodeResponseSummary> StoreSearcher::find_code(std::string_view query,
                                                         SearchOptions options,
                                                         const CallContext& call) {
  if (asks_for_commit(options)) return unsupported(*this, Feature::kCommits);
  engine::include_asked_tests(query, *impl_->parts.intents, options);
  return impl_->search(query, options, call);
}

Result<std::vector<SymbolMatch>> StoreSearcher::find_symbol(std::string_view name,
                                                            std::size_t limit, const Lookup& lookup,
                                                            const CallContext& call) {
  CODEWEAVER_ASSIGN(auto search, impl_->begin_folder(engine::limited(call, lookup)));
  return search.find_symbol(name, limit);
}

Result<std::vector<SymbolMatch>> StoreSearcher::definitions_in(std::string_view path,
                                                               const Lookup& lookup,
                                                               const CallContext& call) {
  CODEWEAVER_ASSIGN(auto search, impl_->begin_folder(engine::limited(call, lookup)));
  return search.definitions_in(path);
}

Result<std::string> StoreSearcher::file_text(std::string_view path, const Lookup& lookup,
                                             const CallContext& call) {
  CODEWEAVER_ASSIGN(auto search, impl_->begin_folder(engine::limited(call, lookup)));
  return search.file_text(path);
}

Result<RepoStatus> StoreSearcher::status(const CallContext& call) const {
  CODEWEAVER_ASSIGN(const auto search, impl_->begin_folder(call));
  return search.status();
}

}  // namespace codeweaver::inline v0_1
