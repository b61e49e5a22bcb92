// One query, stage by stage: understanding it, retrieving, fusing and reranking candidates.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/query_run.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "codeweaver/embedder.hpp"
#include "codeweaver/rank/calibration.hpp"
#include "codeweaver/rank/importance.hpp"
#include "codeweaver/reranker.hpp"
#include "codeweaver/text/trace_query.hpp"
#include "engine/content/sparse_expansion.hpp"
#include "engine/searching/candidate_signals.hpp"
#include "engine/searching/embed_query.hpp"
#include "engine/searching/store_search.hpp"
#include "engine/state/fault_warning.hpp"
#include "engine/state/item_path.hpp"
#include "engine/state/snapshot_facts.hpp"
#include "store/search/dense_search.hpp"
#include "store/search/lexical_search.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kMaxQueryBytes = 32U << 10;
constexpr std::size_t kSymbolCandidates = 50;

Error stopped() {
  return {ErrorCategory::kCancelled, "CANCELLED", "The search was stopped", "searching", ""};
}

}  // namespace

QueryRun::QueryRun(const QueryContext& context, std::string_view query,
                   const SearchOptions& options, std::stop_token stop)
    : context_(context),
      query_(query),
      question_(read_question(query.substr(0, kMaxQueryBytes))),
      matcher_(question_.text),
      phrase_(question_.text),
      options_(options),
      stop_(std::move(stop)),
      start_(std::chrono::steady_clock::now()) {}

Result<FindCodeResponseSummary> QueryRun::execute() {
  if (auto ready = prepare(); !ready) return ready.error();
  if (auto found = retrieve(); !found) return found.error();
  for (const auto stage :
       {&QueryRun::fuse, &QueryRun::rank, &QueryRun::drop_dissimilar, &QueryRun::order,
        &QueryRun::judge_answer, &QueryRun::cut, &QueryRun::assemble}) {
    (this->*stage)();
    if (stop_.stop_requested()) return stopped();
  }
  // Whatever could not be read is missing from the answer.
  if (auto damage = context_.database.damage()) return std::move(*damage);
  for (const auto& part : context_.snapshot.parts)
    if (auto damage = part.segment->damage()) return std::move(*damage);
  response_.execution_time_ms =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count();
  return std::move(response_);
}

Result<void> QueryRun::prepare() {
  if (auto valid = options_.validate(); !valid) return valid;
  if (query_.find_first_not_of(" \t\r\n") == std::string_view::npos)
    return Error{ErrorCategory::kInvalidArgument, "EMPTY_QUERY", "The query is empty", "searching",
                 "Say what to look for, e.g. \"where are failed uploads retried\"."};
  if (query_.size() > kMaxQueryBytes)
    return Error{ErrorCategory::kInvalidArgument, "QUERY_TOO_LONG",
                 "The query has " + std::to_string(query_.size()) + " bytes; the limit is " +
                     std::to_string(kMaxQueryBytes),
                 "searching", "Describe the code in a few words, or paste a shorter snippet."};
  if (!options_.ref.empty() || !options_.changed_in.empty())
    return Error{ErrorCategory::kInvalidArgument, "NEEDS_WORKSPACE",
                 "A searcher of one tree cannot look up '" +
                     (options_.ref.empty() ? options_.changed_in : options_.ref) + "'",
                 "searching", "Search through CodeWeaver, which knows the repository."};
  if (options_.filter.purpose || !options_.filter.chunk_strategy.empty())
    return Error{ErrorCategory::kInvalidArgument, "NEEDS_WORKSPACE",
                 "A searcher of one tree knows no other namespaces", "searching",
                 "Search through CodeWeaver, which knows those of the project."};
  response_.query_intent = effective_intent(options_.intent, query_, context_.parts.intents);
  const auto intent = intent_type();
  auto filter = compile_filter(options_.filter, options_.filter.include_tests.value_or(true));
  if (!filter) return filter.error();
  filter_ = std::move(*filter);
  task_ = options_.task.value_or(task_of(intent));

  terms_ = question_.terms;
  if (context_.parts.sparse_encoder && options_.retrieval != Retrieval::kDense)
    if (auto done = expand_query(*context_.parts.sparse_encoder, question_.text, terms_); !done)
      response_.warnings.push_back(
          warning_of("The words of the query alone were looked for", done.error()));
  for (const auto& term : terms_) term_set_.insert(term.text);
  if (options_.retrieval == Retrieval::kDense) terms_.clear();
  is_identifier_ = matcher_.kind() == rank::ExactMatcher::Kind::kIdentifier;
  allowed_ = allowed_chunks(context_.snapshot, filter_);
  for (const auto& set : allowed_) admitted_chunks_ += set.count();
  response_.searched_chunks = context_.snapshot.live_chunks;
  response_.searched_files = context_.statistics.files;
  response_.generation = context_.snapshot.generation;
  return {};
}

std::size_t QueryRun::candidate_limit() const {
  return options_.candidates != 0 ? options_.candidates
                                  : std::max<std::size_t>(100, 2 * options_.top_k);
}

Result<void> QueryRun::retrieve() {
  coverage_.emplace(context_.snapshot, terms_);
  attainable_ = store::lexical_upper_bound(*coverage_);
  const auto lexical = find_lexical();
  if (!lexical) return lexical.error();
  for (const auto& hit : *lexical)
    lexical_list_.push_back({{hit.part, hit.chunk}, static_cast<double>(hit.score)});
  if (stop_.stop_requested()) return stopped();
  if (context_.parts.embedder && options_.retrieval != Retrieval::kSparse && !is_out_of_time())
    if (auto done = retrieve_dense(); !done) return done;
  if (stop_.stop_requested()) return stopped();
  if (options_.retrieval != Retrieval::kDense) add_symbol_candidates();
  return {};
}

