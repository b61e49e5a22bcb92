// Spelling: looks up each word of a query in the dictionaries of the index.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/question/spelling.hpp"

#include <algorithm>
#include <cstddef>

#include "base/try.hpp"
#include "codeweaver/detail/name_match.hpp"
#include "codeweaver/detail/query_kind.hpp"
#include "codeweaver/detail/stem.hpp"
#include "codeweaver/detail/stop_words.hpp"
#include "codeweaver/text/identifier.hpp"
#include "model/static_model.hpp"
#include "store/search/similar_terms.hpp"
#include "store/search/term_coverage.hpp"
#include "syntax/kinds.hpp"

namespace codeweaver::engine {
namespace {

/// Longer texts (reports, pasted code) have words of their own, and each costs a look-up.
constexpr std::size_t kMostCheckedBytes = 400;
constexpr std::size_t kLeastLetters = 5, kTwoSlipLetters = 8;

bool is_word(std::string_view lower) {
  return lower.size() >= kLeastLetters && lower.size() <= model::kMaxWordBytes &&
         std::ranges::all_of(lower, [](char c) { return c >= 'a' && c <= 'z'; });
}

/// `meant` with the ending that stemming removed from `typed`, if its stem stays the same.
std::string with_ending(std::string_view typed, std::string_view stem, const std::string& meant) {
  const auto is_form = [&](const std::string& word) { return text::stem(word) == meant; };
  if (typed.starts_with(stem)) {
    const std::string whole = meant + std::string(typed.substr(stem.size()));
    if (is_form(whole) && whole != meant) return whole;
  }
  const std::string with_e = meant + 'e';  // stems lack the last letter of "state"
  const bool is_nearer = with_e.size() == typed.size() && text::are_within_slips(typed, with_e, 1);
  return is_nearer && is_form(with_e) ? with_e : meant;
}

/// `word` in the letter case of `typed`.
std::string in_case_of(std::string_view typed, std::string word) {
  const auto is_upper = [](char c) { return text::byte_class(c) == text::ByteClass::kUpper; };
  const auto upper = [](char c) { return static_cast<char>(c >= 'a' && c <= 'z' ? c - 32 : c); };
  if (std::ranges::all_of(typed, is_upper))
    std::ranges::transform(word, word.begin(), upper);
  else if (is_upper(typed.front()))
    word.front() = upper(word.front());
  return word;
}

/// Whether `meant` is `typed` with at most `slips` typing errors, and not another word: two errors
/// in the last two letters make one (capacitor, capacity).
bool is_misspelled(std::string_view typed, std::string_view meant, std::size_t slips) {
  if (text::are_within_slips(typed, meant, 1)) return true;
  const auto same =
      std::mismatch(typed.begin(), typed.end(), meant.begin(), meant.end()).first - typed.begin();
  return static_cast<std::size_t>(same) + 2 < std::min(typed.size(), meant.size()) &&
         text::are_within_slips(typed, meant, slips);
}

/// The word that a part of the query means; nullopt: the typed one.
std::optional<std::string> meant_by(const store::Snapshot& snapshot, std::string_view typed) {
  const auto lower = text::to_lower(typed);
  if (!is_word(lower) || text::is_stop_word(lower)) return std::nullopt;
  const auto stem = text::stem(lower);
  if (store::holds_term(snapshot, stem) || is_known_word(lower, stem)) return std::nullopt;
  const std::size_t slips = lower.size() < kTwoSlipLetters ? 1 : 2;
  const auto similar = store::most_similar_term(snapshot, stem, slips);
  if (!similar || similar->text.size() + 1 < kLeastLetters) return std::nullopt;
  const auto meant = with_ending(lower, stem, similar->text);
  return is_misspelled(lower, meant, slips) ? std::optional(in_case_of(typed, meant))
                                            : std::nullopt;
}

/// True for a single identifier of several parts: the look-up of names finds similar ones.
bool is_one_name(std::string_view query) {
  std::size_t parts = 0;
  text::for_each_part(query, [&parts](std::string_view) { ++parts; });
  return parts > 1 && text::is_qualified_name(query);
}

/// The end of a quoted part that begins at text[begin]; `begin` if no such part begins there.
std::size_t quoted_end(std::string_view text, std::size_t begin) {
  if (text[begin] != '"' && text[begin] != '`') return begin;
  const auto end = text.find(text[begin], begin + 1);
  return end == std::string_view::npos ? begin : end + 1;
}

std::string_view word_after(std::string_view query, std::size_t at) {
  const auto begin = query.find_first_not_of(" \t\r\n", at);
  if (begin == query.npos) return {};
  return query.substr(begin, query.find_first_of(" \t\r\n", begin) - begin);
}

bool is_callable_noun(std::string_view word) {
  return word == "function" || word == "method" || word == "func" || word == "procedure";
}

bool is_data(const NamedDefinition& one) {
  const auto* const kind = syntax::find_kind(one.symbol.kind);
  return kind != nullptr && kind->semantic_class == SemanticClass::kDefinitionData;
}

/// The name of all these definitions; empty: they have different ones. Data does not count beside
/// other definitions, or if a callable is asked for.
std::string only_name(const std::vector<NamedDefinition>& found, bool is_callable) {
  const bool has_data_only = !is_callable && std::ranges::all_of(found, &is_data);
  std::string name;
  for (const auto& one : found) {
    if (is_data(one) && !has_data_only) continue;
    if (!name.empty() && name != one.symbol.name) return {};
    name = one.symbol.name;
  }
  return name;
}

}  // namespace

bool is_known_word(std::string_view lower, std::string_view stem) {
  const auto& model = model::StaticModel::embedded();
  return model &&
         (model->find(lower) != model::kUnknownWord || model->find(stem) != model::kUnknownWord);
}

std::optional<CorrectedQuery> correct_spelling(const store::Snapshot& snapshot,
                                               std::string_view query) {
  if (query.size() > kMostCheckedBytes || snapshot.parts.empty() || is_one_name(query))
    return std::nullopt;
  CorrectedQuery out;
  const auto copy_words = [&](std::string_view text) {
    const char* copied = text.data();
    text::for_each_part(text, [&](std::string_view part) {
      auto meant = meant_by(snapshot, part);
      if (!meant) return;
      out.text.append(copied, part.data()).append(*meant);
      copied = part.data() + part.size();
      out.corrections.push_back({std::string(part), std::move(*meant)});
    });
    out.text.append(copied, text.data() + text.size());
  };
  std::size_t copied = 0;
  for (std::size_t at = 0; at < query.size(); ++at) {
    const auto end = quoted_end(query, at);
    if (end == at) continue;
    copy_words(query.substr(copied, at - copied));
    out.text.append(query.substr(at, end - at));
    copied = end;
    at = end - 1;
  }
  copy_words(query.substr(copied));
  if (out.corrections.empty()) return std::nullopt;
  return out;
}

Result<std::optional<CorrectedQuery>> correct_names(const DefinitionSource& source,
                                                    std::string_view query) {
  constexpr std::size_t kMostFound = 8;
  CorrectedQuery out;
  if (query.size() > kMostCheckedBytes || is_one_name(query))
    return std::optional<CorrectedQuery>();
  std::size_t copied = 0;
  for (std::size_t at = 0; at < query.size();) {
    const auto begin = query.find_first_not_of(" \t\r\n", at);
    if (begin == query.npos) break;
    at = std::min(query.find_first_of(" \t\r\n", begin), query.size());
    const auto word = query.substr(begin, at - begin);
    if (!text::detail::is_code_name(word) || !text::is_qualified_name(word)) continue;
    const text::NamePattern name(word);
    if (name.is_qualified() || store::holds_term(source.snapshot, name.folded())) continue;
    CODEWEAVER_ASSIGN(const auto found,
                      named_definitions(source, name, text::NameMatch::kParts, kMostFound));
    const auto meant = only_name(found, is_callable_noun(word_after(query, at)));
    if (meant.empty()) continue;
    out.text.append(query.substr(copied, begin - copied)).append(meant);
    out.corrections.push_back({std::string(word), meant});
    out.names.push_back(meant);
    copied = at;
  }
  if (out.corrections.empty()) return std::optional<CorrectedQuery>();
  out.text.append(query.substr(copied));
  return std::optional(std::move(out));
}

std::string spelling_warning(const CorrectedQuery& query) {
  std::string out = "Searched for ";
  for (const auto& one : query.corrections)
    out.append(&one == query.corrections.data() ? "" : ", ")
        .append("\"" + one.meant + "\" instead of \"" + one.typed + '"');
  return out + (query.corrections.size() == 1 ? ", which occurs in no indexed file"
                                              : ", which occur in no indexed file");
}

}  // namespace codeweaver::engine
