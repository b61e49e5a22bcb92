// Tests of chunk_text() with HTML: pieces know their headings and the title.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <string>

#include "chunk/chunk.hpp"
#include "chunk/piece_checks.hpp"

using namespace codeweaver;
using namespace codeweaver::chunk;

namespace {

constexpr ChunkOptions kPageSizes{.target_tokens = 30, .min_tokens = 8, .max_tokens = 40};

std::string page_words(std::string_view word) {
  std::string out = "<p>";
  for (int i = 0; i < 24; ++i) out.append(word).append(" ");
  return out + "</p>\n";
}

/// The piece that holds `needle`.
Piece piece_with(const std::string& text, std::string_view needle) {
  const auto out = chunk_text(text, syntax::find_language("html"), kPageSizes);
  CHECK(testing::broken_promise(text, out.pieces, kPageSizes.hard_limit) == "");
  for (const auto& piece : out.pieces)
    if (text.substr(piece.range.begin, piece.range.size()).find(needle) != std::string::npos)
      return piece;
  FAIL("no piece holds ", std::string(needle));
  return {};
}

}  // namespace

TEST_CASE("page: headings beside their text make a path, with what the title says beside them") {
  const std::string text =
      "<html><head><title>Quickstart &mdash; Flask Docs</title></head>\n<body>\n"
      "<h1>Quickstart<a class=\"headerlink\" href=\"#q\">¶</a></h1>\n" +
      page_words("begin") + "<h2>Rendering <code>Templates</code></h2>\n" + page_words("render") +
      "<h3>Auto&nbsp;escape</h3>\n" + page_words("escape") + page_words("more") +
      "<h2>Sessions</h2>\n" + page_words("cookie") + "</body></html>\n";
  CHECK(piece_with(text, "begin").symbol == "Flask Docs/Quickstart");
  CHECK(piece_with(text, "render").symbol == "Flask Docs/Quickstart/Rendering Templates");
  CHECK(piece_with(text, "render").context == "Flask Docs\nQuickstart\nRendering Templates");
  const auto escape = piece_with(text, "escape");
  CHECK(escape.symbol == "Flask Docs/Quickstart/Rendering Templates/Auto escape");
  CHECK(escape.kind == "section");
  CHECK(escape.semantic_class == SemanticClass::kDocumentationStructured);
  CHECK(piece_with(text, "more").symbol == escape.symbol);
  CHECK(piece_with(text, "more").context ==
        "Flask Docs\nQuickstart\nRendering Templates\nAuto escape");
  CHECK(piece_with(text, "cookie").symbol == "Flask Docs/Quickstart/Sessions");
}

TEST_CASE("page: a heading in boxes of its own names what follows them") {
  const std::string text =
      "<html><head><title>9.9. Quotas</title></head><body>\n"
      "<div class=\"section\"><div class=\"titlepage\"><div><div><h2>9.9. Quotas</h2></div></div>"
      "</div>\n" +
      page_words("quota") + page_words("disk") +
      "<div class=\"section\"><div class=\"titlepage\"><div><h3>Hard limits</h3></div></div>\n" +
      page_words("limit") +
      "</div>\n<div class=\"section\"><div class=\"titlepage\"><h3>Soft limits"
      "</h3></div>\n" +
      page_words("grace") + page_words("days") + "</div></div></body></html>\n";
  CHECK(piece_with(text, "quota").symbol == "9.9. Quotas");
  CHECK(piece_with(text, "disk").symbol == "9.9. Quotas");
  CHECK(piece_with(text, "limit").symbol == "9.9. Quotas/Hard limits");
  CHECK(piece_with(text, "days").symbol == "9.9. Quotas/Soft limits");
}

TEST_CASE("page: a heading in a header of its own names the rest of the page") {
  const std::string text =
      "<html><head><title>Tides</title></head><body>\n<header><h1>Harbours</h1><p>of the north</p>"
      "</header>\n<main>\n" +
      page_words("pier") + page_words("mole") + "<h2>Tolls</h2>\n" + page_words("toll") +
      "</main></body></html>\n";
  CHECK(piece_with(text, "mole").symbol == "Tides/Harbours");
  CHECK(piece_with(text, "toll").symbol == "Tides/Harbours/Tolls");
}

TEST_CASE("page: without a heading the title names its pieces, and without both nothing does") {
  const std::string body =
      "<body>\n" + page_words("alone") + page_words("lone") + "</body></html>\n";
  CHECK(piece_with("<html><head><title>Notes</title></head>\n" + body, "lone").symbol == "Notes");
  CHECK(piece_with("<html>\n" + body, "lone").symbol.empty());
}

TEST_CASE("page: a script is named by its functions, not by a heading") {
  const std::string text =
      "<html><body>\n<h1>Clock</h1>\n" + page_words("time") +
      "<script>\nfunction tick() {\n  return 1;\n}\n</script>\n</body></html>\n";
  CHECK(piece_with(text, "function tick").defines == std::vector<std::string>{"tick"});
}

TEST_CASE("page: the title of Markdown's front matter is above its headings") {
  const std::string text = "---\ntitle: npm-ci\ndescription: Clean install\n---\n\n" +
                           page_words("begin") + "\n## Synopsis\n\n" + page_words("usage") +
                           page_words("more") + "\n## Description\n\n" + page_words("clean");
  const auto out = chunk_text(text, syntax::find_language("markdown"), kPageSizes);
  REQUIRE(out.pieces.size() >= 4);
  CHECK(out.pieces.front().symbol == "npm-ci");
  CHECK(out.pieces.front().doc == "Clean install");
  CHECK(out.pieces.back().symbol == "npm-ci/Description");
  CHECK(out.pieces.back().context == "npm-ci");
  REQUIRE(out.symbols.size() == 3);
  CHECK(out.symbols[1].qualified_name == "npm-ci/Synopsis");
}

TEST_CASE("page: an XML declaration is no piece of its own, however full the next one is") {
  for (int words = 1; words < 40; ++words) {
    std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<div><h1>Backup</h1><p>";
    for (int i = 0; i < words; ++i) text += "copy ";
    text += "</p>\n" + page_words("more") + "</div>\n";
    const auto out = chunk_text(text, syntax::find_language("html"), kPageSizes);
    const auto first = out.pieces.front().range;
    CHECK(text.substr(first.begin, first.size()).find('\n') < first.size() - 1);
  }
}
