// Tests of patterns: matches, required grams, and rejected patterns.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "pattern/pattern.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "codeweaver/error_codes.hpp"
#include "pattern/required_text.hpp"
#include "pattern/syntax.hpp"

using namespace codeweaver;
using namespace codeweaver::pattern;

namespace {

Result<Pattern> compile(std::string text, PatternOptions options = {}) {
  options.patterns.push_back(std::move(text));
  return Pattern::compile(options);
}

/// All places in a line as text, with the places where the match is empty as "".
std::vector<std::string> places(const std::string& pattern, std::string_view line,
                                const PatternOptions& options = {}) {
  const auto compiled = compile(pattern, options);
  REQUIRE_MESSAGE(compiled, pattern);
  LineMatcher matcher(*compiled);
  matcher.open(line, {0, line.size()});
  std::vector<std::string> found;
  for (std::size_t from = 0; from <= line.size();) {
    const auto place = matcher.find(from);
    if (!place) break;
    found.emplace_back(line.substr(place->begin, place->end - place->begin));
    from = std::max(place->end, place->begin + 1);
  }
  return found;
}

using Texts = std::vector<std::string>;

bool admits(const text::GramQuery& query, const std::set<text::Gram>& grams) {
  using Kind = text::GramQuery::Kind;
  if (query.kind == Kind::kGram) return grams.contains(query.gram);
  if (query.kind == Kind::kAll)
    return std::ranges::all_of(query.parts, [&](const auto& part) { return admits(part, grams); });
  if (query.kind == Kind::kOneOf)
    return std::ranges::any_of(query.parts, [&](const auto& part) { return admits(part, grams); });
  return true;
}

}  // namespace

TEST_CASE("pattern: the classes of letters are those of Unicode") {
  CHECK(places("\\w+", "naïve Straße_9 −") == Texts{"naïve", "Straße_9"});
  CHECK(places("\\d+", "12 ٣٤") == Texts{"12", "٣٤"});
  CHECK(places("[^\\W\\d_]+", "ab_12é") == Texts{"ab", "é"});
  CHECK(places("\\s", "a\u00A0b") == Texts{"\u00A0"});
  CHECK(places("[a-z&&[^aeiou]]+", "banana") == Texts{"b", "n", "n"});
  CHECK(places("[[:alpha:]--[x]]+", "axb") == Texts{"a", "b"});
  CHECK(places("\\p{Greek}+\\p{Lu}", "abΩΩB") == Texts{"ΩΩB"});
}

TEST_CASE("pattern: words end where Unicode says, in lines of ASCII and in others") {
  CHECK(places("\\bcaf", "café caf caff") == Texts{"caf", "caf", "caf"});
  CHECK(places("\\bcaf\\b", "café caf") == Texts{"caf"});
  CHECK(places("\\bcaf\\b", "cafe caf") == Texts{"caf"});
  CHECK(places("caf", "café caf", {.is_word = true}) == Texts{"caf"});
  CHECK(places("foo", "foo_ foo-foo", {.is_word = true}) == Texts{"foo", "foo"});
  CHECK(places("-x", "a-x -x", {.is_word = true}) == Texts{"-x"});
  CHECK(places("\\<a", "ab ba") == Texts{"a"});
}

TEST_CASE("pattern: case is folded as Unicode does it") {
  const PatternOptions folded{.letter_case = LetterCase::kFolded};
  CHECK(places("straße", "STRASSE STRAßE", folded) == Texts{"STRAßE"});
  CHECK(places("k", "\u212A K", folded) == Texts{"\u212A", "K"});
  CHECK(places("ünder", "ÜNDER", folded) == Texts{"ÜNDER"});
  const PatternOptions smart{.letter_case = LetterCase::kSmart};
  CHECK(places("ab", "AB ab", smart) == Texts{"AB", "ab"});
  CHECK(places("Ab", "AB Ab", smart) == Texts{"Ab"});
}

TEST_CASE("pattern: alternatives and repetitions prefer as Perl does") {
  CHECK(places("a|ab", "ab") == Texts{"a"});
  CHECK(places("a{2}", "aaaaa") == Texts{"aa", "aa"});
  CHECK(places("a+?b??", "aab") == Texts{"a", "a"});
  CHECK(places("(?:ab){1,2}", "ababab") == Texts{"abab", "ab"});
  CHECK(places("x**", "xx") == Texts{"xx", ""});
  CHECK(places("\\ba+?\\B", "aaa") == Texts{"a"});
}

TEST_CASE("pattern: large counts are written as several for RE2") {
  const std::string text(2500, 'a');
  CHECK(places("a{2400}", text) == Texts{std::string(2400, 'a')});
  CHECK(places("a{1200,2300}", text).front().size() == 2300);
  CHECK(places("^a{2501}$", text).empty());
}

TEST_CASE("pattern: lines are found in a text, the last one too, and none behind it") {
  const auto pattern = compile("^$|b$");
  REQUIRE(pattern);
  LineMatcher matcher(*pattern);
  const std::string text = "ab\nc\n\nxb";
  CHECK(matcher.next_line(text, 0) == Place{0, 2});
  CHECK(matcher.next_line(text, 3) == Place{5, 5});
  CHECK(matcher.next_line(text, 6) == Place{6, 8});
  CHECK(matcher.next_line("a\n", 0) == std::nullopt);
}

