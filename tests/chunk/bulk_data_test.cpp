// Tests of bulk data: how it is recognised, and how few vectors it gets.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "chunk/bulk_data.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

#include "chunk/piece_checks.hpp"

namespace codeweaver::chunk {
namespace {

constexpr std::uint32_t kKept = 4;

std::string number(int i) {
  return std::to_string(i);
}

std::string recording(int entries) {
  std::string text = "{\"log\": {\"version\": \"1.2\", \"entries\": [\n";
  for (int i = 0; i < entries; ++i)
    text += "  {\"request\": {\"method\": \"GET\", \"url\": \"https://a.test/item/" + number(i) +
            "\"},\n   \"response\": {\"status\": 200, \"size\": " + number(i * 7) +
            ", \"mimeType\": \"text/html\"}},\n";
  return text + "  {\"request\": {\"method\": \"POST\", \"url\": \"https://a.test/last\"}}]}}\n";
}

std::string translations(int messages) {
  std::string text = "{\n  \"title\": \"Laden\"";
  for (int i = 0; i < messages; ++i)
    text += ",\n  \"message" + number(i) + "\": \"Der Artikel Nummer " + number(i) + " fehlt\"";
  return text + "\n}\n";
}

std::string interface_description(int paths) {
  std::string text = "openapi: 3.0.0\npaths:\n";
  for (int i = 0; i < paths; ++i)
    text += "  /items" + number(i) + ":\n    get:\n      summary: Lists the items of shelf " +
            number(i) + "\n      responses:\n        '200':\n          description: The items\n";
  return text;
}

ChunkedText cut(const std::string& text, std::string_view language, std::uint32_t kept) {
  ChunkOptions options;
  options.data_file_chunks = kept;
  const ChunkedText out = chunk_text(text, syntax::find_language(language), options);
  CHECK(testing::broken_promise(text, out.pieces, options.hard_limit) == "");
  for (const Symbol& symbol : out.symbols) {
    const Piece& piece = out.pieces.at(symbol.piece);
    CHECK(piece.lines.start_line <= symbol.lines.start_line);
    CHECK(symbol.lines.start_line <= piece.lines.end_line);
  }
  return out;
}

TEST_CASE("bulk data: recordings, translations, tables and long values count as such") {
  CHECK(is_bulk_data(recording(500), "json"));
  CHECK(is_bulk_data(translations(500), "json"));
  CHECK(is_bulk_data("a,b\n1,2\n", "csv"));
  CHECK(is_bulk_data("{\"image\": \"" + std::string(4000, 'A') + "\"}", "json"));
  std::string numbers = "{\"vector\": [";
  for (int i = 0; i < 2000; ++i) numbers += "0.5, ";
  CHECK(is_bulk_data(numbers + "1]}", "json"));
  std::string cassette, strings = "<resources>\n", places;
  for (int i = 0; i < 400; ++i) {
    cassette += "- request:\n    uri: http://a.test/" + number(i) + "\n    method: GET\n";
    strings += "  <string name=\"m" + number(i) + "\">Noch " + number(i) + " Artikel</string>\n";
    places += "place." + number(i) + " = Ort " + number(i) + "\n";
  }
  CHECK(is_bulk_data(cassette, "yaml"));
  CHECK(is_bulk_data(strings, "xml"));
  CHECK(is_bulk_data(places, "properties"));
}

TEST_CASE("bulk data: descriptions of interfaces, schemas, configuration and code do not") {
  CHECK_FALSE(is_bulk_data(interface_description(500), "yaml"));
  std::string schema = "{\"$schema\": \"x\", \"properties\": {\"a\": {}";
  std::string build = "<project><modelVersion>4</modelVersion>";
  std::string config = "{\"root\": true";
  for (int i = 0; i < 300; ++i) {
    schema += ", \"p" + number(i) + "\": {\"type\": \"string\", \"description\": \"Of it\"}";
    build += "<dependency><artifactId>a" + number(i) + "</artifactId></dependency>";
    config += ", \"rule" + number(i) + "\": [2, {\"max\": " + number(i) + ", \"skip\": false}]";
  }
  CHECK_FALSE(is_bulk_data(schema + "}}", "json"));
  CHECK_FALSE(is_bulk_data(build + "</project>", "xml"));
  CHECK_FALSE(is_bulk_data(config + "}", "json"));
  std::string properties;
  for (int i = 0; i < 300; ++i)
    properties += "server" + number(i) + ".address = https://host" + number(i) + ".test/\n";
  CHECK_FALSE(is_bulk_data(properties, "properties"));
  CHECK_FALSE(is_bulk_data(recording(500), "python"));
  CHECK_FALSE(is_bulk_data(recording(500), "markdown"));
}

TEST_CASE("bulk data: the shape is that of broken and empty text, too") {
  for (const char* text : {"", "\"", "{\"a", "{\"a\\", "{\"a\":", "{\"a\": \"b\\\"", ":", "<", "-"})
    for (const char* language : {"json", "yaml", "toml", "xml", "csv"}) {
      const auto shape = data_shape(text, language);
      CHECK(shape.texts <= shape.keys);
    }
  const auto shape = data_shape(R"({"a": "x\"y", "b": {"c": 1, "a": ["z"]}, "d" : "12"})", "json");
  CHECK(shape.keys == 5);
  CHECK(shape.distinct_keys == 4);
  CHECK(shape.texts == 1);
}

TEST_CASE("bulk data: behind the head chunks are large, few and found by words alone") {
  for (const auto& text : {recording(800), translations(2000)}) {
    const auto all = cut(text, "json", 0);
    const auto some = cut(text, "json", kKept);
    REQUIRE(all.pieces.size() > 30);
    CHECK(some.pieces.size() <= kKept + all.pieces.size() / 4);
    CHECK(some.symbols.size() == all.symbols.size());
    for (std::size_t i = 0; i < some.pieces.size(); ++i) {
      CHECK(some.pieces[i].by_words_alone == (i >= kKept));
      if (i < kKept) CHECK(some.pieces[i].range.end == all.pieces[i].range.end);
    }
  }
}

std::string minified(int functions) {
  std::string text = "/*! shop v1.2 | MIT */\n";
  for (int i = 0; i < functions; ++i)
    text += "function a" + number(i) + "(e,t){return e.price*t+" + number(i) + "}";
  return text + "\n";
}

TEST_CASE("bulk data: minified scripts and style sheets are found by words behind their head") {
  const auto text = minified(4000);
  CHECK(is_bulk_data(text, "javascript"));
  CHECK(is_bulk_data("a{b:c}\n" + std::string(2000, 'x'), "css"));
  CHECK_FALSE(is_bulk_data(text, "typescript"));
  CHECK_FALSE(
      is_bulk_data("const a = '" + std::string(400, 'x') + "'\nlet b\nlet c\n", "javascript"));
  const auto some = cut(text, "javascript", kKept);
  REQUIRE(some.pieces.size() > kKept);
  for (std::size_t i = 0; i < some.pieces.size(); ++i)
    CHECK(some.pieces[i].by_words_alone == (i >= kKept));
  CHECK(some.warnings.empty());
  CHECK(cut(text, "javascript", 0).pieces.size() > some.pieces.size());
}

TEST_CASE("bulk data: small files, and descriptions of any size, are cut as ever") {
  const auto small = recording(5);
  CHECK(cut(small, "json", kKept).pieces.size() == cut(small, "json", 0).pieces.size());
  const auto described = interface_description(600);
  const auto limited = cut(described, "yaml", kKept);
  CHECK(limited.pieces.size() == cut(described, "yaml", 0).pieces.size());
  for (const Piece& piece : limited.pieces) CHECK_FALSE(piece.by_words_alone);
}

}  // namespace
}  // namespace codeweaver::chunk
