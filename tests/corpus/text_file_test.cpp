// Tests of text files: encodings, and rejected files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/text_file.hpp"

#include <doctest/doctest.h>

#include "corpus/temp_tree.hpp"

namespace codeweaver::corpus {
namespace {

using namespace std::string_literals;

std::string outcome(std::string bytes) {
  auto text = decode_text(std::move(bytes), "f");
  return text ? *text : text.error().code;
}

}  // namespace

TEST_CASE("text: byte order marks are removed, UTF-16 is decoded, line ends stay") {
  CHECK(outcome("") == "");
  CHECK(outcome("a\r\nb") == "a\r\nb");
  CHECK(outcome("\xEF\xBB\xBFx\n") == "x\n");
  CHECK(outcome("\xFF\xFEx\0\n\0"s) == "x\n");
  CHECK(outcome("\xFE\xFF\0x\0\n"s) == "x\n");
  CHECK(outcome("\xFF\xFE"s) == "");
  CHECK(outcome("\xFF\xFE\xE4\0\xAC\x20\x3D\xD8\x00\xDE"s) ==
        "\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80");
  CHECK(outcome("caf\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80") ==
        "caf\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80");
}

TEST_CASE("text: binary and wrongly encoded files are refused by name") {
  CHECK(outcome("abc\0def"s) == "BINARY_FILE");
  CHECK(outcome(std::string(9000, 'a') + "\0"s) == "BINARY_FILE");
  CHECK(outcome("\x01\x02\x03 text") == "BINARY_FILE");
  CHECK(outcome("\x1B[31mred\x1B[0m and a page\f break\n") != "BINARY_FILE");
  CHECK(outcome("caf\xE9\n") == "NOT_UTF8");
  CHECK(outcome("0123456789abcdef\xC0\x80") == "NOT_UTF8");
  CHECK(outcome("cut off \xE2\x82") == "NOT_UTF8");
  CHECK(outcome("surrogate \xED\xA0\x80") == "NOT_UTF8");
  CHECK(outcome("\xFF\xFEx"s) == "NOT_UTF8");
  CHECK(outcome("\xFF\xFE\x00\xD8x\0"s) == "NOT_UTF8");
}

TEST_CASE("text: files are read up to the limit, with errors that name them") {
  const TempTree tree;
  tree.write("f.txt", "12345");
  CHECK(*read_text(tree.root() / "f.txt", 5) == "12345");
  CHECK(read_text(tree.root() / "f.txt", 4).error().code == "FILE_TOO_LARGE");
  CHECK(read_text(tree.root() / "g.txt").error().category == ErrorCategory::kNotFound);
  CHECK(read_text(tree.root()).error().category == ErrorCategory::kIo);
  tree.write("b.png", "\x89PNG\r\n\x1A\n\0\0"s);
  CHECK(read_text(tree.root() / "b.png").error().cause ==
        "Failed to read " + (tree.root() / "b.png").string() + ": Binary file");
}

}  // namespace codeweaver::corpus
