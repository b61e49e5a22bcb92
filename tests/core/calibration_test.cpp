// Tests of calibration and exact matching.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/detail/calibration.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "codeweaver/detail/bm25f.hpp"
#include "codeweaver/detail/exact_match.hpp"
#include "codeweaver/detail/phrase_run.hpp"

using codeweaver::rank::exact_floor;
using codeweaver::rank::ExactMatch;
using codeweaver::rank::ExactMatcher;
namespace rank = codeweaver::rank;

namespace {

constexpr std::string_view kCode =
    "def parse_config(path, strict=False):\n"
    "    \"\"\"Read a configuration file and return its values.\"\"\"\n"
    "    values = {}\n"
    "    for line in open(path):\n"
    "        key, _, value = line.partition(\"=\")\n"
    "        values[key.strip()] = value.strip()\n"
    "    return values\n";
constexpr std::string_view kSymbol = "Loader.parse_config";

ExactMatch match(std::string_view query, std::string_view content = kCode,
                 std::string_view symbol = kSymbol) {
  const ExactMatcher matcher(query);
  const ExactMatch found = matcher.match(content, symbol);
  CHECK(matcher.match(content, symbol, rank::PhraseRun(query).longest(content)) == found);
  return found;
}

template <class Curve>
void check_rising(Curve&& curve) {
  double last = -1;
  for (int i = 0; i <= 1000; ++i) {
    const double y = curve(i / 1000.0);
    CHECK(y > last);
    CHECK(y >= 0);
    CHECK(y <= 1);
    last = y;
  }
}

TEST_CASE("phrase run: the longest run of the query's words, however they are joined") {
  const rank::PhraseRun run("Cannot use 'x' from another module or realm");
  CHECK(run.size() == 8);
  CHECK(run.longest("throw Error(`cannot use ${name} from another module or realm`)") == 5);
  CHECK(run.longest("FROM\n another  module") == 3);
  CHECK(run.longest("realm or module another from") == 1);
  CHECK(run.longest("nothing shared") == 0);
  CHECK(run.longest("") == 0);
  CHECK(rank::PhraseRun("").longest("text") == 0);
  const rank::PhraseRun twice("to be or not to be");
  CHECK(twice.longest("not to be or not to be, to be") == 6);
  std::string many;
  for (int i = 0; i < 200; ++i) many += "w" + std::to_string(i) + " ";
  CHECK(rank::PhraseRun(many).longest(many) == rank::PhraseRun::kMaxWords);
}

TEST_CASE("phrase run: as long as by definition, for words that repeat") {
  std::uint32_t state = 1;
  const auto some_words = [&state](std::size_t most) {
    std::vector<std::string> words((state >> 8) % (most + 1));
    for (auto& word : words) {
      state = state * 1664525 + 1013904223;
      word = std::string(1, static_cast<char>('a' + (state >> 16) % 4));
    }
    state = state * 1664525 + 1013904223;
    return words;
  };
  const auto joined = [](const std::vector<std::string>& words) {
    std::string out;
    for (const auto& word : words) out += word + ' ';
    return out;
  };
  for (int round = 0; round < 500; ++round) {
    const auto query = some_words(12), text = some_words(40);
    std::size_t longest = 0;
    for (std::size_t q = 0; q < query.size(); ++q)
      for (std::size_t t = 0; t < text.size(); ++t) {
        std::size_t run = 0;
        while (q + run < query.size() && t + run < text.size() && query[q + run] == text[t + run])
          ++run;
        longest = std::max(longest, run);
      }
    CHECK(rank::PhraseRun(joined(query)).longest(joined(text)) == longest);
  }
}

TEST_CASE("beside a reranker a component keeps its order and loses its spread") {
  CHECK(rank::beside_reranker(0) == doctest::Approx(0.35));
  CHECK(rank::beside_reranker(1) == doctest::Approx(0.65));
  CHECK(rank::beside_reranker(0.6) > rank::beside_reranker(0.5));
}

}  // namespace

