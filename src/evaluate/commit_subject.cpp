// Commit subjects: decides which ones read like a query, and extracts it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "evaluate/commit_subject.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <vector>

#include "base/ascii.hpp"
#include "base/utf8.hpp"

namespace codeweaver::evaluate {
namespace {

constexpr std::size_t kFewestSubjectWords = 3;
constexpr std::array<std::string_view, 4> kVersionWords = {"bump", "release", "changelog",
                                                           "version"};
constexpr std::array<std::string_view, 8> kCommitsOfCommits = {
    "merge ", "merged ", "revert ", "revert: ", "reapply ", "fixup!", "squash!", "amend!"};

bool is_letter(char c) noexcept {  // characters beyond ASCII count as letters
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || static_cast<unsigned char>(c) >= 0x80;
}
bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}
bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t';
}

/// Removes a leading type: "fix(parser)!: text" -> "text".
std::string_view without_type(std::string_view text) noexcept {
  std::size_t end = 0;
  while (end < text.size() && text[end] >= 'a' && text[end] <= 'z') ++end;
  if (end == 0) return text;
  if (end < text.size() && text[end] == '(') {
    end = text.find(')', end);
    if (end == std::string_view::npos) return text;
    ++end;
  }
  if (end < text.size() && text[end] == '!') ++end;
  return text.substr(end).starts_with(": ") ? base::trimmed(text.substr(end + 2)) : text;
}

/// Removes a trailing reference: "text (#12)" -> "text".
std::string_view without_reference(std::string_view text) noexcept {
  const auto open = text.rfind(" (#");
  if (open == std::string_view::npos || text.back() != ')') return text;
  const auto number = text.substr(open + 3, text.size() - open - 4);
  return !number.empty() && std::all_of(number.begin(), number.end(), is_digit)
             ? base::trimmed(text.substr(0, open))
             : text;
}

std::vector<std::string_view> tokens_of(std::string_view text) {
  std::vector<std::string_view> tokens;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = begin;
    while (end < text.size() && !is_blank(text[end])) ++end;
    if (end > begin) tokens.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return tokens;
}

/// Letters with inner hyphens and apostrophes, and with marks around: "(don't," is a word, "a.b()"
/// is not.
bool is_word(std::string_view token) noexcept {
  while (!token.empty() && !is_letter(token.front())) token.remove_prefix(1);
  while (!token.empty() && !is_letter(token.back())) token.remove_suffix(1);
  return !token.empty() && std::all_of(token.begin(), token.end(), [](char c) {
    return is_letter(c) || c == '-' || c == '\'';
  });
}

/// "v2", "1.2.3", "v1.2-rc1".
bool is_version(std::string_view token) noexcept {
  const bool is_marked = token.size() > 1 && (token[0] == 'v' || token[0] == 'V');
  if (is_marked) token.remove_prefix(1);
  if (token.empty() || !is_digit(token[0])) return false;
  std::size_t end = 0;
  while (end < token.size() && (is_digit(token[end]) || token[end] == '.')) ++end;
  const auto dots =
      std::count(token.begin(), token.begin() + static_cast<std::ptrdiff_t>(end), '.');
  return is_marked || dots >= 2;
}

/// Whether a word is one of kVersionWords, including forms such as "bumps", "bumped" and
/// "released".
bool is_version_word(std::string_view token, bool is_first) {
  std::string word;
  for (const char c : token)
    if (is_letter(c)) word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return std::any_of(kVersionWords.begin(), kVersionWords.end(), [&](std::string_view known) {
    if (known == "version" && !is_first) return false;  // "check the version of the protocol"
    return word.starts_with(known) && word.size() <= known.size() + 2;
  });
}

bool starts_with_any(std::string_view text, const auto& starts) {
  std::string lower;
  for (const char c : text.substr(0, 16))
    lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return std::any_of(starts.begin(), starts.end(),
                     [&](std::string_view start) { return lower.starts_with(start); });
}

}  // namespace

SubjectQuery query_of_subject(std::string_view subject) {
  const auto whole = base::trimmed(subject);
  if (starts_with_any(whole, kCommitsOfCommits)) return {{}, "merge or revert"};
  const auto text = without_reference(without_type(whole));
  const auto tokens = tokens_of(text);
  for (const auto token : tokens)
    if (is_version(token) || is_version_word(token, token.data() == tokens.front().data()))
      return {{}, "version change"};
  const auto words = static_cast<std::size_t>(std::count_if(tokens.begin(), tokens.end(), is_word));
  if (words < kFewestSubjectWords || 2 * words < tokens.size() || !base::is_utf8(text))
    return {{}, "no prose"};
  return {std::string(text), {}};
}

}  // namespace codeweaver::evaluate
