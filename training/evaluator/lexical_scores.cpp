// Lexical scores: counts terms and computes BM25F.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "lexical_scores.hpp"

#include "codeweaver/text/analyzer.hpp"

namespace codeweaver::training {

LexicalScores::LexicalScores(const std::vector<TextPair>& pool) : lengths_(pool.size()) {
  collection_.documents = pool.size();
  text::TermList terms;
  for (std::uint32_t i = 0; i < pool.size(); ++i) {
    const std::array<std::string_view, rank::kFieldCount> fields{
        pool[i].symbol, pool[i].path, {}, pool[i].code};
    for (std::size_t field = 0; field < fields.size(); ++field) {
      terms.clear();
      text::analyze_code(fields[field], terms);
      lengths_[i][field] = static_cast<float>(terms.size());
      collection_.field_lengths[field] += terms.size();
      for (std::size_t t = 0; t < terms.size(); ++t) {
        std::vector<Posting>& list = postings_[std::string(terms[t])];
        if (list.empty() || list.back().document != i) list.push_back({i, {}});
        ++list.back().counts[field];
      }
    }
  }
}

std::vector<float> LexicalScores::score(std::string_view query) const {
  std::vector<float> scores(lengths_.size());
  for (const rank::QueryTerm& term : text::analyze_query(query)) {
    const auto found = postings_.find(term.text);
    if (found == postings_.end()) continue;
    const float idf = rank::inverse_document_frequency(lengths_.size(), found->second.size());
    for (const Posting& posting : found->second)
      scores[posting.document] +=
          term.weight *
          rank::term_score(options_, collection_, posting.counts, lengths_[posting.document], idf);
  }
  return scores;
}

}  // namespace codeweaver::training
