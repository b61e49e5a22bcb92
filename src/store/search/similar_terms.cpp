// Similar terms: walks the part of each dictionary that begins with the same letter.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/search/similar_terms.hpp"

#include <algorithm>
#include <map>

#include "codeweaver/detail/name_match.hpp"
#include "store/postings/term_dictionary.hpp"
#include "store/segments/segment_impl.hpp"

namespace codeweaver::store {
namespace {

bool has_only_letters(std::string_view term) {
  return std::ranges::all_of(term, [](char c) { return c >= 'a' && c <= 'z'; });
}

/// The number of typing errors between the terms; nullopt: more than `most`.
std::optional<std::size_t> slips_between(std::string_view a, std::string_view b, std::size_t most) {
  for (std::size_t slips = 0; slips <= most; ++slips)
    if (text::are_within_slips(a, b, slips)) return slips;
  return std::nullopt;
}

}  // namespace

std::optional<SimilarTerm> most_similar_term(const Snapshot& snapshot, std::string_view term,
                                             std::size_t slips) {
  if (term.empty()) return std::nullopt;
  std::map<std::string, SimilarTerm, std::less<>> found;
  for (const auto& part : snapshot.parts) {
    const Segment::Impl& segment = part.segment->impl();
    if (!segment.are_tables_intact()) continue;
    for (TermCursor cursor(segment.dictionary, term.substr(0, 1)); cursor.next();) {
      const std::string& other = cursor.term();
      if (other.empty() || other[0] < term[0]) continue;
      if (other[0] > term[0]) break;
      if (other.size() + slips < term.size() || other.size() > term.size() + slips) continue;
      const auto distance =
          has_only_letters(other) ? slips_between(term, other, slips) : std::nullopt;
      if (!distance) continue;
      auto& entry = found.try_emplace(other, SimilarTerm{other, *distance, 0}).first->second;
      entry.frequency += cursor.info().document_frequency;
    }
  }
  std::optional<SimilarTerm> best;
  for (const auto& [text, one] : found)
    if (!best || one.slips < best->slips ||
        (one.slips == best->slips && one.frequency > best->frequency))
      best = one;
  return best;
}

}  // namespace codeweaver::store
