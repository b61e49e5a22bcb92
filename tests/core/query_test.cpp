// Tests of queries: meaning and exact parts; printing is the inverse of parsing.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/query.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "codeweaver/query_parser.hpp"

namespace codeweaver {
namespace {

using Kind = QueryPart::Kind;

Query read(std::string_view text) {
  auto query = parse_query(text);
  REQUIRE_MESSAGE(query, std::string(text));
  return std::move(*query);
}

std::string cause_of(std::string_view text) {
  const auto query = parse_query(text);
  return query ? "" : query.error().cause + " | " + query.error().action;
}

/// Random parts of the shapes that reading gives.
class RandomQueries {
 public:
  explicit RandomQueries(unsigned seed) : random_(seed) {}

  QueryPart part(int depth, std::optional<Kind> but = std::nullopt) {
    for (;;) {
      const auto kind = static_cast<Kind>(pick(depth < 3 ? 11 : 8));
      if (kind == but) continue;
      QueryPart out{kind, {}, {}};
      if (kind == Kind::kNot) {
        out.parts.push_back(part(depth + 1, Kind::kNot));
      } else if (kind == Kind::kAnd || kind == Kind::kOr) {
        for (int i = pick(2) + 2; i > 0; --i) out.parts.push_back(part(depth + 1, kind));
      } else {
        out.text = text(kind == Kind::kRegex ? "ab.*\\d[]+?^|" : "ab \"\\()/:-\tü\n");
        if (kind == Kind::kRegex && out.text.back() == '\\') out.text += 'w';
      }
      return out;
    }
  }

  Query query() {
    Query out;
    if (pick(5) > 0) out.exact = part(0);
    if (out.exact) {
      out.letter_case = static_cast<QueryCase>(pick(3));
      out.is_word = pick(3) == 0;
    }
    for (int i = pick(4); i > 0; --i) {
      static constexpr const char* kWords[] = {"where", "and",   "uploads",
                                               "f(x)",  "don't", "std::map"};
      if (!out.meaning.empty()) out.meaning += ' ';
      out.meaning += kWords[pick(6)];
    }
    // An operator that does not stand between words is one.
    if (out.meaning.starts_with("and")) out.meaning = "why " + out.meaning + " how";
    return out;
  }

 private:
  int pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  std::string text(std::string_view letters) {
    std::string out;
    for (int i = pick(6) + 1; i > 0; --i) out += letters[random_() % letters.size()];
    return out;
  }

