// Candidates of both sides and of the look-up of names.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/retrieve/retrieve.hpp"

#include <algorithm>
#include <utility>

#include "base/try.hpp"
#include "codeweaver/detail/trace_query.hpp"
#include "codeweaver/embedder.hpp"
#include "engine/searching/retrieve/embed_query.hpp"
#include "engine/searching/retrieve/store_search.hpp"
#include "store/search/chunk_order.hpp"
#include "store/search/dense_search.hpp"
#include "store/search/lexical_search.hpp"
#include "store/search/snapshot.hpp"

namespace codeweaver::engine {
namespace {

using Hits = Result<std::vector<store::ScoredChunk>>;

StoreSearch store_search(const SearchContext& context, const Question& question) {
  return {*context.parts.store, context.collection, question.filter, context.snapshot,
          question.allowed};
}

Hits find_lexical(const SearchContext& context, const Question& question, Retrieved& out) {
  const std::size_t limit = candidate_limit(question.options);
  if (context.parts.store) return store_search(context, question).lexical(out.coverage, limit);
  return store::search_lexical(out.coverage, question.allowed, limit, {}, nullptr, &out.marks);
}

Hits find_dense(const SearchContext& context, const Question& question,
                std::span<const float> vector) {
  const std::size_t limit = candidate_limit(question.options);
  if (context.parts.store) return store_search(context, question).dense(vector, limit);
  return store::search_dense(context.snapshot, vector, question.allowed, limit);
}

ChunkList list_of(const std::vector<store::ScoredChunk>& hits) {
  ChunkList out;
  out.reserve(hits.size());
  for (const auto& hit : hits)
    out.push_back({{hit.part, hit.chunk}, static_cast<double>(hit.score)});
  return out;
}

Result<void> retrieve_dense(const SearchContext& context, const Question& question,
                            Retrieved& out) {
  const auto& embedder = *context.parts.embedder;
  std::vector<float> vector(embedder.info().dimension);
  auto embedded = embed_query(embedder, question.reading.text, vector, context.parts.logger.get(),
                              context.identity.project.project_id);
  auto hits = embedded ? find_dense(context, question, vector) : Hits(embedded.error());
  if (!hits) {
    // Nothing else can answer, or the store failed.
    if (question.terms.empty() || (embedded && context.parts.store)) return hits.error();
    out.warnings.push_back("Dense embedding service unavailable, using sparse search only: " +
                           hits.error().message());
    return {};
  }
  out.vector = std::move(vector);
  out.dense = list_of(*hits);
  return {};
}

/// A query that names definitions must find them, however common the names are.
Result<void> retrieve_exact(const SearchContext& context, const Question& question,
                            Retrieved& out) {
  CODEWEAVER_ASSIGN(out.exact, find_exact(context, question, out.coverage));
  const auto& places = question.reading.places;
  if (out.exact.entries.empty() && places.size() == 1 && places.front().line > 0 &&
      text::detail::is_file_name(text::file_name_of(places.front().file)))
    out.warnings.push_back("No searched file is named '" + places.front().file +
                           "': the name was searched as words");
  const auto comes_before = [&](const store::ChunkKey& a, const store::ChunkKey& b) {
    return store::comes_before(context.snapshot, a, b);
  };
  std::ranges::sort(out.exact.entries, [&](const LaneEntry& a, const LaneEntry& b) {
    return a.lane.least != b.lane.least ? a.lane.least > b.lane.least
                                        : comes_before(a.chunk, b.chunk);
  });
  std::ranges::sort(out.exact.others, comes_before);
  for (const auto& entry : out.exact.entries) out.named.push_back({entry.chunk, 1.0});
  for (const auto& chunk : out.exact.others) out.named.push_back({chunk, 1.0});
  return {};
}

}  // namespace

std::size_t candidate_limit(const SearchOptions& options) {
  return options.candidates != 0 ? options.candidates
                                 : std::max<std::size_t>(100, 2 * options.top_k);
}

Result<Retrieved> retrieve(const SearchContext& context, const Question& question,
                           TimeLimit& limit) {
  Retrieved out{.coverage = {context.snapshot, question.terms}};
  out.attainable = store::lexical_upper_bound(out.coverage);
  CODEWEAVER_ASSIGN(const auto lexical, find_lexical(context, question, out));
  out.lexical = list_of(lexical);
  if (limit.is_stop_requested()) return search_stopped();
  if (context.parts.embedder && question.options.retrieval != Retrieval::kSparse &&
      !limit.is_out_of_time())
    CODEWEAVER_TRY(retrieve_dense(context, question, out));
  if (limit.is_stop_requested()) return search_stopped();
  if (question.options.retrieval != Retrieval::kDense)
    CODEWEAVER_TRY(retrieve_exact(context, question, out));
  if (context.past_commits && question.reading.is_report && !limit.is_over())
    out.past = context.past_commits->changed_by_like(context.identity.project.root,
                                                     question.reading.terms);
  return out;
}

}  // namespace codeweaver::engine
