// Tests of the lines of a match that the terminal shows, and of their width.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>
#include <string>

#include "cli/render/match_preview.hpp"
#include "cli/render/render_lines.hpp"
#include "cli/render/text_width.hpp"

namespace codeweaver::cli {
namespace {

CodeMatch match_of(std::string content, std::string name, std::uint32_t first_line = 10) {
  CodeMatch match;
  match.file.path = "src/a.py";
  match.file.absolute_path = "/p/src/a.py";
  match.file.language = "python";
  const auto lines = static_cast<std::uint32_t>(std::ranges::count(content, '\n'));
  match.span = {first_line, first_line + lines - 1};
  match.content.content = std::move(content);
  match.content.chunk_name = "a.py:" + std::move(name);
  return match;
}

/// The shown lines: "12> text"; "..." for a gap; ">" for a line that answers.
std::string shown(const CodeMatch& match, std::string_view query, PreviewShape shape = {}) {
  shape.query = query;
  std::string out;
  for (const auto& line : preview_of(match, terms_of(query), shape))
    out += (line.number ? std::to_string(*line.number) + (line.answers ? ">" : " ") : "") +
           line.text + '\n';
  return out;
}

/// def f and twenty lines; line 25 is about a parcel.
std::string long_function() {
  std::string out = "def f():\n";
  for (int i = 1; i <= 20; ++i) out += i == 15 ? "  weigh(parcel)\n" : "  other()\n";
  return out;
}

}  // namespace

TEST_CASE("excerpts: a long match shows its name and the lines with words of the query") {
  CHECK(shown(match_of("# about\ndef f():\n  return parcel\n", "f"), "parcel",
              {.whole_lines = 12}) == "10 # about\n11>def f():\n12>  return parcel\n");
  const auto text = shown(match_of(long_function(), "f"), "parcel");
  CHECK(text.starts_with("10>def f():\n...\n"));
  CHECK(text.find("25>  weigh(parcel)\n") != std::string::npos);
  CHECK(text.ends_with("...\n"));
  CHECK(text.find("20 ") == std::string::npos);
}

TEST_CASE("excerpts: the detail and the context decide how much is shown") {
  const auto match = match_of(long_function(), "f");
  CHECK(shown(match, "parcel", {.detail = Detail::kSummary}) == "10>def f():\n");
  const auto full = shown(match, "parcel", {.detail = Detail::kFull});
  CHECK(std::ranges::count(full, '\n') == 21);
  CHECK(full.find("...") == std::string::npos);
  const auto wider = shown(match, "parcel", {.before = 3, .after = 3});
  CHECK(std::ranges::count(wider, '\n') > std::ranges::count(shown(match, "parcel"), '\n') + 3);
}

TEST_CASE("excerpts: a match without words of the query shows its first lines") {
  const auto text = shown(match_of(long_function(), "f"), "elephant");
  CHECK(text.starts_with("10>def f():\n11   other()\n"));
  CHECK(text.ends_with("...\n"));
  CHECK(preview_of(match_of("\n", "f"), {}).empty());
}

TEST_CASE("excerpts: lines for programs have the path from here, and the column of the word") {
  FindCodeResponseSummary answer;
  answer.matches = {match_of("def f():\n  return parcel\n", "f"),
                    match_of("def g():\n  return parcel\n", "g", 30)};
  CHECK(vimgrep_lines(answer, "parcel", "/p").find("src/a.py:11:10:  return parcel\n") !=
        std::string::npos);
  CHECK(path_lines(answer, "/p/src") == "a.py\n");
  CHECK(path_lines(answer, "/q") == "/p/src/a.py\n");
  CHECK(path_from("/p", "/p/..x/a") == "..x/a");
  CHECK(path_from("/p", "/px/a") == "/px/a");
}

TEST_CASE("excerpts: a line is cut to its columns around the words of the query") {
  std::ostringstream out;
  const Streams terminal{.out = out, .err = out, .out_is_terminal = true};
  const auto cut = [&](std::string_view text, std::size_t columns) {
    return shown_line({text, {}, 0, columns}, terms_of("parcel"), terminal);
  };
  CHECK(cut("short parcel", 40) == "short parcel");
  std::string ascii, cyrillic, chinese, tabs;
  for (int i = 0; i < 60; ++i) {
    ascii += "word ";
    cyrillic += "\xD0\xB6\xD0\xB6\xD0\xB6\xD0\xB6 ";
    chinese += "\xE6\xBC\xA2\xE5\xAD\x97 ";
    tabs += "\tx";
  }
  for (const auto& text : {ascii, cyrillic, chinese, tabs}) {
    for (const std::size_t columns : {20U, 40U, 80U, 131U}) {
      const auto line = cut(text + " parcel " + text, columns);
      CAPTURE(line);
      CHECK(columns_of(line) <= columns);
      CHECK(line.find("parcel") != std::string::npos);
    }
  }
  for (const auto& text : {ascii, cyrillic, chinese})  // most of the width is used
    CHECK(columns_of(cut(text + " parcel " + text, 80)) > 70);
  // A line that fits is whole, however many bytes its letters have.
  const auto fits = cyrillic.substr(0, 9 * 7) + "parcel";
  CHECK(cut(fits, 41) == fits);
}

TEST_CASE("excerpts: control characters of a file are counted as the pictures that are shown") {
  std::ostringstream out;
  const Streams terminal{.out = out, .err = out, .out_is_terminal = true};
  std::string text;
  for (int i = 0; i < 30; ++i) text += "\033[31mx";
  const auto line = shown_line({text, {}, 0, 40}, {}, terminal);
  CHECK(line.find('\033') == std::string::npos);
  CHECK(columns_of(line) <= 40);
}

}  // namespace codeweaver::cli