Result<void> QueryRun::retrieve_dense() {
  const auto& embedder = *context_.parts.embedder;
  vector_.resize(embedder.info().dimension);
  auto embedded = embed_query(embedder, question_.text, vector_, context_.parts.logger.get(),
                              context_.identity.project.project_id);
  auto hits = embedded ? find_dense() : Result<std::vector<store::ScoredChunk>>(embedded.error());
  if (!hits) {
    // Where nothing else can answer, or the store does not.
    if (terms_.empty() || (embedded && context_.parts.store)) return hits.error();
    response_.warnings.push_back("Dense embedding service unavailable, using sparse search only: " +
                                 hits.error().message());
    return {};
  }
  has_dense_ = true;
  for (const auto& hit : *hits)
    dense_list_.push_back({{hit.part, hit.chunk}, static_cast<double>(hit.score)});
  return {};
}

Result<std::vector<store::ScoredChunk>> QueryRun::find_lexical() {
  if (context_.parts.store)
    return StoreSearch(*context_.parts.store, context_.collection, filter_, context_.snapshot,
                       allowed_)
        .lexical(*coverage_, candidate_limit());
  return store::search_lexical(*coverage_, allowed_, candidate_limit(), {}, nullptr,
                               &posting_marks_);
}

Result<std::vector<store::ScoredChunk>> QueryRun::find_dense() const {
  if (context_.parts.store)
    return StoreSearch(*context_.parts.store, context_.collection, filter_, context_.snapshot,
                       allowed_)
        .dense(vector_, candidate_limit());
  return store::search_dense(context_.snapshot, vector_, allowed_, candidate_limit());
}

/// A query that names definitions must reach them however common the names are.
void QueryRun::add_symbol_candidates() {
  for (const NamedSymbol& wanted : question_.symbols) {
    const auto hits = context_.database.find_definitions(wanted.name, kSymbolCandidates);
    if (!hits) return;
    for (const auto& hit : *hits)
      if (wanted.file_name.empty() || text::file_name_of(shown_path(hit.path)) == wanted.file_name)
        add_symbol_candidate(hit);
  }
}

void QueryRun::add_symbol_candidate(const store::Database::DefinitionPlace& hit) {
  for (std::uint32_t part = 0; part < context_.snapshot.parts.size(); ++part) {
    const auto& segment = *context_.snapshot.parts[part].segment;
    const auto file = find_file(segment, hit.path);
    if (!file) continue;
    const auto [first, last] = segment.file_chunks(*file);
    const auto chunk = first + hit.chunk;
    if (chunk >= last || !allowed_[part].test(chunk)) continue;
    const bool is_listed =
        std::any_of(symbol_list_.begin(), symbol_list_.end(), [&](const auto& e) {
          return e.id == store::ChunkKey{part, chunk};
        });
    if (!is_listed) symbol_list_.push_back({{part, chunk}, 1.0});
  }
}

void QueryRun::fuse() {
  using store::ChunkKey;
  const std::array<rank::RankedList<ChunkKey>, 3> lists = {
      {{lexical_list_, 1}, {dense_list_, 1}, {symbol_list_, 1}}};
  fused_list_ = options_.fusion == FusionMethod::kRrf
                    ? rank::fuse_rrf<ChunkKey>(lists, options_.rrf_k)
                    : rank::fuse_weighted<ChunkKey>(lists);
  response_.total_matches = fused_list_.size();
  keep_candidates(std::min(fused_list_.size(), std::max(options_.rerank_depth, options_.top_k)));
  const auto best = [](const auto& list) {
    return list.empty() ? 0.0F : static_cast<float>(list.front().score);
  };
  fill_signals({*coverage_, posting_marks_,
                has_dense_ ? std::span<const float>(vector_) : std::span<const float>(), allowed_,
                attainable_, best(lexical_list_), best(dense_list_)},
               candidates_);
}

/// Makes candidates of the first `count` of the fused list, with their ranks.
void QueryRun::keep_candidates(std::size_t count) {
  std::vector<std::pair<store::ChunkKey, std::size_t>> places;
  candidates_.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto& [key, score] = fused_list_[i];
    auto& found = candidates_[i];
    found.part = key.part;
    found.chunk = key.chunk;
    found.info = context_.snapshot.parts[key.part].segment->chunk(key.chunk);
    found.fused_rank = i + 1;
    found.signals.fused = static_cast<float>(score);
    places.emplace_back(key, i);
  }
  std::ranges::sort(places);
  const auto number = [&](const auto& list, auto Candidate::*rank, auto RerankSignals::*signal) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const auto at = std::ranges::lower_bound(places, list[i].id, {},
                                               [](const auto& place) { return place.first; });
      if (at == places.end() || at->first != list[i].id) continue;
      candidates_[at->second].*rank = i + 1;
      candidates_[at->second].signals.*signal = static_cast<std::uint32_t>(i + 1);
    }
  };
  number(lexical_list_, &Candidate::lexical_rank, &RerankSignals::lexical_rank);
  number(dense_list_, &Candidate::dense_rank, &RerankSignals::dense_rank);
}

std::optional<IntentType> QueryRun::intent_type() const {
  std::optional<IntentType> type;
  if (response_.query_intent) type = response_.query_intent->intent_type;
  return type;
}

bool QueryRun::is_out_of_time() {
  if (timed_out_ || options_.deadline.count() == 0) return timed_out_;
  if (std::chrono::steady_clock::now() - start_ < options_.deadline) return false;
  timed_out_ = true;
  response_.warnings.push_back("The deadline of " + std::to_string(options_.deadline.count()) +
                               " ms passed; the results are partial");
  return true;
}

}  // namespace codeweaver::engine
