// Tests of the text chunker: windows of lines for text without a tree.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "chunk/text_chunker.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>

#include "chunk/piece_checks.hpp"
#include "chunk/segments.hpp"

using namespace codeweaver;
using namespace codeweaver::chunk;
using codeweaver::chunk::testing::broken_promise;
using codeweaver::chunk::testing::content;

namespace {

ChunkedText chunked(const std::string& text, const ChunkOptions& options = {}) {
  return chunk_lines(LineIndex(text), SemanticClass::kDocumentationStructured, consistent(options));
}
std::string paragraphs(int count, int lines) {
  std::string text;
  for (int p = 0; p < count; ++p) {
    for (int i = 0; i < lines; ++i)
      text += "Paragraph " + std::to_string(p) + " has a line number " + std::to_string(i) + ".\n";
    text += '\n';
  }
  return text;
}

}  // namespace

TEST_CASE("text chunker: edge cases of files give exact lines and content") {
  struct Case {
    const char* what;
    std::string text;
    std::string content;  // of the only piece
    Span lines;
  };
  const Case cases[] = {
      {"one word", "word", "word", {1, 1}},
      {"final newline", "word\n", "word", {1, 1}},
      {"several final newlines", "word\n\n\n", "word", {1, 1}},
      {"blank lines first", "\n \n\tword", "\tword", {3, 3}},
      {"carriage returns", "a\r\nb\r\n", "a\r\nb", {1, 2}},
      {"only the last line ends in carriage return", "a\nb\r", "a\nb", {1, 2}},
      {"byte order mark", "\xEF\xBB\xBFword\n", "word", {1, 1}},
      {"byte order mark and indentation", "\xEF\xBB\xBF  word\n", "  word", {1, 1}},
      {"trailing spaces", "word  \nnext \n", "word  \nnext ", {1, 2}},
      {"form feed", "a\f\n\f\nb", "a\f\n\f\nb", {1, 3}},
      {"no ASCII at all", "日本語\n中文", "日本語\n中文", {1, 2}},
  };
  for (const Case& test : cases) {
    CAPTURE(test.what);
    const ChunkedText out = chunked(test.text);
    REQUIRE(out.pieces.size() == 1);
    CHECK(content(test.text, out.pieces[0]) == test.content);
    CHECK(out.pieces[0].lines == test.lines);
    CHECK(out.pieces[0].source == ChunkSource::kFile);
    CHECK(broken_promise(test.text, out.pieces, 4000).empty());
  }
}

TEST_CASE("text chunker: blank text gives no pieces") {
  for (const char* text : {"", "\n", " \t\r\n\r\n", "\xEF\xBB\xBF", "\xEF\xBB\xBF \n"})
    CHECK(chunked(text).pieces.empty());
}

TEST_CASE("text chunker: windows begin at paragraphs and stay near the target") {
  const std::string text = paragraphs(60, 6);
  const ChunkedText out = chunked(text, {.text_overlap = 0});
  REQUIRE(out.pieces.size() > 4);
  CHECK(broken_promise(text, out.pieces, 4000).empty());
  for (const Piece& piece : out.pieces) {
    CHECK(piece.source == ChunkSource::kTextBlock);
    CHECK(content(text, piece).find("line number 0") < 30);
    CHECK(piece.tokens >= 200);
    CHECK(piece.tokens <= 800);
  }
}

TEST_CASE("text chunker: each window repeats about a tenth of the one before, in whole lines") {
  const std::string text = paragraphs(1, 400);
  const ChunkedText out = chunked(text);
  REQUIRE(out.pieces.size() > 4);
  CHECK(broken_promise(text, out.pieces, 4000).empty());
  for (std::size_t i = 1; i < out.pieces.size(); ++i) {
    const Piece& before = out.pieces[i - 1];
    const Piece& piece = out.pieces[i];
    REQUIRE(piece.range.begin < before.range.end);
    CHECK(text[piece.range.begin - 1] == '\n');
    const std::size_t repeated =
        text::count_tokens(text.substr(piece.range.begin, before.range.end - piece.range.begin));
    CHECK(repeated >= 30);
    CHECK(repeated <= 55);
    CHECK(piece.tokens <= 800);
  }
}

TEST_CASE("text chunker: a line above the hard limit is cut between characters, with a warning") {
  for (const std::string unit : {"a", "é", "日", "😀", "word ", "0123456789abcdef", "\\x41"}) {
    CAPTURE(unit);
    std::string line;
    while (line.size() < 60000) line += unit;
    const std::string text = "first\n" + line + "\nlast\n";
    const ChunkedText out = chunked(text);
    CHECK(out.pieces.size() > 1);
    CHECK(broken_promise(text, out.pieces, 4000) == "");
    REQUIRE(out.warnings.size() == 1);
    CHECK(out.warnings[0].starts_with("Line 2 exceeds 4000 tokens"));
  }
}

TEST_CASE("text chunker: a line that is long but within the hard limit stays whole") {
  std::string line;
  for (int i = 0; i < 900; ++i) line += "value" + std::to_string(i) + ",";
  const std::string text = "a\n" + line + "\nb\n";
  const ChunkedText out = chunked(text);
  CHECK(out.warnings.empty());
  bool is_whole = false;
  for (const Piece& piece : out.pieces)
    is_whole = is_whole || content(text, piece).find(line) != std::string::npos;
  CHECK(is_whole);
  CHECK(broken_promise(text, out.pieces, 4000).empty());
}

TEST_CASE("text chunker: random text keeps every promise at any setting") {
  std::mt19937 random(11);
  static const std::string kParts[] = {"word ", "\n",  "\n\n", "\r\n", "\t",
                                       "    ",  "é",   "😀",   "}",    "x=1",
                                       ";",     "end", "日本", "----", "\n\t\t"};
  for (int round = 0; round < 300; ++round) {
    std::string text = round % 7 == 0 ? "\xEF\xBB\xBF" : "";
    const std::size_t parts = random() % 3000;
    for (std::size_t i = 0; i < parts; ++i)
      text += kParts[random() % (round % 3 == 0 ? 5 : std::size(kParts))];
    const auto max = static_cast<std::uint32_t>(20 + random() % 300);
    const ChunkOptions options =
        consistent({.target_tokens = max / 2,
                    .min_tokens = max / 5,
                    .max_tokens = max,
                    .hard_limit = static_cast<std::uint32_t>(max + random() % 200),
                    .text_overlap = static_cast<double>(random() % 6) / 10});
    CAPTURE(round);
    CHECK(broken_promise(text, chunked(text, options).pieces, options.hard_limit) == "");
  }
}
