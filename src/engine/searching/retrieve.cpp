// Candidates of both sides, and of the look-up of names.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/retrieve.hpp"

#include <algorithm>
#include <utility>

#include "base/try.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/text/trace_query.hpp"
#include "engine/searching/embed_query.hpp"
#include "engine/searching/store_search.hpp"
#include "engine/state/item_path.hpp"
#include "engine/state/snapshot_facts.hpp"
#include "store/search/dense_search.hpp"
#include "store/search/lexical_search.hpp"
#include "store/search/snapshot.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kSymbolCandidates = 50;

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
    // Where nothing else can answer, or the store does not.
    if (question.terms.empty() || (embedded && context.parts.store)) return hits.error();
    out.warnings.push_back("Dense embedding service unavailable, using sparse search only: " +
                           hits.error().message());
    return {};
  }
  out.vector = std::move(vector);
  out.dense = list_of(*hits);
  return {};
}

void add_definition(const SearchContext& context, const Question& question,
                    const store::Database::DefinitionPlace& hit, ChunkList& list) {
  for (std::uint32_t part = 0; part < context.snapshot.parts.size(); ++part) {
    const auto& segment = *context.snapshot.parts[part].segment;
    const auto file = find_file(segment, hit.path);
    if (!file) continue;
    const auto [first, last] = segment.file_chunks(*file);
    const store::ChunkKey key{part, first + hit.chunk};
    if (key.chunk >= last || !question.allowed[part].test(key.chunk)) continue;
    const bool is_listed =
        std::ranges::any_of(list, [&](const auto& entry) { return entry.id == key; });
    if (!is_listed) list.push_back({key, 1.0});
  }
}

/// A query that names definitions must reach them however common the names are.
ChunkList find_definitions(const SearchContext& context, const Question& question) {
  ChunkList out;
  for (const NamedSymbol& wanted : question.reading.symbols) {
    const auto hits = context.database.find_definitions(wanted.name, kSymbolCandidates);
    if (!hits) return out;
    for (const auto& hit : *hits)
      if (wanted.file_name.empty() || text::file_name_of(shown_path(hit.path)) == wanted.file_name)
        add_definition(context, question, hit, out);
  }
  return out;
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
    out.symbols = find_definitions(context, question);
  return out;
}

}  // namespace codeweaver::engine
