// Tests of Perl patterns: matches, limits, and literals that every match contains.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "pattern/perl_pattern.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "codeweaver/error_codes.hpp"
#include "pattern/pattern.hpp"
#include "pattern/required_text.hpp"
#include "pattern/syntax.hpp"

using namespace codeweaver;
using namespace codeweaver::pattern;

namespace {

Result<Pattern> perl(const std::string& text, PatternOptions options = {}) {
  options.patterns = {text};
  options.is_perl = true;
  return Pattern::compile(options);
}

std::string first_in(const std::string& pattern, std::string_view line,
                     const PatternOptions& options = {}) {
  const auto compiled = perl(pattern, options);
  REQUIRE_MESSAGE(compiled, pattern);
  LineMatcher matcher(*compiled);
  matcher.open(line, {0, line.size()});
  const auto place = matcher.find(0);
  return place ? std::string(line.substr(place->begin, place->end - place->begin)) : "none";
}

std::string literal_of(std::string_view pattern, LetterCase letter_case = LetterCase::kExact) {
  PatternOptions options;
  options.patterns = {std::string(pattern)};
  options.letter_case = letter_case;
  return required_text(perl_literals(options));
}

}  // namespace

TEST_CASE("perl: a build without PCRE2 refuses the syntax, and look-around hints at no option") {
  if (has_perl()) {
    CHECK(Pattern::compile({.patterns = {"a(?=b)"}}).error().action.find("-P") !=
          std::string::npos);
    CHECK(Pattern::compile({.patterns = {"(a)\\1"}}).error().action.find("-P") !=
          std::string::npos);
    return;
  }
  CHECK(perl("a").error().code == error_code::kPatternUnsupported);
  CHECK(Pattern::compile({.patterns = {"a(?=b)"}}).error().action.find("-P") == std::string::npos);
}

TEST_CASE("perl: look-around, references and words are those of PCRE2 with Unicode") {
  if (!has_perl()) return;
  CHECK(first_in("foo(?=baz)", "foobar foobaz") == "foo");
  CHECK(first_in("(?<=na)\\w", "naïve") == "ï");
  CHECK(first_in("(\\w)\\1", "abccd") == "cc");
  CHECK(first_in("foo", "xFOO", {.letter_case = LetterCase::kSmart}) == "FOO");
  CHECK(first_in("\\SFoo", "xfoo", {.letter_case = LetterCase::kSmart}) == "none");
  CHECK(first_in("a.b", "axb a.b", {.is_fixed = true}) == "a.b");
  CHECK(first_in("oo|foo", "food foo", {.is_word = true}) == "foo");
  CHECK(first_in("foo|bar", "food", {.is_line = true}) == "none");
}

TEST_CASE("perl: the byte at which a pattern is wrong is that of the pattern, whatever is around") {
  if (!has_perl()) return;
  for (const auto& options : {PatternOptions{}, PatternOptions{.is_word = true}}) {
    const auto error = perl("ab(c", options).error();
    CHECK(error.code == error_code::kPatternInvalid);
    CHECK(error.cause.starts_with("The pattern cannot be read at byte 5"));
  }
  CHECK(perl("\xFF").error().code == error_code::kPatternInvalid);
  CHECK(perl(std::string(1000, '(')).error().code == error_code::kPatternInvalid);
}

TEST_CASE("perl: a line that takes takes too long ends the search of its text with a reason") {
  if (!has_perl()) return;
  const auto compiled = perl("^(a|a?)+$");
  REQUIRE(compiled);
  LineMatcher matcher(*compiled);
  CHECK(matcher.matches("aaa"));
  CHECK(matcher.problem().empty());
  CHECK_FALSE(matcher.matches(std::string(50, 'a') + "!"));
  CHECK(matcher.problem().find("takes too long") != std::string::npos);
  CHECK_FALSE(matcher.matches("aaa"));
}

TEST_CASE("perl: literals are those outside of groups, classes and what may be left out") {
  CHECK(literal_of("retry\\((?=\\d)") == "retry(");
  CHECK(literal_of("foo(?:x|y)barbaz?") == "barba");
  CHECK(literal_of("ab{2}cde{,3}") == "cd");
  CHECK(literal_of("[[:alpha:]x]]foo\\p{Lu}oo") == "]foo");
  CHECK(literal_of("[^]a]foo") == "foo");
  CHECK(literal_of("foo++bar") == "foo");
  for (const auto* unsure : {"foo|bar", "(*ACCEPT)foo", "\\Qfoo\\E*", "(?x)f o o", "foo(?R)",
                             "(?#foo(bar)x", "(?(?=a)b|c)foo", "fo\\x6f", "(?i)foo"})
    CHECK_MESSAGE(literal_of(unsure).empty(), unsure);
  CHECK(literal_of("foo", LetterCase::kFolded).empty());
}

TEST_CASE("perl: literals and grams that are required stand in every line that matches") {
  if (!has_perl()) return;
  std::mt19937 random(5);
  const std::vector<std::string> atoms{
      "foo",    "ba[rz]", "(?:qu|x)ux", "o+",     "a?",     "(?=b)", "(?!q)", ".*",   "\\w",
      "(o)\\1", "oo{2}",  "zé?",        "(?<=o)", "(?>o*)", "b*+",   "\\x61", "r{0}", "(?i:O)"};
  const std::vector<std::string> words{"foo", "FOO", "bar", "baz", "quux", "xux", "o", "ab", "zé"};
  std::size_t matched = 0;
  for (int round = 0; round < 400; ++round) {
    std::string expression;
    for (std::size_t i = 1 + random() % 4; i > 0; --i) {
      expression += atoms[random() % atoms.size()];
      if (random() % 8 == 0) expression += '|';
    }
    const auto compiled = perl(expression);
    if (!compiled) continue;
    const auto literal = literal_of(expression);
    LineMatcher matcher(*compiled);
    for (int line = 0; line < 40; ++line) {
      std::string text;
      for (std::size_t i = random() % 6; i > 0; --i) text += words[random() % words.size()];
      if (!matcher.matches(text)) continue;
      ++matched;
      CHECK_MESSAGE(text.find(literal) != std::string::npos, expression << " in " << text);
    }
  }
  CHECK(matched > 1000);
}
