// Tests of expensive patterns and lines: bounded compilation, linear search.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <ctime>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "codeweaver/error_codes.hpp"
#include "fuzz/reader_checks.hpp"
#include "fuzz/reader_texts.hpp"
#include "pattern/pattern.hpp"
#include "pattern/perl_pattern.hpp"
#include "pattern/required_text.hpp"

using namespace codeweaver;
using namespace codeweaver::pattern;

namespace {

std::string times(std::string_view text, std::size_t count) {
  std::string out;
  while (count-- > 0) out += text;
  return out;
}

Result<Pattern> pattern_of(std::string text, PatternOptions options = {}) {
  options.patterns.push_back(std::move(text));
  return Pattern::compile(options);
}

std::string code_of(const std::string& pattern) {
  const auto compiled = pattern_of(pattern);
  return compiled ? std::string() : compiled.error().code;
}

std::size_t count_places(const Pattern& pattern, const std::string& line) {
  LineMatcher matcher(pattern);
  matcher.open(line, {0, line.size()});
  std::size_t count = 0;
  for (std::size_t from = 0; from <= line.size(); ++count) {
    const auto place = matcher.find(from);
    if (!place) break;
    from = std::max(place->end, place->begin + 1);
  }
  return count;
}

/// CPU seconds that all places of a line take, the least of three.
double cost_of(const Pattern& pattern, const std::string& line) {
  double least = 1e9;
  for (int round = 0; round < 3; ++round) {
    const auto begin = std::clock();
    count_places(pattern, line);
    least = std::min(least, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
  }
  return least;
}

}  // namespace

// A scan of all of Unicode for each letter took 50 ms: these would take two minutes.
TEST_CASE("pattern: smart case of letters beyond ASCII costs one pass over the pattern") {
  for (const bool is_perl : {false, has_perl()}) {
    const PatternOptions smart{.is_perl = is_perl, .letter_case = LetterCase::kSmart};
    constexpr std::size_t kLetters = 2'000;
    const auto begin = std::clock();
    const auto small = pattern_of(times("я", kLetters), smart);
    REQUIRE(small);
    const auto large = pattern_of(times("я", kLetters) + "Я", smart);
    REQUIRE(large);
    CHECK(std::clock() - begin < 20 * CLOCKS_PER_SEC);
    CHECK(LineMatcher(*small).matches(times("Я", kLetters)));
    CHECK_FALSE(LineMatcher(*large).matches(times("Я", kLetters + 1)));
    CHECK(LineMatcher(*large).matches(times("я", kLetters) + "Я"));
  }
}

TEST_CASE("pattern: classes of properties are resolved once, however often they stand there") {
  const auto pattern =
      pattern_of("[" + times("\\W", 5'000) + "]" + times("[\\p{L}&&[^\\p{Lu}]]", 500));
  REQUIRE(pattern);
  CHECK(LineMatcher(*pattern).matches("-" + times("я", 500)));
  CHECK_FALSE(LineMatcher(*pattern).matches("-" + times("Я", 500)));
}

TEST_CASE("pattern: repetitions of repetitions are bounded in depth and in what they multiply to") {
  CHECK(code_of("a" + times("*", 500)).empty());
  CHECK(code_of("a" + times("*", 100'000)) == error_code::kPatternInvalid);
  CHECK(code_of("a" + times("{1}", 100'000)) == error_code::kPatternInvalid);
  CHECK(code_of(times("(", 200) + "a" + times(times("*", 200) + ")", 200)) ==
        error_code::kPatternInvalid);
  for (const auto* const part : {"a", "", "\\b", "(?:a|)"}) {
    std::string nested = part;
    for (int i = 0; i < 6; ++i) nested = "(?:" + nested + "){99999}";
    CHECK_MESSAGE(code_of(nested) == error_code::kPatternInvalid, part);
    CHECK_MESSAGE(code_of("\\b" + nested) == error_code::kPatternInvalid, part);
  }
  CHECK(code_of("(ab){65535}").empty());
  CHECK(code_of("\\b(ab){65535}").empty());
}

TEST_CASE("pattern: what would take too long to compile is refused, in both syntaxes") {
  CHECK(code_of(times("\\w", 100'000)) == error_code::kPatternInvalid);
  CHECK(code_of(times("\\w{1000}", 1'000)) == error_code::kPatternInvalid);
  CHECK(code_of(times("a", 9U << 20)) == error_code::kPatternInvalid);
  CHECK(code_of("\\b" + times("一丁丂七丄丅丆万", 10'000)).empty());
  if (!has_perl()) return;
  for (const auto& text :
       {times("a", 9U << 20), "(?<=" + times("ab|cd|", 10'000) + "x)", times("(?<=ab)", 8'000),
        std::string("((ab){1000}){1000}"), times("(", 100'000)}) {
    const auto compiled = pattern_of(text, {.is_perl = true});
    REQUIRE_FALSE(compiled);
    CHECK(compiled.error().code == error_code::kPatternInvalid);
    CHECK(compiled.error().context.size() < 300);
  }
}

TEST_CASE("pattern: all places of a line take time by its length, for every kind of pattern") {
  const std::vector<std::string> patterns{"\\w+",   ".",       "[a-z]=",  "a|b",        "var \\w+",
                                          "\\bvar", "(?i)VAR", "\\Ba",    "var a",      "x*",
                                          "^|1",    "\\d;$|;", "\\<\\w+", "\\p{L}+\\b", "[^;]*;"};
  // ASCII, letters beyond it, and bytes that are no characters: RE2 and the step machine.
  for (const std::string unit : {"var a=1;", "vär б=1;", "var \xF0\x80\x80\x80=1;"})
    for (const auto& text : patterns)
      for (const bool is_perl : {false, has_perl()}) {
        const auto pattern = pattern_of(text, {.is_perl = is_perl});
        REQUIRE(pattern);
        const auto line = times(unit, 500), longer = times(unit, 8'000);
        CHECK(count_places(*pattern, longer) + 15 >= 15 * count_places(*pattern, line));
        // Linear: 16 times as much; by the square: 256 times. A tick of the clock is no measure.
        const double least = std::max(cost_of(*pattern, line), .002);
        CHECK_MESSAGE(cost_of(*pattern, longer) < 100 * least, text << " in " << unit);
      }
}

TEST_CASE("pattern: a search of a long line ends when its token says so") {
  // From each place the step machine reads to the end of the line: minutes.
  const auto pattern = pattern_of("\\b.*z\\B|\\Ba");
  REQUIRE(pattern);
  const auto line = times("a", 1U << 20);
  std::stop_source stop;
  LineMatcher matcher(*pattern);
  matcher.set_stop(stop.get_token());
  std::jthread stopping([&stop] { stop.request_stop(); });
  matcher.open(line, {0, line.size()});
  for (std::size_t from = 0; from <= line.size() && !stop.stop_requested();) {
    const auto place = matcher.find(from);
    if (!place) break;
    from = std::max(place->end, place->begin + 1);
  }
  stopping.join();
  CHECK_FALSE(matcher.next_line(line + "\n", 0));
}

TEST_CASE("pattern: a long line and a large program give what short lines do, and can be stopped") {
  // For each byte RE2 would walk through a program of a million instructions.
  const auto pattern = pattern_of("\\w*[bx]\\w{700}[-/]");
  REQUIRE(pattern);
  const auto word = times("a", 20) + "b" + times("a", 700);
  const auto line = word + "+" + word + "-" + times("ab", 40'000);
  LineMatcher matcher(*pattern);
  CHECK(matcher.next_line("a\n" + line + "\nb\n", 0) == Place{2, 2 + line.size()});
  CHECK(matcher.next_line("a\n" + word + "-\nb\n", 0) == Place{2, 3 + word.size()});
  CHECK_FALSE(matcher.next_line(word + "\n" + word + "\n", 0));
  matcher.open(line, {0, line.size()});
  CHECK(matcher.find(0) == Place{word.size() + 1, 2 * word.size() + 2});
  std::stop_source stop;
  stop.request_stop();
  matcher.set_stop(stop.get_token());
  CHECK_FALSE(matcher.find(2 * word.size() + 2));
}

// RE2 kept no automaton of 5,000 letters: each place of the line took half a second of one call.
TEST_CASE("pattern: a long text is found by its bytes, everywhere, until its token says stop") {
  const std::string text = times("a", 5'000);
  const auto pattern = pattern_of(text, {.is_fixed = true});
  REQUIRE(pattern);
  const auto line = times("a", 240'000);
  const auto begin = std::clock();
  CHECK(count_places(*pattern, line) == 48);
  CHECK(count_places(*pattern, "b" + times("a", 4'999) + "b" + line) == 48);
  CHECK(std::clock() - begin < 5 * CLOCKS_PER_SEC);
  LineMatcher matcher(*pattern);
  CHECK(matcher.next_line("a\n" + text + "\n", 0) == Place{2, 5'002});
  CHECK_FALSE(matcher.next_line(times("a", 4'999) + "\n" + text.substr(1) + "\n", 0));
  const auto two = text + "b" + text;
  matcher.open(two, {0, two.size()});
  CHECK(matcher.find(1) == Place{5'001, 10'001});
  std::stop_source stop;
  stop.request_stop();
  matcher.set_stop(stop.get_token());
  matcher.open(line, {0, line.size()});
  CHECK_FALSE(matcher.find(0));
  CHECK_FALSE(matcher.next_line(line, 0));
}

TEST_CASE("pattern: a long text with folded case and a long repetition can be stopped, too") {
  for (const bool is_folded : {true, false}) {
    const auto pattern =
        pattern_of(is_folded ? times("a", 5'000) : "a{5000}",
                   {.letter_case = is_folded ? LetterCase::kFolded : LetterCase::kExact});
    REQUIRE(pattern);
    const auto line = times("a", 5'000) + "b" + times("a", 36'000);
    LineMatcher matcher(*pattern);
    matcher.open(line, {0, line.size()});
    CHECK(matcher.find(0) == Place{0, 5'000});
    CHECK(matcher.next_line("a\n" + line + "\nb\n", 0) == Place{2, 2 + line.size()});
    std::stop_source stop;
    stop.request_stop();
    matcher.set_stop(stop.get_token());
    matcher.open(line, {0, line.size()});
    CHECK_FALSE(matcher.find(1));
    CHECK_FALSE(matcher.next_line(line, 0));
  }
}

TEST_CASE(
    "pattern: a large program finds the same lines in many short ones and between long ones") {
  const auto pattern = pattern_of("[bx]\\w{4}\\d$|^$");
  REQUIRE(pattern);
  std::string text;
  std::vector<Place> expected;
  for (std::size_t i = 0; i < 20'000; ++i) {
    const std::string line = i % 997 == 5     ? "a bword7"
                             : i % 1'009 == 9 ? ""
                             : i % 7'001 == 3 ? times("word ", 40'000)
                                              : "bword7 x";
    if (line.empty() || line.ends_with('7'))
      expected.push_back({text.size(), text.size() + line.size()});
    text += line + "\n";
  }
  LineMatcher matcher(*pattern);
  std::vector<Place> found;
  std::size_t from = 0;
  for (auto line = matcher.next_line(text, 0); line; line = matcher.next_line(text, from)) {
    found.push_back(*line);
    from = line->end + 1;
  }
  CHECK(found == expected);
}

TEST_CASE("text finder: a text is found wherever a simple search finds it") {
  const std::vector<std::string> units{"a", "ab", "aab", "abcab", "b" + times("a", 90)};
  for (const auto& unit : units) {
    for (const std::string& text : {times(unit, 50), times(unit, 400) + "b", "b" + times(unit, 400),
                                    times(unit, 3'000) + "ba"}) {
      const TextFinder finder(text);
      for (const auto& in : {times(unit, 4'000), times(unit, 900) + text + times(unit, 900),
                             times(text.substr(1) + "c", 300) + text}) {
        CHECK(finder.find(in, 0) == in.find(text));
        CHECK(finder.find(in, 3) == in.find(text, 3));
      }
    }
  }
}

TEST_CASE("readers: what holds for any text holds for generated ones") {
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    const auto query = fuzz::check_query_text(fuzz::kQueryTexts.make(seed));
    CHECK_MESSAGE(query.empty(), "query " << seed << ": " << query.substr(0, 500));
    const auto glob = fuzz::check_glob_text(fuzz::kGlobTexts.make(seed));
    CHECK_MESSAGE(glob.empty(), "glob " << seed << ": " << glob);
    const auto pattern =
        fuzz::check_pattern_text(fuzz::kPatternTexts.make(seed), static_cast<unsigned>(seed % 66));
    CHECK_MESSAGE(pattern.empty(), "pattern " << seed << ": " << pattern);
  }
}