TEST_CASE("calibration: both curves rise strictly from 0 to 1") {
  check_rising([](double x) { return rank::calibrate_lexical(x * 37, 37); });
  check_rising([](double x) { return rank::calibrate_cosine(x); });
  check_rising([](double x) { return rank::calibrate_cosine(x, {0.7, 15}); });
  CHECK(rank::calibrate_lexical(0, 5) == 0);
  CHECK(rank::calibrate_lexical(5, 5) == 1);
  CHECK(rank::calibrate_cosine(0) == 0);
  CHECK(rank::calibrate_cosine(1) == doctest::Approx(1));
}

TEST_CASE("calibration: what is out of range stays in [0, 1]") {
  CHECK(rank::calibrate_lexical(9, 5) == 1);
  CHECK(rank::calibrate_lexical(-1, 5) == 0);
  CHECK(rank::calibrate_lexical(1, 0) == 0);
  CHECK(rank::calibrate_cosine(-0.5) == 0);
  CHECK(rank::calibrate_cosine(1.0001) == doctest::Approx(1));
  CHECK(rank::calibrate_cosine(std::numeric_limits<double>::quiet_NaN()) == 0);
}

TEST_CASE("calibration: the documented points hold") {
  constexpr rank::Bm25fOptions kOptions;
  const double bound = rank::term_score_bound(kOptions, 1);
  const double body = rank::saturate(kOptions, kOptions.weight[3]);
  const double both = rank::saturate(kOptions, kOptions.weight[0] + kOptions.weight[3]);
  CHECK(rank::calibrate_lexical(body, bound) == doctest::Approx(0.56).epsilon(0.02));
  CHECK(rank::calibrate_lexical(both, bound) == doctest::Approx(0.94).epsilon(0.01));
  CHECK(rank::calibrate_lexical(body, 4 * bound) == doctest::Approx(0.16).epsilon(0.02));
  CHECK(rank::calibrate_cosine(0.2) == doctest::Approx(0.13).epsilon(0.05));
  CHECK(rank::calibrate_cosine(0.4) == doctest::Approx(0.48).epsilon(0.02));
  CHECK(rank::calibrate_cosine(0.6) == doctest::Approx(0.82).epsilon(0.02));
}

TEST_CASE("similarity: rises in each side, is symmetric, and an absent side counts as nothing") {
  for (double a = 0; a <= 1; a += 0.1)
    for (double b = 0; b <= 1; b += 0.1) {
      const double s = rank::similarity(a, b);
      CHECK(s == rank::similarity(b, a));
      CHECK(s >= std::max(a, b));
      CHECK(s <= 1);
      CHECK(rank::similarity(std::min(1.0, a + 0.05), b) >= s);
    }
  CHECK(rank::similarity(std::nullopt, 0.4) == doctest::Approx(0.4));
  CHECK(rank::similarity(std::nullopt, std::nullopt) == 0);
  CHECK(rank::similarity(0.1, 0.1, ExactMatch::kSnippet) >= 0.95);
}

TEST_CASE("exact match: floors rise with the strength of the match, snippets reach 0.95") {
  double last = -1;
  for (const ExactMatch kind :
       {ExactMatch::kNone, ExactMatch::kIdentifier, ExactMatch::kPhrase,
        ExactMatch::kIdentifierSymbol, ExactMatch::kSnippet, ExactMatch::kWhole}) {
    CHECK(exact_floor(kind) > last);
    last = exact_floor(kind);
  }
  CHECK(exact_floor(ExactMatch::kSnippet) >= 0.95);
  CHECK(exact_floor(ExactMatch::kWhole) == 1);
}

TEST_CASE("exact match: raising puts strong matches above all others and keeps their order") {
  using rank::raised;
  for (double a = 0; a <= 1; a += 0.1)
    for (double b = 0; b <= 1; b += 0.1) {
      if (b < 0.95) CHECK(raised(a, ExactMatch::kIdentifierSymbol) > b);
      CHECK(raised(b, ExactMatch::kPhrase) == b);
      CHECK(raised(b, ExactMatch::kNone) == b);
      if (a < b) CHECK(raised(a, ExactMatch::kSnippet) < raised(b, ExactMatch::kSnippet));
    }
  CHECK(raised(1, ExactMatch::kSnippet) == doctest::Approx(1));
}

