// Field scores: how well each field of a few chosen chunks matches a query.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/search/field_scores.hpp"

#include "store/postings/posting_marks.hpp"
#include "store/search/scored_chunk.hpp"
#include "store/search/snapshot.hpp"
#include "store/search/term_coverage.hpp"
#include "store/segments/segment.hpp"
#include "store/segments/segment_impl.hpp"

namespace codeweaver::store {
namespace {

constexpr std::size_t kMaskBits = 64;

/// The chosen chunks of one part, in chunk order, filled term by term.
class PartRows {
 public:
  PartRows(const Segment::Impl& segment, const Bm25fOptions& options,
           const rank::Bm25fCollection& collection, std::span<FieldScores> rows)
      : segment_(segment), options_(options), rows_(rows) {
    for (std::size_t f = 0; f < kFieldCount; ++f) average_[f] = collection.average_length(f);
  }

  /// Adds one term. `weight` is its weight in the score, `share` its share of the coverage.
  /// `mark(chunk)` returns a position from which the walk can continue to `chunk`, or null.
  template <class Mark>
  void add(const TermPostings& postings, float weight, float share, std::size_t number,
           Mark&& mark) {
    PostingWalk walk(postings);
    for (FieldScores& row : rows_) {
      if (walk.chunk() < row.chunk) {
        if (const PostingCursor* ahead = mark(row.chunk)) walk.continue_from(*ahead);
        walk.skip_to(row.chunk);
      }
      if (walk.chunk() == PostingCursor::kEnd) return;
      if (walk.chunk() != row.chunk) continue;
      const auto& lengths = segment_.lengths[row.chunk];
      const std::uint64_t bit = number < kMaskBits ? std::uint64_t{1} << number : 0;
      float combined = 0;
      const FieldCounts counts = walk.take();
      for (std::size_t field = 0; field < kFieldCount; ++field) {
        if (counts[field] == 0) continue;
        const float weighted =
            static_cast<float>(counts[field]) *
            rank::field_factor(options_, field, static_cast<float>(lengths[field]),
                               average_[field]);
        combined += weighted;
        row.field[field] += weight * rank::saturate(options_, weighted);
        row.covered[field] += share;
        row.field_terms[field] |= bit;
      }
      row.score += weight * rank::saturate(options_, combined);
      row.covered_by_any += share;
      row.terms |= bit;
    }
  }

 private:
  const Segment::Impl& segment_;
  const Bm25fOptions& options_;
  std::span<FieldScores> rows_;
  std::array<float, kFieldCount> average_{};
};

}  // namespace

std::vector<FieldScores> score_fields(const TermCoverage& query, std::span<const ChunkKey> chunks,
                                      const Bm25fOptions& options, const PostingMarks* marks) {
  const Snapshot& snapshot = query.snapshot();
  const rank::Bm25fCollection collection{snapshot.live_chunks, snapshot.field_lengths};
  std::vector<FieldScores> rows;
  rows.reserve(chunks.size());
  for (const ChunkKey& key : chunks) rows.push_back({.part = key.part, .chunk = key.chunk});
  for (std::size_t first = 0; first < rows.size();) {
    const std::uint32_t p = rows[first].part;
    std::size_t last = first;
    while (last < rows.size() && rows[last].part == p) ++last;
    PartRows part(snapshot.parts[p].segment->impl(), options, collection,
                  std::span(rows).subspan(first, last - first));
    for (std::size_t i = 0; i < query.terms().size(); ++i)
      if (query.weights()[i] > 0)
        part.add(query.postings(p, i), query.weights()[i],
                 i < kMaskBits ? query(std::uint64_t{1} << i) : 0, i, [&](std::size_t chunk) {
                   return marks != nullptr ? marks->before(p, i, chunk) : nullptr;
                 });
    first = last;
  }
  return rows;
}

}  // namespace codeweaver::store
