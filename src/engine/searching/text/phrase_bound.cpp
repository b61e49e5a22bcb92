// Phrase bound: the terms of each word of a query, whatever its letter case in a text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/text/phrase_bound.hpp"

#include <algorithm>
#include <string>

#include "codeweaver/detail/phrase_run.hpp"
#include "codeweaver/text/analyzer.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kMaskBits = 64;

/// True if analysis gives no terms for the word, or terms that do not follow from its letters.
bool has_own_rules(std::string_view word) {
  if (word.size() > text::kMaxWordBytes || !text::is_ascii(word)) return true;
  return text::detail::is_number(word) &&
         (text::detail::is_noise_number(word) || word.find('_') != std::string_view::npos);
}

}  // namespace

/// A text may contain the word in another letter case. The case decides if the word is one part,
/// which is stemmed, or several parts; then the whole word is also a term, unstemmed.
PhraseBound::Word PhraseBound::read_word(std::string_view word, const store::TermCoverage& terms) {
  Word out;
  const std::string whole = text::fold_identifier(word);
  out.is_open = whole.empty() || has_own_rules(word);
  if (out.is_open) return out;
  const auto known = terms.terms();
  for (const std::string& form : {whole, text::stem(whole)}) {
    const auto at = static_cast<std::size_t>(
        std::ranges::find(known, form, &rank::QueryTerm::text) - known.begin());
    if (at < std::min(known.size(), kMaskBits))
      out.terms |= std::uint64_t{1} << at;
    else
      out.is_open = out.is_open || store::holds_term(terms.snapshot(), form);
  }
  return out;
}

PhraseBound::PhraseBound(std::string_view query, const store::TermCoverage& terms) {
  text::for_each_word(query, [&](std::string_view word) {
    if (words_.size() < rank::PhraseRun::kMaxWords) words_.push_back(read_word(word, terms));
  });
}

std::size_t PhraseBound::longest(std::uint64_t terms) const noexcept {
  std::size_t best = 0, run = 0;
  for (const Word& word : words_) {
    run = word.may_be_in(terms) ? run + 1 : 0;
    best = std::max(best, run);
  }
  return best;
}

}  // namespace codeweaver::engine
