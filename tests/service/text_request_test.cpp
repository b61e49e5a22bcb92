// Tests of exact-text requests and answers: parsing, rejections, names of namespaces.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/hosting/text_request.hpp"

#include <doctest/doctest.h>

#include <string>

#include "json/writer.hpp"

namespace codeweaver::service {
namespace {

Result<TextRequest> read_text_request(const std::string& text) {
  const auto value = json::parse(text);
  REQUIRE(value);
  return text_request(*value);
}

}  // namespace

TEST_CASE(
    "text request: namespaces are chosen by the words of a search, or refused with a reason") {
  const auto plain = read_text_request(R"({"pattern": "a"})");
  REQUIRE(plain);
  CHECK_FALSE(plain->search.purpose);
  CHECK(plain->search.chunk_strategy.empty());
  const auto asked = read_text_request(
      R"({"pattern": "a", "purpose": "atlas_graph", "chunk_strategy": "wiki_provider"})");
  REQUIRE(asked);
  CHECK(asked->search.purpose == Purpose::kAtlasGraph);
  CHECK(asked->search.chunk_strategy == "wiki_provider");
  for (const auto* wrong :
       {R"({"pattern": "a", "purpose": "poetry"})", R"({"pattern": "a", "chunk_strategy": ""})",
        R"({"pattern": "a", "chunk_strategy": "a/b"})"}) {
    const auto refused = read_text_request(wrong);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "VALIDATION_ERROR");
  }
}

TEST_CASE("text answer: control characters of names and lines are shown as pictures") {
  TextHits hits;
  hits.files.push_back({"e\x1B[2J.txt", "", 1, {{.line = 3, .text = "a\x1B[1m\tb\xE2\x80\xAE"}}});
  hits.lines = hits.shown_lines = hits.matched_files = 1;
  CHECK(text_of(hits).find("\ne\u241B[2J.txt\n  3: a\u241B[1m\tb\uFFFD\n") != std::string::npos);
  CHECK(json::dump(to_json(hits)).find("e\\u001b[2J.txt") != std::string::npos);
}

TEST_CASE("text answer: a path that was pushed says to which namespace, in both forms") {
  TextHits hits;
  hits.files.push_back({"src/a.py", "", 1, {{.line = 3, .text = "retry"}}});
  hits.files.push_back(
      {"src/a.py", "shop/atlas_graph/x_provider", 1, {{.line = 3, .text = "retry"}}});
  hits.lines = hits.shown_lines = hits.matched_files = 2;
  const auto text = text_of(hits);
  CHECK(text.find("\nsrc/a.py\n  3: retry\n") != std::string::npos);
  CHECK(text.find("\nsrc/a.py  [pushed to shop/atlas_graph/x_provider]\n  3: retry\n") !=
        std::string::npos);
  const auto json = json::dump(to_json(hits));
  CHECK(json.find(R"("namespace":"shop/atlas_graph/x_provider")") != std::string::npos);
  CHECK(json.find(R"("namespace":"")") == std::string::npos);
}

}  // namespace codeweaver::service
