// Measures a rerank candidate against a query.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "model/rerank_features.hpp"

#include <array>
#include <cstddef>
#include <string_view>

#include "codeweaver/text/analyzer.hpp"

namespace codeweaver::model {
namespace {

/// Maximum distance at which a word counts as next to its predecessor; stop words may be in
/// between.
constexpr std::size_t kPairDistance = 3;
constexpr std::size_t kHeadBytes = 160;

std::string_view last_name(std::string_view symbol) noexcept {
  std::size_t begin = symbol.size();
  while (begin > 0 && text::byte_class(symbol[begin - 1]) != text::ByteClass::kSeparator) --begin;
  return symbol.substr(begin);
}

/// The head: as many whole lines as fit in kHeadBytes, at least one.
std::string_view head_of(std::string_view content) noexcept {
  const std::size_t first = content.find('\n');
  if (first == std::string_view::npos || first >= kHeadBytes) return content.substr(0, first);
  const std::size_t last = content.rfind('\n', kHeadBytes);
  return content.substr(0, last);
}

}  // namespace

TextMatch match_text(const RerankQuery& query, std::string_view text) {
  TextMatch match;
  std::array<std::size_t, kMaxRerankTerms> seen_at;  // valid for the bits of match.terms
  text::visit_terms(
      text, [&query](std::string_view unstemmed) { return query.may_hold(unstemmed); },
      [&](std::size_t at, std::string_view text_term) {
        const std::size_t term = query.find(text_term);
        if (term == RerankQuery::kAbsent) return;
        match.terms |= TermSet{1} << term;
        seen_at[term] = at;
        const std::size_t before = query.predecessor(term);
        if (before != RerankQuery::kAbsent && (match.terms >> before & 1U) != 0 &&
            at - seen_at[before] <= kPairDistance)
          match.pairs |= TermSet{1} << term;
      });
  return match;
}

TextMatch match_head(const RerankQuery& query, std::string_view content) {
  return match_text(query, head_of(content));
}

/// A name of one word is too common to be meant by a longer query.
LastNameMatch match_last_name(const RerankQuery& query, std::string_view symbol,
                              text::TermList& scratch) {
  scratch.clear();
  text::analyze_code(last_name(symbol), scratch);
  if (scratch.empty()) return {};
  const std::size_t first_part = scratch.size() > 1 ? 1 : 0;  // the parts follow the whole name
  std::size_t known = 0;
  for (std::size_t i = first_part; i < scratch.size(); ++i)
    known += query.find(scratch[i]) != RerankQuery::kAbsent ? 1U : 0U;
  return {
      static_cast<double>(known) / static_cast<double>(scratch.size() - first_part),
      query.find(scratch[0]) != RerankQuery::kAbsent && (scratch.size() > 1 || query.size() == 1)};
}

NameMatch match_names(const RerankQuery& query, const RerankCandidate& candidate,
                      text::TermList& scratch) {
  return {match_last_name(query, candidate.symbol, scratch), match_text(query, candidate.symbol),
          match_text(query, candidate.path), match_text(query, candidate.doc),
          match_head(query, candidate.content)};
}

}  // namespace codeweaver::model