  std::mt19937 random_;
};

}  // namespace

TEST_CASE("query: words are meaning, whatever operators and parentheses are among them") {
  for (const auto* text :
       {"where do we retry uploads", "users and groups or roles", "not found (404", "http://x.y/z",
        "std::vector push_back", "why is a/b/c slow"}) {
    const auto query = read(text);
    CHECK_MESSAGE(!query.exact, text);
    CHECK(query.meaning.find_first_not_of(' ') == 0);
  }
  CHECK(read("").meaning.empty());
}

TEST_CASE("query: quoted text, expressions and fields are exact, and words beside them rank") {
  const auto query = read("\"retry(\" lang:go -file:*_test.go near code about uploads");
  CHECK(query.meaning == "near code about uploads");
  REQUIRE(query.exact);
  CHECK(*query.exact == QueryPart{Kind::kAnd,
                                  "",
                                  {{Kind::kText, "retry(", {}},
                                   {Kind::kLanguage, "go", {}},
                                   {Kind::kNot, "", {{Kind::kFile, "*_test.go", {}}}}}});
  CHECK(*read("/time\\.Sleep\\(\\d+/").exact == QueryPart{Kind::kRegex, "time\\.Sleep\\(\\d+", {}});
  CHECK(*read("/api/v1/").exact == QueryPart{Kind::kRegex, "api/v1", {}});
  CHECK(read("word:yes case:no \"a\"").is_word);
  CHECK(read("\"a\" uploads and downloads").meaning == "uploads and downloads");
}

TEST_CASE("query: snippets and messages with quotes in them are words, not queries") {
  for (const auto* text :
       {"x = \"hello\"", "TypeError: \"a\" is not a function", "print(\"a\")", "std::map insert",
        "GET http://x.y/", "/usr/bin/env python", "a and (b)"})
    CHECK_MESSAGE(!is_query(text), text);
  for (const auto* text : {"\"retry(\" uploads", "where -file:*.go", "/a+b/ near",
                           "(\"a\" or \"b\")", "lang:go \"abc", "not \"a\" uploads"})
    CHECK_MESSAGE(is_query(text), text);
}

TEST_CASE("query: or binds less than and, and that less than not") {
  const QueryPart a{Kind::kText, "a", {}}, b{Kind::kText, "b", {}}, c{Kind::kText, "c", {}};
  CHECK(*read("\"a\" or \"b\" \"c\"").exact ==
        QueryPart{Kind::kOr, "", {a, {Kind::kAnd, "", {b, c}}}});
  CHECK(*read("(\"a\" OR \"b\") and not \"c\"").exact ==
        QueryPart{Kind::kAnd, "", {{Kind::kOr, "", {a, b}}, {Kind::kNot, "", {c}}}});
}

TEST_CASE("query: what cannot be read is refused with the place and what to write instead") {
  CHECK(cause_of("lang:go \"abc").find("byte 9") != std::string::npos);
  CHECK(cause_of("(\"a\" or \"b\"").find("byte 1: ( is not closed") != std::string::npos);
  CHECK(cause_of("\"a\" or uploads").find("\"uploads\"") != std::string::npos);
  CHECK(cause_of("\"a\" langs:go").find("no field 'langs'") != std::string::npos);
  CHECK(cause_of("case:maybe \"a\"").find("case:yes") != std::string::npos);
  CHECK(cause_of("\"a\" )").find("no matching (") != std::string::npos);
  CHECK(cause_of("file: \"a\"").find("missing") != std::string::npos);
}

// Each 'not' and each parenthesis was a call within another: 16,000 ended the process.
TEST_CASE("query: operators and parentheses in any number are read, or refused with a reason") {
  const auto nots = [](std::size_t count) {
    std::string text = "\"a\" ";
    while (count-- > 0) text += "not ";
    return text + "\"b\"";
  };
  const QueryPart a{Kind::kText, "a", {}}, b{Kind::kText, "b", {}};
  CHECK(*read(nots(8'000)).exact == QueryPart{Kind::kAnd, "", {a, b}});
  CHECK(*read(nots(8'001)).exact == QueryPart{Kind::kAnd, "", {a, {Kind::kNot, "", {b}}}});
  CHECK(cause_of("\"a\" not not").find("byte 9: 'not' has nothing after it") != std::string::npos);
  CHECK(cause_of(std::string(30'000, '(') + "\"a\"").find("too deeply") != std::string::npos);
  for (const auto& text : {nots(60'000), std::string(kMostQueryBytes + 1, 'x')}) {
    CHECK_FALSE(is_query(text));
    const auto query = parse_query(text);
    REQUIRE_FALSE(query);
    CHECK(query.error().code == "QUERY_TOO_LONG");
  }
  CHECK(parse_query(std::string(kMostQueryBytes, 'x')));
}

TEST_CASE("query: reading what was printed gives the same query") {
  for (unsigned seed = 1; seed <= 4000; ++seed) {
    const auto query = RandomQueries(seed).query();
    const auto text = to_string(query);
    const auto again = parse_query(text);
    REQUIRE_MESSAGE(again, "seed " << seed << ": " << text << ": " << again.error().cause);
    REQUIRE_MESSAGE(*again == query,
                    "seed " << seed << ": " << text << " again: " << to_string(*again));
    CHECK(to_string(*again) == text);
  }
}

}  // namespace codeweaver
