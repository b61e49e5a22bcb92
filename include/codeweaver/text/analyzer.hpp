// Analysis: converts code and queries to the terms of the lexical index, with the same rules.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_TEXT_ANALYZER_HPP_
#define CODEWEAVER_TEXT_ANALYZER_HPP_

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codeweaver/detail/bm25f.hpp"
#include "codeweaver/detail/stem.hpp"
#include "codeweaver/detail/stop_words.hpp"
#include "codeweaver/detail/term_list.hpp"
#include "codeweaver/detail/unicode_words.hpp"
#include "codeweaver/detail/word_parts.hpp"
#include "codeweaver/text/identifier.hpp"

namespace codeweaver::inline v0_1::text {

namespace detail {

/// A numeric literal: 0x and hex digits, or digits with at most two letters ("10", "5ms", "64u").
constexpr bool is_number(std::string_view word) noexcept {
  if (byte_class(word[0]) != ByteClass::kDigit) return false;
  if (word.size() > 2 && word[0] == '0' && to_lower(word[1]) == 'x') return true;
  std::size_t digits = 1;
  while (digits < word.size() && byte_class(word[digits]) == ByteClass::kDigit) ++digits;
  return word.size() - digits <= 2;
}

/// Numbers that are in every file or are only data.
constexpr bool is_noise_number(std::string_view word) noexcept {
  return word == "0" || word == "1" || word.size() > 20;
}

/// Calls sink(WordParts&) for every word of `text` that can produce terms.
template <class Sink>
void for_each_split_word(std::string_view text, Sink&& sink) {
  WordParts parts;
  const auto split = [&](std::string_view word) {
    if (word.size() > kMaxWordBytes) return;
    if (is_number(word)) {
      if (is_noise_number(word)) return;
      parts.assign_whole(word);
    } else {
      parts.assign(word);
    }
    if (parts.count() > 0) sink(parts);
  };
  std::string folded;
  for_each_word(text, [&](std::string_view word) {
    if (parts.assign_small_letters(word)) return sink(parts);
    if (is_ascii(word)) return split(word);
    folded.clear();
    fold_unicode(word, folded);
    for_each_word(folded, split);
  });
}

}  // namespace detail

/// Appends the terms of `text` (code, comment, path or symbol) to `out`, in order and with
/// repetitions. A word with several parts ("parseConfig") first adds the whole word, folded (see
/// fold_identifier). Every word then adds each of its parts in lower case, stemmed. CJK text is
/// split into bigrams. Cost: one pass; allocates only when `out` grows.
inline void analyze_code(std::string_view text, TermList& out) {
  detail::for_each_split_word(text, [&out](detail::WordParts& parts) {
    if (parts.count() > 1) out.add(parts.whole());
    for (std::size_t i = 0; i < parts.count(); ++i) {
      const auto [data, size] = parts.part(i);
      out.add({data, stem_in_place(data, size)});
    }
  });
}

/// Visits the terms of analyze_code() in the same order, without storing them. Calls
/// may_matter(form) with the form of each term before stemming; if it returns true, calls
/// sink(position, term). Positions count all terms from 0. A term and its form before stemming
/// begin with the same two bytes.
/// Cost: that of analyze_code(), without the stemming of skipped terms.
template <class MayMatter, class Sink>
void visit_terms(std::string_view text, MayMatter&& may_matter, Sink&& sink) {
  std::size_t position = 0;
  detail::for_each_split_word(text, [&](detail::WordParts& parts) {
    if (parts.count() > 1) {
      if (may_matter(parts.whole())) sink(position, parts.whole());
      ++position;
    }
    for (std::size_t i = 0; i < parts.count(); ++i, ++position) {
      const auto [data, size] = parts.part(i);
      if (may_matter(std::string_view(data, size)))
        sink(position, std::string_view(data, stem_in_place(data, size)));
    }
  });
}

/// Weights of the different query terms.
struct QueryWeights {
  float word = 1.0F;        ///< a plain word
  float identifier = 2.0F;  ///< a whole identifier with several parts
  float part = 0.6F;        ///< a part of such an identifier
  float compound = 0.25F;   ///< two adjacent words as one: "read file" as `readfile`
};

namespace detail {

/// Collects query terms in order of first appearance; each term keeps its largest weight.
class QueryTermSet {
 public:
  void add(std::string_view text, float weight, bool optional = false) {
    for (rank::QueryTerm& term : terms_) {
      if (term.text != text) continue;
      term.weight = std::max(term.weight, weight);
      term.optional = term.optional && optional;
      return;
    }
    terms_.push_back({std::string(text), weight, optional});
  }
  bool empty() const noexcept { return terms_.empty(); }
  std::vector<rank::QueryTerm> take() && { return std::move(terms_); }

 private:
  std::vector<rank::QueryTerm> terms_;
};

/// Adds the terms of a query. Skips stop words unless `keep_stop_words` is true.
inline void collect_query_terms(std::string_view query, const QueryWeights& weights,
                                bool keep_stop_words, QueryTermSet& terms) {
  std::string previous;  // the plain content word directly before, for compounds
  detail::for_each_split_word(query, [&](WordParts& parts) {
    const bool identifier = parts.count() > 1;
    if (identifier) terms.add(parts.whole(), weights.identifier);
    for (std::size_t i = 0; i < parts.count(); ++i) {
      const auto [data, size] = parts.part(i);
      const std::string_view word(data, size);
      if (!keep_stop_words && is_stop_word(word)) continue;
      if (!identifier) {
        if (!previous.empty())
          terms.add(previous + std::string(word), weights.compound, /*optional=*/true);
        previous = word;
      }
      terms.add({data, stem_in_place(data, size)}, identifier ? weights.part : weights.word);
    }
    if (identifier) previous.clear();
  });
}

}  // namespace detail

/// Returns the distinct terms of a query, in order of first appearance. They are the terms of
/// analyze_code() without stop words; if there are only stop words, they stay. Whole identifiers
/// have a higher weight. Compounds of adjacent words are added as optional terms. Empty if the
/// query has no words.
inline std::vector<rank::QueryTerm> analyze_query(std::string_view query,
                                                  const QueryWeights& weights = {}) {
  detail::QueryTermSet terms;
  detail::collect_query_terms(query, weights, /*keep_stop_words=*/false, terms);
  if (terms.empty()) detail::collect_query_terms(query, weights, /*keep_stop_words=*/true, terms);
  return std::move(terms).take();
}

}  // namespace codeweaver::inline v0_1::text

#endif  // CODEWEAVER_TEXT_ANALYZER_HPP_
