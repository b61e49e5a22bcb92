// Tests of identifier splitting, stemming and analysis.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/text/analyzer.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

using codeweaver::rank::QueryTerm;
using codeweaver::text::analyze_code;
using codeweaver::text::analyze_query;
using codeweaver::text::split_identifier;
using codeweaver::text::stem;
using codeweaver::text::TermList;

namespace {

using Words = std::vector<std::string>;

Words code_terms(std::string_view text) {
  TermList list;
  analyze_code(text, list);
  Words terms;
  for (std::size_t i = 0; i < list.size(); ++i) terms.emplace_back(list[i]);
  return terms;
}
Words query_texts(std::string_view query) {
  Words terms;
  for (const QueryTerm& term : analyze_query(query)) terms.push_back(term.text);
  return terms;
}
bool contains(const Words& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}
const QueryTerm* find_term(const std::vector<QueryTerm>& terms, std::string_view text) {
  for (const QueryTerm& term : terms)
    if (term.text == text) return &term;
  return nullptr;
}

bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// The alternatives of the documented expression, tried in order at each position.
Words reference_parts(const std::string& text) {
  const auto at = [&text](std::size_t i) { return i < text.size() ? text[i] : ' '; };
  const auto run = [&at](std::size_t i, bool (*is)(char)) {
    while (is(at(i))) ++i;
    return i;
  };
  Words parts;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t capitals = run(i, is_upper);
    std::size_t end = i;
    if (capitals - i > 1 && is_lower(at(capitals)))
      end = capitals - 1;  // [A-Z]+(?=[A-Z][a-z])
    else if (is_lower(at(i)) || (is_upper(at(i)) && is_lower(at(i + 1))))
      end = run(i + 1, is_lower);  // [A-Z]?[a-z]+
    else
      end = std::max(capitals, run(i, is_digit));  // [A-Z]+ | [0-9]+
    if (end > i) parts.push_back(codeweaver::text::to_lower(text.substr(i, end - i)));
    i = std::max(end, i + 1);
  }
  return parts;
}
/// The documented exception: two or more capitals, an s, and no further lower-case letter.
bool holds_plural_acronym(const std::string& text) {
  for (std::size_t i = 0; i + 2 < text.size(); ++i)
    if (is_upper(text[i]) && is_upper(text[i + 1]) && text[i + 2] == 's' &&
        (i + 3 == text.size() || !is_lower(text[i + 3])))
      return true;
  return false;
}

