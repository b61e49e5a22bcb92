// Statistics of query terms: their postings, document frequencies, idf weights and shares.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>

#include "store/postings.hpp"
#include "store/segment_impl.hpp"

namespace codeweaver::store {
namespace {

constexpr std::size_t kMaskBits = 64;

/// Live chunks of a part that are among `postings`, of `frequency` chunks. Of postings that are
/// cut, only blocks with deleted chunks are read.
std::uint64_t live_frequency(const Snapshot::Part& part, const TermPostings& postings,
                             std::uint64_t frequency) {
  const ChunkSet& live = part.live;
  std::uint64_t deleted = 0;
  const auto count = [&](PostingCursor cursor) {
    for (; cursor.chunk() < live.size(); cursor.skip())
      deleted += live.test(static_cast<std::size_t>(cursor.chunk())) ? 0 : 1;
  };
  if (postings.blocks() == 0) count(postings.block(0));
  for (std::size_t b = 0; b < postings.blocks(); ++b)
    if (live.words()[b] != UINT64_MAX) count(postings.block(b));
  return frequency - std::min(frequency, deleted);
}

}  // namespace

TermCoverage::TermCoverage(const Snapshot& snapshot, std::span<const QueryTerm> terms)
    : snapshot_(&snapshot), terms_(terms), frequency_(terms.size()) {
  postings_.reserve(snapshot.parts.size() * terms.size());
  for (const Snapshot::Part& part : snapshot.parts) {
    const Segment::Impl& segment = part.segment->impl();
    const bool is_whole = part.live.count() == part.segment->size();
    for (std::size_t i = 0; i < terms.size(); ++i) {
      const auto info = segment.dictionary.find(terms[i].text);
      const auto postings = info ? segment.postings_of(*info) : std::nullopt;
      postings_.push_back(postings.value_or(TermPostings()));
      if (postings)
        frequency_[i] += is_whole ? info->document_frequency
                                  : live_frequency(part, *postings, info->document_frequency);
    }
  }
  float sum = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const float weight = terms[i].weight;
    weights_.push_back(frequency_[i] == 0 ? 0.0F
                                          : weight * rank::inverse_document_frequency(
                                                         snapshot.live_chunks, frequency_[i]));
    idf_.push_back(weight > 0 ? weights_[i] / weight : 0);
    // A word that occurs nowhere is missing everywhere: it counts as much as a rare one.
    const float absent = weight * rank::inverse_document_frequency(
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

bool holds_term(const Snapshot& snapshot, std::string_view term) {
  return std::ranges::any_of(snapshot.parts, [&](const Snapshot::Part& part) {
    return part.segment->impl().dictionary.find(term).has_value();
  });
}

float lexical_upper_bound(const TermCoverage& query, const Bm25fOptions& options) {
  float bound = 0;
  const auto terms = query.terms();
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (query.frequency(i) == 0 && terms[i].optional) continue;
    const float idf =
        rank::inverse_document_frequency(query.snapshot().live_chunks, query.frequency(i));
    bound += terms[i].weight * rank::term_score_bound(options, idf);
  }
  return bound;
}

}  // namespace codeweaver::store