TEST_CASE("pattern: no class crosses a line") {
  for (const auto* text :
       {"a[^b]c", "a\\sc", "a\\Dc", "a(?s:.)c", "a\\P{L}c", "a\\Wc", "a[\\x00-z]c"}) {
    const auto pattern = compile(text);
    REQUIRE(pattern);
    CHECK_MESSAGE(LineMatcher(*pattern).next_line("a\nc", 0) == std::nullopt, text);
    CHECK(LineMatcher(*pattern).next_line("a\tc", 0).has_value());
  }
}

TEST_CASE("pattern: bytes that look like a character and are none match nothing") {
  CHECK(places(".+", "a\xF0\x80\x9F\x98z") == Texts{"a", "z"});  // too long
  CHECK(places(".", "\xED\xA0\x80") == Texts{});                 // a surrogate
  CHECK(places("[^a]", "\xF4\x90\x80\x80") == Texts{});          // beyond the last
  const auto pattern = compile("^.$");
  REQUIRE(pattern);
  CHECK(LineMatcher(*pattern).next_line("\xE0\x80\x80\n\xC3\xA9\n", 0) == Place{4, 6});
}

TEST_CASE("pattern: what cannot be read is refused with the place") {
  const auto code = [](const std::string& pattern) {
    const auto compiled = compile(pattern);
    return compiled ? std::string() : std::string(compiled.error().code);
  };
  for (const auto* bad :
       {"(", ")", "a{2,1}", "a{,2}", "[a", "[b-a]", "*a", "a\\", "\\q", "(?", "(?z)", "\\x{110000}",
        "a{", "a\\nb", "\xFF", "(?i)*", "\\xZ1", "x{100001}"})
    CHECK_MESSAGE(code(bad) == error_code::kPatternInvalid, bad);
  for (const auto* bad : {"(?=a)", "(?<!a)", "\\1", "\\p{Emoji}"})
    CHECK_MESSAGE(code(bad) == error_code::kPatternUnsupported, bad);
  CHECK(compile("ab(c").error().cause.find("byte 3") != std::string::npos);
  CHECK(code(std::string(100'000, '(')) == error_code::kPatternInvalid);
  CHECK(code(std::string(1'000'000, 'a')).empty());
}

TEST_CASE("pattern: grams that are required stand in every line that matches") {
  std::mt19937 random(3);
  const Texts atoms{"foo",        "ba[rz]", "(?:qu|x)ux", "o+",  "a?",
                    "[a-c]{2,3}", ".*",     "\\w",        "Foo", "zé"};
  for (int round = 0; round < 150; ++round) {
    std::string expression;
    for (std::size_t i = 1 + random() % 4; i > 0; --i) {
      expression += atoms[random() % atoms.size()];
      if (random() % 6 == 0) expression += '|';
    }
    const PatternOptions options{.letter_case =
                                     random() % 2 == 0 ? LetterCase::kExact : LetterCase::kFolded};
    const auto pattern = compile(expression, options);
    REQUIRE(pattern);
    LineMatcher matcher(*pattern);
    for (int line = 0; line < 60; ++line) {
      std::string text;
      const Texts words{"foo", "FOO", "bar", "baz", "quux", "xux", "o", "ab", "zé", "ZÉ", " "};
      for (std::size_t i = random() % 8; i > 0; --i) text += words[random() % words.size()];
      if (!matcher.matches(text)) continue;
      std::set<text::Gram> grams;
      text::for_each_gram(text, [&](text::Gram gram) { grams.insert(gram); });
      CHECK_MESSAGE(admits(pattern->grams(), grams), expression << " in " << text);
      CHECK_MESSAGE(pattern->may_match_in("x\n" + text + "\ny"), expression << " in " << text);
    }
  }
  const auto plain = compile("time\\.Sleep\\(\\d+");
  CHECK(plain->grams() == text::all_grams("time.sleep("));
  CHECK(compile("a.b")->grams().kind == text::GramQuery::Kind::kAny);
  CHECK_FALSE(plain->may_match_in("time.sleep(3)\nSleep(2)"));
  CHECK(compile("a|b")->may_match_in(""));
}

TEST_CASE("pattern: the text that every match holds is known, and found by its rarest byte") {
  const auto required = [](std::string_view pattern) {
    const auto node = parse(pattern, {});
    REQUIRE(node);
    return required_text(*node);
  };
  CHECK(required("\\bretry\\(\\d+\\)") == "retry(");
  CHECK(required("(?:foo)+barbaz?") == "barba");
  CHECK(required("foo|bar").empty());
  CHECK(required("(?i)foo").empty());
  CHECK(required("a[bc]d*naïve") == "naïve");
  const std::string text = "zero aab aaab\naaaz";
  for (const auto* part : {"aab", "aaz", "z", "b aaa", "nowhere"})
    for (std::size_t from = 0; from <= text.size(); ++from)
      CHECK(TextFinder(part).find(text, from) == text.find(part, from));
}
