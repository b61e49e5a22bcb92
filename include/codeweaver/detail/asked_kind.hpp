// The kind of file that a query is about: documentation, tests, or any.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_TEXT_ASKED_KIND_HPP_
#define CODEWEAVER_TEXT_ASKED_KIND_HPP_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/detail/query_kind.hpp"
#include "codeweaver/detail/query_words.hpp"

namespace codeweaver::inline v0_1::text {

enum class AskedKind : std::uint8_t { kAny, kDocumentation, kTests };

namespace detail {

inline bool is_listed(std::string_view word, std::span<const std::string_view> list) {
  return std::ranges::find(list, word) != list.end();
}

/// A query's words in lower case, with a flag for stop words.
struct AskingWords {
  std::vector<std::string> texts;
  std::vector<bool> is_stop;
  std::size_t first = 0;  ///< index of the first word that is not a stop word; size(): none

  explicit AskingWords(std::string_view query) {
    for (const QueryWord& word : query_words(query)) {
      texts.push_back(to_lower(word.text));
      is_stop.push_back(word.is_stop_word);
      if (word.is_stop_word && first + 1 == texts.size()) ++first;
    }
  }
  std::size_t size() const { return texts.size(); }
  bool is(std::size_t at, std::string_view text) const { return at < size() && texts[at] == text; }
  /// Index of the first occurrence of a phrase; size(): none.
  std::size_t find(std::string_view phrase) const {
    for (std::size_t begin = 0; begin < size(); ++begin) {
      std::size_t at = begin;
      bool is_here = true;
      for_each_word(phrase, [&](std::string_view word) { is_here = is_here && is(at++, word); });
      if (is_here) return begin;
    }
    return size();
  }
  /// Whether the noun before index `at` is complete. It is at the end of the query, and before
  /// words like "of", "on", "explaining".
  bool ends_noun(std::size_t at) const {
    return at >= size() || is_stop[at] || texts[at] == "between" ||
           (texts[at].size() > 5 && texts[at].ends_with("ing"));
  }
};

/// Whether `word` is a form of a verb. Forms of "writ" are write, writes and writing, but not
/// writer.
inline bool is_form_of(std::string_view word, std::string_view verb) {
  static constexpr auto kEndings = std::to_array<std::string_view>({"", "e", "s", "es", "ing"});
  return word.starts_with(verb) && is_listed(word.substr(verb.size()), kEndings);
}

/// Whether the query is about the project and not about its code: "upgrading from 1.x", "which
/// license", "steps for a new release".
inline bool asks_about_project(const AskingWords& words) {
  static constexpr auto kPhrases = std::to_array<std::string_view>(
      {"code of conduct", "cutting a release", "getting started", "how do i contribute",
       "how to contribute", "migrating from", "moving from", "new release", "over from",
       "release notes", "release process", "report a security", "report a vulnerability",
       "security policy", "sending a patch", "switching from", "upgrade from", "upgrading from",
       "which license"});
  static constexpr auto kBeginnings = std::to_array<std::string_view>(
      {"breaking changes", "upgrade to", "upgrading to", "walkthrough", "what breaks",
       "what changed", "what is new"});
  const auto is_there = [&](std::string_view phrase) { return words.find(phrase) < words.size(); };
  return words.size() > 0 && !is_there("content security policy") &&
         (std::ranges::any_of(kPhrases, is_there) ||
          std::ranges::any_of(kBeginnings, [&](auto phrase) { return words.find(phrase) == 0; }));
}

/// True for "docs on retries" and "architecture documentation", but not for "generate the docs" and
/// "manual refresh".
inline bool asks_for_documentation(const AskingWords& words) {
  static constexpr auto kDocuments = std::to_array<std::string_view>(
      {"changelog", "cookbook", "docs", "documentation", "faq", "guide", "guidelines", "handbook",
       "howto", "manual", "readme", "tutorial", "tutorials", "wiki"});
  static constexpr auto kActs = std::to_array<std::string_view>(
      {"add", "build", "convert", "creat", "deploy", "extract", "fix", "generat", "mak", "open",
       "pars", "print", "publish", "render", "serv", "updat", "validat", "writ"});
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (std::any_of(kActs.begin(), kActs.end(),
                    [&](std::string_view act) { return is_form_of(words.texts[i], act); }))
      return false;  // the query is about an action on documents
    if (!is_listed(words.texts[i], kDocuments)) continue;
    if (words.ends_noun(i + 1) || words.is(i + 1, "page") || words.is(i + 1, "pages")) return true;
  }
  return false;
}

/// True for "tests of the pool" and "where is it tested", but not for "test runner" and "test
/// whether a path is absolute".
inline bool asks_for_tests(const AskingWords& words) {
  static constexpr auto kTests =
      std::to_array<std::string_view>({"fixture", "fixtures", "specs", "test", "tests"});
  static constexpr auto kSorts = std::to_array<std::string_view>(
      {"acceptance", "functional", "fuzz", "integration", "performance", "property", "regression",
       "smoke", "stress", "unit"});
  static constexpr auto kDoubts =
      std::to_array<std::string_view>({"a", "an", "any", "if", "some", "whether"});
  static constexpr auto kAsked =
      std::to_array<std::string_view>({"covered", "exercised", "tested"});
  if (words.first == words.size()) return false;
  if (words.first > 0 && is_listed(words.texts.back(), kAsked)) return true;
  if ((words.is(0, "is") || words.is(0, "are")) && words.find("covered") < words.size())
    return true;
  const std::size_t named = std::min(words.find("tests for"), words.find("specs for"));
  if (named < words.size() && !is_form_of(words.texts[0], "run")) return true;
  std::size_t at = words.first;
  if (is_listed(words.texts[at], kSorts)) ++at;
  if (at + 1 >= words.size() || !is_listed(words.texts[at], kTests)) return false;
  const std::string& next = words.texts[at + 1];
  return next == "cover" || (words.is_stop[at + 1] && !is_listed(next, kDoubts));
}

}  // namespace detail

/// Maximum number of words. Longer texts are reports, which mention tests and releases but do not
/// ask for them.
inline constexpr std::size_t kMostAskingWords = 40;

/// Returns the kind of file that a query asks for. kAny if it only mentions tests or documents
/// ("limit parallel test jobs"), and for code and stack traces.
inline AskedKind asked_kind(std::string_view query) {
  if (query_kind(query) >= QueryKind::kSnippet) return AskedKind::kAny;
  const detail::AskingWords words(query);
  if (words.size() > kMostAskingWords) return AskedKind::kAny;
  if (detail::asks_for_tests(words)) return AskedKind::kTests;
  return detail::asks_for_documentation(words) || detail::asks_about_project(words)
             ? AskedKind::kDocumentation
             : AskedKind::kAny;
}

}  // namespace codeweaver::inline v0_1::text

#endif  // CODEWEAVER_TEXT_ASKED_KIND_HPP_