TEST_CASE("exact match: a copied snippet is found whatever its white space") {
  CHECK(match("values[key.strip()] = value.strip()") == ExactMatch::kSnippet);
  CHECK(match("values[ key.strip( ) ]=value.strip()") == ExactMatch::kSnippet);
  CHECK(match("for line in open(path):\n\tkey,_,value=line.partition(\"=\")") ==
        ExactMatch::kSnippet);
  CHECK(match(kCode) == ExactMatch::kWhole);
  CHECK(match("  " + std::string(kCode) + "\n\n") == ExactMatch::kWhole);
}

TEST_CASE("exact match: every run of lines of the code is found in it") {
  std::vector<std::size_t> starts = {0};
  for (std::size_t i = 0; i < kCode.size(); ++i)
    if (kCode[i] == '\n') starts.push_back(i + 1);
  for (std::size_t a = 0; a + 1 < starts.size(); ++a)
    for (std::size_t b = a + 1; b < starts.size(); ++b) {
      const auto snippet = kCode.substr(starts[a], starts[b] - starts[a]);
      CAPTURE(snippet);
      CHECK(match(snippet) >= ExactMatch::kPhrase);
      if (ExactMatcher(snippet).kind() == ExactMatcher::Kind::kSnippet)
        CHECK(match(snippet) >= ExactMatch::kSnippet);
    }
}

TEST_CASE("exact match: pasted lines are a snippet though they be prose") {
  constexpr std::string_view kText = "  Reads the file\n  line by line\n  and keeps its values\n";
  CHECK(match("Reads the file\nline by line", kText) == ExactMatch::kSnippet);
  CHECK(match("Reads the file line by line\n", kText) == ExactMatch::kPhrase);
  CHECK(match("Reads the file\nand keeps its values", kText) == ExactMatch::kNone);
}

TEST_CASE("exact match: other code, joined words and cut words are no snippet match") {
  CHECK(match("values[key.strip()] = other.strip()") == ExactMatch::kNone);
  CHECK(match("forlineinopen(path)") == ExactMatch::kNone);
  CHECK(match("_config(path, strict=False)") == ExactMatch::kNone);
  CHECK(match("ine.partition(\"=\")") == ExactMatch::kNone);
}

TEST_CASE("exact match: an identifier finds its definition, then its uses") {
  CHECK(match("parse_config") == ExactMatch::kIdentifierSymbol);
  CHECK(match("parse_config()") == ExactMatch::kIdentifierSymbol);
  CHECK(match("Loader.parse_config") == ExactMatch::kIdentifierSymbol);
  CHECK(match("Loader::parse_config") == ExactMatch::kIdentifierSymbol);
  CHECK(match("Other.parse_config") == ExactMatch::kNone);
  CHECK(match("partition") == ExactMatch::kIdentifier);
  CHECK(match("line.partition") == ExactMatch::kIdentifier);
  CHECK(match("parse") == ExactMatch::kNone);
  CHECK(match("Parse_Config") == ExactMatch::kNone);
  CHECK(ExactMatcher("parse_config").kind() == ExactMatcher::Kind::kIdentifier);
}

TEST_CASE("exact match: a phrase matches across marks and lines but not across words") {
  CHECK(match("configuration file") == ExactMatch::kPhrase);
  CHECK(match("Read a Configuration file") == ExactMatch::kPhrase);
  CHECK(match("file configuration") == ExactMatch::kNone);
  CHECK(match("return values") == ExactMatch::kPhrase);
  CHECK(match("eturn values") == ExactMatch::kNone);
}

TEST_CASE("exact match: empty and blank input match nothing") {
  for (const std::string_view query : {"", "  ", "\n", "?!", "()"}) {
    CAPTURE(query);
    CHECK(match(query) == ExactMatch::kNone);
  }
  CHECK(match("parse_config", "", "") == ExactMatch::kNone);
  CHECK(match("values = {}", "", "") == ExactMatch::kNone);
}
