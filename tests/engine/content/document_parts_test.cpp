// Tests of parts of documents: stored with each chunk, removed from shown text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/content/document_parts.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace codeweaver::engine {
namespace {

TEST_CASE("parts: pieces that overlap say the part that their own text begins on") {
  const std::string text =
      "<!-- page 1 -->\nfirst\n<!-- page 2 -->\nsecond\nthird\n<!-- page 3 -->\nlast\n";
  const auto piece = [&](std::string_view from, std::string_view to) {
    chunk::Piece out;
    out.range.begin = static_cast<std::uint32_t>(text.find(from));
    out.range.end = static_cast<std::uint32_t>(text.find(to) + to.size());
    return out;
  };
  std::vector<chunk::Piece> pieces{piece("<!-- page 1", "second\n"), piece("second", "third\n"),
                                   piece("third", "last\n"), piece("<!-- page 3", "last\n")};
  pieces[2].context = "## Section";
  note_parts(document::Kind::kPdf, text, pieces);
  CHECK(pieces[0].context == "page 1");
  CHECK(pieces[1].context == "page 2");
  CHECK(pieces[2].context == "page 2\n## Section");
  CHECK(pieces[3].context == "page 3");

  auto context = pieces[2].context;
  const std::string chunk = "third\n<!-- page 3 -->\nlast\n";
  const auto all = take_parts(document::Kind::kPdf, chunk, 0, chunk, context);
  CHECK(to_text(all) == "2-3");
  CHECK(context == "## Section");
  context = pieces[2].context;
  const auto end = take_parts(document::Kind::kPdf, chunk, chunk.find("last"), "last\n", context);
  CHECK(to_text(end) == "3");
}

TEST_CASE("parts: a mark at the end of a piece begins the next one") {
  const std::string text =
      "<!-- page 1 -->\nfirst\n\n<!-- page 2 -->\n\nsecond\n<!-- page 3 -->\n\n<!-- page 4 -->\n";
  const auto second = static_cast<std::uint32_t>(text.find("second"));
  std::vector<chunk::Piece> pieces(2);
  pieces[0].range = {0, second};
  pieces[0].lines = {1, 5};
  pieces[1].range = {second, static_cast<std::uint32_t>(text.size())};
  pieces[1].lines = {6, 9};
  note_parts(document::Kind::kPdf, text, pieces);
  const auto content = [&](const chunk::Piece& piece) {
    return text.substr(piece.range.begin, piece.range.end - piece.range.begin);
  };
  CHECK(content(pieces[0]) == "<!-- page 1 -->\nfirst\n");
  CHECK(pieces[0].lines == Span{1, 2});
  CHECK(pieces[0].context == "page 1");
  CHECK(content(pieces[1]) == "<!-- page 2 -->\n\nsecond\n");
  CHECK(pieces[1].lines == Span{4, 6});
  CHECK(pieces[1].context == "page 2");
}

TEST_CASE("parts: a context without a part stays as it is") {
  for (const std::string before : {"", "## pages", "page", "page x\nrest", "slide 3"}) {
    auto context = before;
    CHECK(take_parts(document::Kind::kPdf, "text", 0, "text", context).first == 0);
    CHECK(context == before);
  }
}

}  // namespace
}  // namespace codeweaver::engine
