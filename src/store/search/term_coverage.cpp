// Statistics of query terms: their postings, document frequencies, idf weights and shares.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/search/term_coverage.hpp"

#include <algorithm>

#include "store/layout/chunk_set.hpp"
#include "store/postings/postings.hpp"
#include "store/search/lexical_search.hpp"
#include "store/search/snapshot.hpp"
#include "store/segments/segment.hpp"
#include "store/segments/segment_impl.hpp"

namespace codeweaver::store {
namespace {

constexpr std::size_t kSharedMaskBits = 64;

/// Counts the postings of chunks that are in `before` (null: all chunks) but not in `live`, minus
/// the postings of chunks that are in `live` but not in `before`. Of cut postings it reads only the
/// blocks where the sets differ.
std::int64_t count_deleted(const ChunkSet* before, const ChunkSet& live,
                           const TermPostings& postings) {
  std::int64_t deleted = 0;
  const auto count = [&](PostingCursor cursor) {
    for (; cursor.chunk() < live.size(); cursor.skip()) {
      const auto chunk = static_cast<std::size_t>(cursor.chunk());
      deleted += (before == nullptr || before->test(chunk) ? 1 : 0) - (live.test(chunk) ? 1 : 0);
    }
  };
  if (postings.blocks() == 0) count(postings.block(0));
  for (std::size_t b = 0; b < postings.blocks(); ++b)
    if (live.words()[b] != (before == nullptr ? UINT64_MAX : before->words()[b]))
      count(postings.block(b));
  return deleted;
}

/// The number of live chunks of a segment with a term. Reuses the counts for this set of chunks
/// and, for cut postings, the counts for the previous set.
std::uint64_t live_frequency(DeletedCounts& counts, const TermPostings& postings,
                             const TermInfo& info) {
  auto deleted = counts.find(info.postings_offset);
  if (!deleted) {
    const auto before = postings.blocks() == 0 ? nullptr : counts.before();
    const auto known = before ? before->find(info.postings_offset) : std::nullopt;
    const auto change = count_deleted(known ? &before->live() : nullptr, counts.live(), postings);
    deleted = known.value_or(0) + static_cast<std::uint64_t>(change);
    counts.keep(info.postings_offset, *deleted);
  }
  return info.document_frequency - std::min<std::uint64_t>(info.document_frequency, *deleted);
}

}  // namespace

TermCoverage::TermCoverage(const Snapshot& snapshot, std::span<const QueryTerm> terms)
    : snapshot_(&snapshot), terms_(terms), frequency_(terms.size()) {
  postings_.reserve(snapshot.parts.size() * terms.size());
  for (const Snapshot::Part& part : snapshot.parts) {
    const Segment::Impl& segment = part.segment->impl();
    const bool is_whole = part.live.count() == part.segment->size();
    const auto counts = is_whole ? nullptr : segment.deleted_counts.of(part.live);
    const bool are_tables_intact = segment.are_tables_intact();
    for (std::size_t i = 0; i < terms.size(); ++i) {
      postings_.emplace_back();
      const auto info = are_tables_intact ? segment.dictionary.find(terms[i].text) : std::nullopt;
      if (!info) continue;
      const auto postings = segment.postings_of(*info);
      if (!postings) continue;
      postings_.back() = *postings;
      frequency_[i] +=
          is_whole ? info->document_frequency : live_frequency(*counts, *postings, *info);
    }
  }
  for (std::size_t i = 0; snapshot.frequencies && i < terms.size(); ++i)
    if (const auto known = snapshot.frequencies->find(terms[i].text);
        known != snapshot.frequencies->end())
      frequency_[i] = known->second;
  float sum = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const float weight = terms[i].weight;
    weights_.push_back(frequency_[i] == 0 ? 0.0F
                                          : weight * rank::inverse_document_frequency(
                                                         snapshot.live_chunks, frequency_[i]));
    idf_.push_back(weight > 0 ? weights_[i] / weight : 0);
    // A term that occurs nowhere weighs as much as a rare one, because every chunk lacks it.
    const float absent = weight * rank::inverse_document_frequency(
                                      std::max<std::size_t>(snapshot.live_chunks, 1), 0);
    share_.push_back(terms[i].optional ? 0 : weights_[i] > 0 ? weights_[i] : absent);
    sum += share_.back();
  }
  for (float& share : share_) share = sum > 0 ? share / sum : 0;
}

float TermCoverage::operator()(std::uint64_t terms) const noexcept {
  float covered = 0;
  for (std::size_t i = 0; i < share_.size() && i < kSharedMaskBits; ++i)
    if ((terms >> i & 1U) != 0) covered += share_[i];
  return std::min(covered, 1.0F);
}

bool holds_term(const Snapshot& snapshot, std::string_view term) {
  return std::ranges::any_of(snapshot.parts, [&](const Snapshot::Part& part) {
    const Segment::Impl& segment = part.segment->impl();
    return segment.are_tables_intact() && segment.dictionary.find(term).has_value();
  });
}

float lexical_upper_bound(const TermCoverage& query, const Bm25fOptions& options) {
  float bound = 0;
  const auto terms = query.terms();
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (terms[i].is_alternative || (query.frequency(i) == 0 && terms[i].optional)) continue;
    const float idf =
        rank::inverse_document_frequency(query.snapshot().live_chunks, query.frequency(i));
    bound += terms[i].weight * rank::term_score_bound(options, idf);
  }
  return bound;
}

}  // namespace codeweaver::store
