// Measuring a rerank candidate against a query.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "model/rerank_features.hpp"

#include <array>
#include <cstddef>
#include <string_view>

#include "codeweaver/text/analyzer.hpp"

namespace codeweaver::model {
namespace {

/// Distance up to which a word counts as next to its predecessor; stop words stand between.
constexpr std::size_t kPairDistance = 3;
constexpr std::size_t kHeadBytes = 160;

std::string_view last_name(std::string_view symbol) noexcept {
  std::size_t begin = symbol.size();
  while (begin > 0 && text::byte_class(symbol[begin - 1]) != text::ByteClass::kSeparator) --begin;
  return symbol.substr(begin);
}

/// Lines of the head: as many whole ones as kHeadBytes hold, at least one.
std::string_view head_of(std::string_view content) noexcept {
  const std::size_t first = content.find('\n');
  if (first == std::string_view::npos || first >= kHeadBytes) return content.substr(0, first);
  const std::size_t last = content.rfind('\n', kHeadBytes);
  return content.substr(0, last);
}

/// A name of one word is too common to be meant by a query that says more.
void match_name(const RerankQuery& query, std::string_view symbol, text::TermList& scratch,
                NameMatch& match) {
  scratch.clear();
  text::analyze_code(last_name(symbol), scratch);
  if (scratch.empty()) return;
  const std::size_t first_part = scratch.size() > 1 ? 1 : 0;  // behind the whole name
  std::size_t known = 0;
  for (std::size_t i = first_part; i < scratch.size(); ++i)
    known += query.find(scratch[i]) != RerankQuery::kAbsent ? 1U : 0U;
  match.name_share = static_cast<double>(known) / static_cast<double>(scratch.size() - first_part);
  match.is_named_exactly =
      query.find(scratch[0]) != RerankQuery::kAbsent && (scratch.size() > 1 || query.size() == 1);
}

}  // namespace

TextMatch match_text(const RerankQuery& query, std::string_view text, text::TermList& scratch) {
  TextMatch match;
  if (text.empty()) return match;
  scratch.clear();
  text::analyze_code(text, scratch);
  std::array<std::size_t, kMaxRerankTerms> seen_at{};  // 1 + position; 0: not yet
  for (std::size_t at = 0; at < scratch.size(); ++at) {
    const std::size_t term = query.find(scratch[at]);
    if (term == RerankQuery::kAbsent) continue;
    match.terms |= TermSet{1} << term;
    seen_at[term] = at + 1;
    const std::size_t before = query.predecessor(term);
    if (before != RerankQuery::kAbsent && seen_at[before] != 0 &&
        at + 1 - seen_at[before] <= kPairDistance)
      match.pairs |= TermSet{1} << term;
  }
  return match;
}

NameMatch match_names(const RerankQuery& query, const RerankCandidate& candidate,
                      text::TermList& scratch) {
  NameMatch match;
  match.symbol = match_text(query, candidate.symbol, scratch);
  match.path = match_text(query, candidate.path, scratch);
  match.doc = match_text(query, candidate.doc, scratch);
  match.head = match_text(query, head_of(candidate.content), scratch);
  match_name(query, candidate.symbol, scratch, match);
  return match;
}

}  // namespace codeweaver::model