std::string read_source(const std::string& path) {
  std::ifstream in(std::string(CODEWEAVER_SOURCE_DIR) + "/" + path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("word parts: any word is split as for_each_part does, in every length") {
  std::mt19937 random(11);
  static constexpr std::string_view kBytes = "ssstaaznqAABZXX0199__\x80\xc3\xff";
  codeweaver::text::detail::WordParts parts;
  for (std::size_t size = 1; size <= codeweaver::text::kMaxWordBytes; ++size)
    for (int round = 0; round < 200; ++round) {
      std::string word;
      while (word.size() < size) word += kBytes[random() % (round % 4 == 0 ? 8 : kBytes.size())];
      Words expected, split;
      codeweaver::text::for_each_part(word, [&](std::string_view part) {
        expected.push_back(codeweaver::text::to_lower(part));
      });
      const bool is_small = parts.assign_small_letters(word);
      if (!is_small) parts.assign(word);
      for (std::size_t i = 0; i < parts.count(); ++i)
        split.emplace_back(parts.part(i).first, parts.part(i).second);
      REQUIRE(split == expected);
      CHECK(is_small == (size <= 16 && std::all_of(word.begin(), word.end(), is_lower)));
      std::string whole;
      for (const auto& part : expected) whole += part;
      CHECK(parts.whole() == whole);
    }
}

TEST_CASE("identifier: naming styles split into their words") {
  const std::pair<std::string, Words> table[] = {
      {"parse_config", {"parse", "config"}},
      {"parseConfig", {"parse", "config"}},
      {"HTTPServer", {"http", "server"}},
      {"getHTTPResponseCode", {"get", "http", "response", "code"}},
      {"sha256sum", {"sha", "256", "sum"}},
      {"XMLHttpRequest2", {"xml", "http", "request", "2"}},
      {"MAX_BUFFER_SIZE", {"max", "buffer", "size"}},
      {"__init__", {"init"}},
      {"userIDs", {"user", "ids"}},
      {"URLs", {"urls"}},
      {"IDs_of", {"ids", "of"}},
      {"aB", {"a", "b"}},
      {"A", {"a"}},
      {"größe_Wert", {"größe", "wert"}},
      {"std::vector<int>", {"std", "vector", "int"}},
      {"___", {}},
      {"", {}},
  };
  for (const auto& [text, words] : table) {
    CAPTURE(text);
    CHECK(split_identifier(text) == words);
  }
}

TEST_CASE("identifier: parts equal the documented expression on random ASCII identifiers") {
  std::mt19937 random(7);
  const std::string_view alphabet = "abstAZB_3 9";
  int compared = 0;
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (auto n = random() % 14; n > 0; --n) text += alphabet[random() % alphabet.size()];
    if (holds_plural_acronym(text)) continue;
    ++compared;
    CAPTURE(text);
    CHECK(split_identifier(text) == reference_parts(text));
  }
  CHECK(compared > 2000);
}

TEST_CASE("stem: words of one family share a stem") {
  const Words families[] = {
      {"parse", "parses", "parsed", "parsing", "parser", "parsers"},
      {"validate", "validates", "validated", "validating", "validation", "validator"},
      {"serialize", "serializes", "serialized", "serializing", "serializer", "serialization"},
      {"connect", "connects", "connected", "connecting", "connection", "connections"},
      {"stop", "stops", "stopped", "stopping"},
      {"cancel", "cancels", "cancelled", "canceled", "cancelling"},
      {"save", "saves", "saved", "saving"},
      {"copy", "copies", "copied", "copying"},
      {"query", "queries", "queried"},
      {"index", "indexes", "indexed", "indexing"},
      {"class", "classes"},
      {"node", "nodes"},
      {"cache", "caches", "cached", "caching"},
      {"match", "matches", "matched", "matching", "matcher"},
      {"write", "writes", "writing", "writer", "writers"},
      {"debug", "debugs", "debugged", "debugging", "debugger"},
      {"add", "adds", "added", "adding"},
      {"install", "installs", "installed", "installing"},
      {"embed", "embeds", "embedded", "embedding"},
      {"setting", "settings"},
      {"id", "ids"},
      {"alias", "aliases"},
      {"transform", "transforms", "transformed"},
  };
  for (const Words& family : families)
    for (const std::string& word : family) {
      CAPTURE(word);
      CHECK(stem(word) == stem(family.front()));
    }
}

TEST_CASE("stem: words that only look alike stay apart") {
  const std::pair<std::string, std::string> table[] = {
      {"string", "str"}, {"user", "use"},     {"setting", "set"}, {"author", "auth"},
      {"number", "num"}, {"status", "state"}, {"need", "ne"},     {"speed", "spe"},
      {"mode", "mod"},   {"error", "err"},    {"this", "thi"},    {"process", "proces"},
      {"option", "opt"}, {"action", "act"},   {"thing", "th"},    {"version", "verse"},
  };
  for (const auto& [a, b] : table) {
    CAPTURE(a);
    CHECK(stem(a) != stem(b));
  }
}

TEST_CASE("stem: never grows, never empties, keeps words of up to two letters") {
  std::mt19937 random(11);
  const std::string_view alphabet = "aeioustringdlmey";
  for (int round = 0; round < 20000; ++round) {
    std::string word;
    for (auto n = 1 + random() % 12; n > 0; --n) word += alphabet[random() % alphabet.size()];
    const std::string result = stem(word);
    CAPTURE(word);
    CHECK(result.size() <= word.size());
    CHECK(!result.empty());
    if (word.size() <= 2) CHECK(result == word);
  }
}

TEST_CASE("analyze_code: a compound identifier gives its whole form and its stemmed parts") {
  CHECK(code_terms("parseRequests(url)") == Words{"parserequests", "pars", "request", "url"});
  CHECK(code_terms("parse_requests") == Words{"parserequests", "pars", "request"});
  CHECK(code_terms("Parser") == Words{"pars"});
  CHECK(code_terms("a.b->c") == Words{"a", "b", "c"});
}

TEST_CASE("analyze_code: numbers are whole and trivial literals are dropped") {
  CHECK(code_terms("0 1 404 0xFF 5ms 2fa_code") ==
        Words{"404", "0xff", "5ms", "2facode", "2", "fa", "code"});
  CHECK(code_terms("123456789012345678901234567890").empty());
}

TEST_CASE("analyze_code: words that are data give no terms") {
  CHECK(code_terms(std::string(129, 'a')).empty());
  CHECK(code_terms(std::string(128, 'a')).size() == 1);
  CHECK(code_terms("x " + std::string(5000, 'Q') + " y") == Words{"x", "y"});
}

TEST_CASE("analyze_code: non-ASCII words fold case, separators split, CJK gives bigrams") {
  CHECK(code_terms("Ошибка ОШИБКА") == Words{"ошибка", "ошибка"});
  CHECK(code_terms("Größe") == code_terms("GRÖßE"));
  CHECK(code_terms("left…right “quoted”") == Words{"left", "right", "quot"});
  CHECK(code_terms("全文検索") == Words{"全文", "文検", "検索"});
  CHECK(code_terms("x検y") == Words{"x", "検", "y"});
  CHECK(code_terms("\xff\xfe\x80 ok \xe4\xb8") == Words{"ok"});
}

TEST_CASE("analyze_query: the terms are those of the document side") {
  const Words sources = {read_source("include/codeweaver/text/analyzer.hpp"),
                         read_source("include/codeweaver/types.hpp"),
                         "def get_HTTPResponse(self, userIDs): return größe + 検索する"};
  for (const std::string& source : sources) {
    REQUIRE(!source.empty());
    const Words document = code_terms(source);
    std::vector<QueryTerm> query = analyze_query(source);
    CHECK(query.size() > 5);
    for (const QueryTerm& term : query) {
      CAPTURE(term.text);
      if (!term.optional) CHECK(contains(document, term.text));
    }
  }
}

TEST_CASE("analyze_query: any identifier of real code finds itself") {
  const std::string source = read_source("include/codeweaver/types.hpp");
  codeweaver::text::for_each_word(source, [](std::string_view word) {
    const Words document = code_terms(word), query = query_texts(word);
    CAPTURE(word);
    CHECK(document.empty() == query.empty());
    for (const std::string& term : query) CHECK(contains(document, term));
  });
}

TEST_CASE("analyze_query: stop words go unless nothing remains") {
  CHECK(query_texts("how do the parsers work").front() == "pars");
  CHECK(!contains(query_texts("how do the parsers work"), "the"));
  CHECK(contains(query_texts("what is this"), "this"));
  CHECK(analyze_query("?!").empty());
  CHECK(analyze_query("").empty());
}

TEST_CASE("analyze_query: whole identifiers weigh more than words, their parts less") {
  const auto terms = analyze_query("where is parseConfig called");
  REQUIRE(find_term(terms, "parseconfig") != nullptr);
  CHECK(find_term(terms, "parseconfig")->weight > find_term(terms, "call")->weight);
  CHECK(find_term(terms, "config")->weight < find_term(terms, "call")->weight);
}

TEST_CASE("analyze_query: neighbouring words also search for their compound, as a bonus") {
  const auto terms = analyze_query("binary search in a tree");
  REQUIRE(find_term(terms, "binarysearch") != nullptr);
  CHECK(find_term(terms, "binarysearch")->optional);
  CHECK(contains(code_terms("def binary_search(): pass"), "binarysearch"));
  CHECK(contains(code_terms("BinarySearch"), "binarysearch"));
  CHECK(!find_term(terms, "search")->optional);
}

TEST_CASE("analyze_query: a repeated term appears once with its largest weight") {
  const auto terms = analyze_query("config parse_config config");
  CHECK(std::count_if(terms.begin(), terms.end(),
                      [](const QueryTerm& t) { return t.text == "config"; }) == 1);
  CHECK(find_term(terms, "config")->weight == 1.0F);
}
