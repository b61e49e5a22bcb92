// Statistics of query terms: their postings, document frequencies and idf weights.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/query_terms.hpp"

#include "store/postings.hpp"
#include "store/segment_impl.hpp"

namespace codeweaver::store {

std::string_view postings_in(const Segment::Impl& segment, std::string_view term,
                             std::uint32_t* document_frequency) {
  const auto info = segment.dictionary.find(term);
  if (!info) return {};
  if (document_frequency != nullptr) *document_frequency = info->document_frequency;
  return segment.postings_of(*info);
}

/// Live chunks that hold the term. Exact also where chunks were deleted, at the price of a walk.
std::uint64_t live_frequency(const Snapshot& snapshot, std::string_view term) {
  std::uint64_t total = 0;
  for (const Snapshot::Part& part : snapshot.parts) {
    std::uint32_t frequency = 0;
    const std::string_view postings = postings_in(part.segment->impl(), term, &frequency);
    if (part.live.count() == part.segment->size()) {
      total += frequency;
      continue;
    }
    for (PostingCursor cursor(postings); cursor.chunk() < part.live.size();) {
      total += part.live.test(static_cast<std::size_t>(cursor.chunk())) ? 1 : 0;
      cursor.consume([](std::size_t, std::uint32_t) {});
    }
  }
  return total;
}

std::vector<float> term_weights(const Snapshot& snapshot, std::span<const QueryTerm> terms) {
  std::vector<float> weights;
  for (const QueryTerm& term : terms) {
    const std::uint64_t frequency = live_frequency(snapshot, term.text);
    weights.push_back(frequency == 0 ? 0.0F
                                     : term.weight * rank::inverse_document_frequency(
                                                         snapshot.live_chunks, frequency));
  }
  return weights;
}

}  // namespace codeweaver::store
