// Field scores: how each field of a few chosen chunks answers a query.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <bit>

#include "store/postings.hpp"
#include "store/query_terms.hpp"
#include "store/segment_impl.hpp"

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

  /// Adds one term: `weight` is its share of the score, `share` of what is to be covered.
  void add(std::string_view postings, float weight, float share, std::size_t number) {
    PostingCursor cursor(postings);
    for (FieldScores& row : rows_) {
      while (cursor.chunk() < row.chunk) cursor.consume([](std::size_t, std::uint32_t) {});
      if (cursor.chunk() == PostingCursor::kEnd) return;
      if (cursor.chunk() != row.chunk) continue;
      const auto& lengths = segment_.lengths[row.chunk];
      float combined = 0;
      cursor.consume([&](std::size_t field, std::uint32_t times) {
        const float weighted =
            static_cast<float>(times) * rank::field_factor(options_, field,
                                                           static_cast<float>(lengths[field]),
                                                           average_[field]);
        combined += weighted;
        row.field[field] += weight * rank::saturate(options_, weighted);
        row.covered[field] += share;
      });
      row.score += weight * rank::saturate(options_, combined);
      row.covered_by_any += share;
      if (number < kMaskBits) row.terms |= std::uint64_t{1} << number;
    }
  }

 private:
  const Segment::Impl& segment_;
  const Bm25fOptions& options_;
  std::span<FieldScores> rows_;
  std::array<float, kFieldCount> average_{};
};

void append_rows(std::uint32_t part, const Snapshot::Part& from, const ChunkSet& wanted,
                 std::vector<FieldScores>& rows) {
  const auto live = from.live.words();
  for (std::size_t w = 0; w < live.size(); ++w)
    for (std::uint64_t word = live[w] & wanted.words()[w]; word != 0; word &= word - 1)
      rows.push_back({.part = part,
                      .chunk = static_cast<std::uint32_t>(
                          w * 64 + static_cast<std::size_t>(std::countr_zero(word)))});
}

}  // namespace

TermCoverage::TermCoverage(const Snapshot& snapshot, std::span<const QueryTerm> terms)
    : terms_(terms), weights_(term_weights(snapshot, terms)) {
  float sum = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    idf_.push_back(terms[i].weight > 0 ? weights_[i] / terms[i].weight : 0);
    // A word that occurs nowhere is missing everywhere: it counts as much as a rare one.
    const float absent = terms[i].weight * rank::inverse_document_frequency(
                                               std::max<std::size_t>(snapshot.live_chunks, 1), 0);
    share_.push_back(terms[i].optional ? 0 : weights_[i] > 0 ? weights_[i] : absent);
    sum += share_.back();
  }
  for (float& share : share_) share = sum > 0 ? share / sum : 0;
}

float TermCoverage::operator()(std::uint64_t terms) const noexcept {
  float covered = 0;
  for (std::size_t i = 0; i < share_.size() && i < kMaskBits; ++i)
    if ((terms >> i & 1U) != 0) covered += share_[i];
  return std::min(covered, 1.0F);
}

std::vector<FieldScores> score_fields(const Snapshot& snapshot, const TermCoverage& coverage,
                                      std::span<const ChunkSet> wanted,
                                      const Bm25fOptions& options) {
  const auto terms = coverage.terms();
  const auto weights = coverage.weights();
  const rank::Bm25fCollection collection{snapshot.live_chunks, snapshot.field_lengths};
  std::vector<FieldScores> rows;
  for (std::uint32_t p = 0; p < snapshot.parts.size(); ++p) {
    const std::size_t first = rows.size();
    append_rows(p, snapshot.parts[p], wanted[p], rows);
    const Segment::Impl& segment = snapshot.parts[p].segment->impl();
    PartRows part(segment, options, collection, std::span(rows).subspan(first));
    for (std::size_t i = 0; i < terms.size(); ++i)
      if (weights[i] > 0)
        part.add(postings_in(segment, terms[i].text), weights[i],
                 i < kMaskBits ? coverage(std::uint64_t{1} << i) : 0, i);
  }
  return rows;
}

}  // namespace codeweaver::store
