// Excerpts: lines around a range, snippets by query terms.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/excerpt.hpp"

#include <doctest/doctest.h>

namespace codeweaver::engine {
namespace {

using Lines = std::vector<std::string>;

TEST_CASE("excerpt: context lines are whole lines outside the range") {
  const std::string text = "a\nb\n  c\nd\r\ne";
  const auto c = text.find("  c");
  CHECK(lines_before(text, c, 1) == Lines{"b"});
  CHECK(lines_before(text, c, 9) == Lines{"a", "b"});
  CHECK(lines_before(text, c + 2, 9) == Lines{"a", "b"});
  CHECK(lines_before(text, 0, 3).empty());
  CHECK(lines_after(text, c + 3, 1) == Lines{"d"});
  CHECK(lines_after(text, c + 4, 9) == Lines{"d", "e"});
  CHECK(lines_after(text, text.size(), 3).empty());
  CHECK(lines_before("\nx", 1, 3) == Lines{""});
}

TEST_CASE("excerpt: full is the chunk, summary its signature") {
  const std::string chunk = "/** Says hello. */\n@inline\nvoid hello(int times) {\n  go();\n}\n";
  CHECK(excerpt(chunk, Detail::kFull, {}) == chunk);
  CHECK(excerpt(chunk, Detail::kSummary, {}) == "void hello(int times) {\n");
}

TEST_CASE("excerpt: a snippet shows the signature and the lines that answer the query") {
  std::string chunk = "def work(items):\n";
  for (int i = 0; i < 30; ++i) chunk += "    step_" + std::to_string(i) + "()\n";
  chunk += "    retry_upload(items)\n    back_off()\n";
  for (int i = 30; i < 60; ++i) chunk += "    step_" + std::to_string(i) + "()\n";
  const auto snippet = excerpt(chunk, Detail::kSnippet, {"retry", "upload"});
  CHECK(snippet.starts_with("def work(items):\n"));
  CHECK(snippet.find("retry_upload(items)") != std::string::npos);
  CHECK(snippet.find("...\n") != std::string::npos);
  CHECK(snippet.size() < chunk.size() / 3);
}

TEST_CASE("excerpt: short chunks are shown whole, long lines are cut between characters") {
  CHECK(excerpt("int x;\nint y;\n", Detail::kSnippet, {}) == "int x;\nint y;\n");
  std::string line = "s = '";
  while (line.size() < 400) line += "\u00e9";
  const auto cut = excerpt(line, Detail::kSnippet, {});
  CHECK(cut.size() < 260);
  CHECK(cut.ends_with("\u00e9...\n"));
}

}  // namespace
}  // namespace codeweaver::engine
