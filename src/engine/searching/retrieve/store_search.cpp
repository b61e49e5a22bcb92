// Candidates of a query from a vector store, as chunks of a snapshot.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/retrieve/store_search.hpp"

#include <algorithm>
#include <optional>

#include "base/try.hpp"
#include "engine/content/sparse_terms.hpp"
#include "engine/state/snapshot_facts.hpp"
#include "store/search/dense_scores.hpp"
#include "store/search/field_scores.hpp"
#include "store/search/top_list.hpp"

namespace codeweaver::engine {
namespace {

/// During an update of the store it may be another chunk of the file. It is scored from the index,
/// so it only takes a place in the list.
std::optional<store::ChunkKey> find_chunk(const store::Snapshot& snapshot,
                                          std::span<const store::ChunkSet> allowed,
                                          const VectorRecord& record) {
  for (std::uint32_t part = 0; part < snapshot.parts.size(); ++part) {
    const auto& segment = *snapshot.parts[part].segment;
    const auto file = find_file(segment, record.file_key);
    if (!file) continue;
    const auto [first, last] = segment.file_chunks(*file);
    const auto chunk = first + record.ordinal;
    if (chunk < last && allowed[part].test(chunk)) return store::ChunkKey{part, chunk};
  }
  return std::nullopt;
}

/// The best `limit` scored chunks, best first.
std::vector<store::ScoredChunk> best_of(const store::Snapshot& snapshot,
                                        std::span<const store::ScoredChunk> chunks,
                                        std::size_t limit) {
  store::TopList top(limit, store::SnapshotOrder(snapshot));
  for (const auto& chunk : chunks) top.offer(chunk);
  return std::move(top).take();
}

}  // namespace

std::size_t record_limit(std::size_t limit) noexcept {
  return limit + limit / 2 + 32;
}

RecordFilter record_filter(const CompiledFilter& filter) {
  RecordFilter out;
  out.languages.assign(filter.languages.begin(), filter.languages.end());
  out.directory = filter.directory;
  out.extension = filter.extension;
  out.glob = filter.glob;
  out.paths = filter.path_globs;
  out.include_tests = filter.include_tests;
  out.lines = filter.lines;
  return out;
}

StoreSearch::StoreSearch(const VectorStore& store, const RecordCollection& collection,
                         const CompiledFilter& filter, const store::Snapshot& snapshot,
                         std::span<const store::ChunkSet> allowed)
    : store_(store),
      collection_(collection),
      filter_(record_filter(filter)),
      snapshot_(snapshot),
      allowed_(allowed) {}

/// Ascending, without duplicates.
std::vector<store::ChunkKey> StoreSearch::places_of(std::span<const RecordHit> hits) const {
  std::vector<store::ChunkKey> out;
  for (const auto& hit : hits)
    if (const auto key = find_chunk(snapshot_, allowed_, *hit.record)) out.push_back(*key);
  std::ranges::sort(out);
  const auto rest = std::ranges::unique(out);
  out.erase(rest.begin(), rest.end());
  return out;
}

Result<std::vector<store::ScoredChunk>> StoreSearch::lexical(const store::TermCoverage& query,
                                                             std::size_t limit) const {
  const auto terms = query_weights(query);
  if (terms.ids.empty()) return std::vector<store::ScoredChunk>();
  CODEWEAVER_ASSIGN(const auto hits, store_.search_sparse(collection_, terms, filter_,
                                                          record_limit(limit), RecordParts::kKeys));
  std::vector<store::ScoredChunk> scored;
  for (const auto& row : store::score_fields(query, places_of(hits)))
    if (row.score > 0)  // else it only shares the number of a term
      scored.push_back({row.part, row.chunk, row.score, static_cast<std::uint32_t>(row.terms)});
  return best_of(snapshot_, scored, limit);
}

Result<std::vector<store::ScoredChunk>> StoreSearch::dense(std::span<const float> query,
                                                           std::size_t limit) const {
  CODEWEAVER_ASSIGN(const auto hits, store_.search_dense(collection_, query, filter_,
                                                         record_limit(limit), RecordParts::kKeys));
  const auto places = places_of(hits);
  const auto cosines = store::score_dense(snapshot_, query, places);
  std::vector<store::ScoredChunk> scored;
  for (std::size_t i = 0; i < places.size(); ++i)
    scored.push_back({places[i].part, places[i].chunk, cosines[i], 0});
  return best_of(snapshot_, scored, limit);
}

}  // namespace codeweaver::engine
