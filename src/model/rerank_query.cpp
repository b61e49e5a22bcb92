// Prepares a query for reranking.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "model/rerank_query.hpp"

#include "codeweaver/detail/query_words.hpp"
#include "codeweaver/text/analyzer.hpp"

namespace codeweaver::model {

RerankQuery::RerankQuery(std::string_view query) {
  buckets_.fill(kEnd);
  const std::vector<rank::QueryTerm> terms = text::analyze_query(query);
  std::size_t previous = kAbsent;
  for (const rank::QueryTerm& term : terms) {
    if (terms_.size() == kMaxRerankTerms) break;
    const std::size_t number = terms_.size();
    const bool is_word = !term.optional && term.weight <= 1;  // neither whole nor compound
    std::uint8_t& head = buckets_[bucket(term.text)];
    terms_.push_back({term.text, is_word ? previous : kAbsent, head});
    head = static_cast<std::uint8_t>(number);
    const std::size_t bit = beginning(term.text);
    beginnings_[bit / 64] |= std::uint64_t{1} << (bit % 64);
    if (!is_word) continue;
    words_ |= TermSet{1} << number;
    if (previous != kAbsent) followers_ |= TermSet{1} << number;
    previous = number;
  }
  for (const text::QueryWord& word : text::query_words(query)) {
    asks_for_tests_ = asks_for_tests_ || word.stem == "test" || word.stem == "spec" ||
                      word.stem == "mock" || word.stem == "fixture";
    asks_for_generated_ = asks_for_generated_ || word.stem == "generat";
  }
}

}  // namespace codeweaver::model
