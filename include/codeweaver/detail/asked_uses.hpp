// Questions for the uses of a name: "who calls apply_tariff", "what does Parcel.weigh call".
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_TEXT_ASKED_USES_HPP_
#define CODEWEAVER_TEXT_ASKED_USES_HPP_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/detail/query_kind.hpp"
#include "codeweaver/text/identifier.hpp"

namespace codeweaver::inline v0_1::text {

/// The name whose uses, callees or tests a question asks for.
struct AskedUses {
  enum class Relation : std::uint8_t {
    kUses,
    kImpact,  ///< uses, also through others
    kCallees,
    kTests,
  };
  Relation relation = Relation::kUses;
  std::string name;
  bool is_code_name = false;  ///< false: a plain word, which may not be a name at all
  std::string rest{};         ///< words after the name that narrow the question; empty: none
};

namespace detail {

/// Forms of such questions. In a form, '|' separates alternatives, brackets enclose optional words,
/// '@' is the name, '*' is nothing or a preposition with more words, and '~' is some words that say
/// what the users of a name in code do.
struct AskedForm {
  AskedUses::Relation relation;
  std::string_view words;
};
inline constexpr std::array<AskedForm, 16> kAskedForms = {{
    {AskedUses::Relation::kUses,
     "[find|show|list] [me] [all|every] [the] callers|users|usages|usage|uses|references "
     "of|to|for [the] [KIND] @ *"},
    {AskedUses::Relation::kUses,
     "who|what|which [code|functions|methods|function|method|classes|files|places|modules] "
     "calls|call|uses|use|invokes|invoke|triggers|trigger|references|imports|import [the] [KIND] "
     "@ *"},
    {AskedUses::Relation::kUses,
     "who|what|which [code|functions|methods|classes|files|places|modules] depends|depend on [the] "
     "[KIND] @"},
    {AskedUses::Relation::kUses,
     "where [else] is|are [the] [KIND] @ [being] used|called|invoked|referenced|imported|"
     "instantiated [from] *"},
    {AskedUses::Relation::kUses, "where do|does [we|it] use|call|invoke [the] [KIND] @ *"},
    {AskedUses::Relation::kImpact,
     "what breaks|fails|happens if|when i|we|you change|rename|remove|delete|modify [the] "
     "[signature|name|type|arguments] [of] [the] [KIND] @"},
    {AskedUses::Relation::kImpact, "what breaks|fails if|when [the] [KIND] @ changes"},
    {AskedUses::Relation::kImpact,
     "what breaks|fails if|when [the] [KIND] @ is changed|removed|renamed|deleted"},
    {AskedUses::Relation::kImpact,
     "[what] [is] [the] impact of changing|removing|renaming [the] [KIND] @"},
    {AskedUses::Relation::kUses, "who|what|which ~ through|via|using [the] [KIND] @"},
    {AskedUses::Relation::kCallees,
     "what|which [code|functions|methods] does|do [the] [KIND] @ call|invoke"},
    {AskedUses::Relation::kCallees,
     "[find|show|list] [me] [all|every] [the] callees of [the] [KIND] @"},
    {AskedUses::Relation::kCallees,
     "what|which [functions|methods] is|are called by [the] [KIND] @"},
    {AskedUses::Relation::kTests,
     "[find|show|list] [me] [all|every] [the] tests for|of|covering [the] [KIND] @"},
    {AskedUses::Relation::kTests,
     "what|which tests cover|test|call|use|exercise|reach|run [the] [KIND] @"},
    {AskedUses::Relation::kTests, "where is [the] [KIND] @ tested"},
}};
inline constexpr std::string_view kNameKinds =
    "function|method|class|type|struct|interface|trait|macro|constant|variable|field|symbol|hook|"
    "component";

inline constexpr std::string_view kNarrowing =
    "of|for|in|from|by|with|to|on|when|while|through|at|within|during|before|after|inside";

/// Whether `word` is one of the alternatives "a|b|c".
constexpr bool is_one_of(std::string_view word, std::string_view alternatives) noexcept {
  while (!alternatives.empty()) {
    const auto end = alternatives.find('|');
    if (alternatives.substr(0, end) == word) return true;
    if (end == alternatives.npos) break;
    alternatives.remove_prefix(end + 1);
  }
  return false;
}

/// Indexes of the words that match '@' and '*' of a form, and of the first and the word after the
/// last one that match '~'.
struct FormWords {
  std::size_t name = 0, rest = 0, act = 0, act_end = 0;
};

/// Whether the words from index `at` to the end match a form. A form has few optional words, so few
/// attempts are needed.
constexpr bool matches_form(std::string_view form, std::span<const std::string> words,
                            std::size_t at, FormWords& found) {
  found.rest = at;
  if (form.empty()) return at == words.size();
  if (form == "*") return at == words.size() || is_one_of(words[at], kNarrowing);
  const auto end = form.find(' ');
  auto item = form.substr(0, end);
  const auto next = end == form.npos ? std::string_view() : form.substr(end + 1);
  if (item == "~") {
    found.act = at;
    for (found.act_end = at + 1; found.act_end < words.size(); ++found.act_end)
      if (matches_form(next, words, found.act_end, found)) return words[at] != "happens";
    found.act_end = 0;
    return false;
  }
  const bool is_optional = item.front() == '[';
  if (is_optional) item = item.substr(1, item.size() - 2);
  if (item == "KIND") item = kNameKinds;
  if (at < words.size() && (item == "@" || is_one_of(words[at], item)) &&
      matches_form(next, words, at + 1, found)) {
    if (item == "@") found.name = at;
    return true;
  }
  return is_optional && matches_form(next, words, at, found);
}

}  // namespace detail

/// Returns the name whose uses, callees or tests the question asks for; nullopt: the question is a
/// different one. Cost: one pass over the words of a short question.
inline std::optional<AskedUses> asked_uses(std::string_view query) {
  constexpr std::size_t kMostBytes = 200;
  if (query.size() > kMostBytes) return std::nullopt;
  std::vector<std::string_view> typed;
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin < query.size();) {
    begin = query.find_first_not_of(" \t\r\n", begin);
    if (begin == query.npos) break;
    const auto end = std::min(query.find_first_of(" \t\r\n", begin), query.size());
    auto word = query.substr(begin, end - begin);
    while (!word.empty() && std::string_view("?!.,`'").find(word.back()) != word.npos)
      word.remove_suffix(1);
    while (!word.empty() && std::string_view("`'").find(word.front()) != word.npos)
      word.remove_prefix(1);
    if (!word.empty()) typed.push_back(word);
    begin = end;
  }
  for (const auto word : typed) words.push_back(to_lower(word));
  for (const auto& form : detail::kAskedForms) {
    detail::FormWords found;
    if (!detail::matches_form(form.words, words, 0, found)) continue;
    auto name = typed[found.name];
    const bool is_code_name = detail::is_code_name(name);
    if (name.ends_with("()")) name.remove_suffix(2);
    const bool needs_code_name = found.rest < words.size() || found.act_end > 0;
    if (!is_qualified_name(name) || (!is_code_name && needs_code_name)) return std::nullopt;
    AskedUses out{form.relation, std::string(name), is_code_name};
    for (auto at = found.act; at < found.act_end; ++at)
      out.rest.append(out.rest.empty() ? "" : " ").append(typed[at]);
    for (auto at = found.rest; at < words.size(); ++at)
      out.rest.append(out.rest.empty() ? "" : " ").append(typed[at]);
    return out;
  }
  return std::nullopt;
}

}  // namespace codeweaver::inline v0_1::text

#endif  // CODEWEAVER_TEXT_ASKED_USES_HPP_
