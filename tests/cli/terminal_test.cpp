// Tests of terminal output: colours, links, numbers in words, widths, and sequences of other texts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/render/terminal.hpp"

#include <doctest/doctest.h>

#include <sstream>
#include <string>

#include "cli/render/progress_bar.hpp"
#include "cli/render/shell_word.hpp"
#include "cli/render/terminal_filter.hpp"
#include "cli/render/text_width.hpp"

namespace codeweaver::cli {
namespace {

using Variables = std::map<std::string, std::string, std::less<>>;

/// Colours and links of a terminal, or of a pipe, as two letters.
std::string looks(bool is_terminal, Use colours, Use links, const Variables& environment) {
  std::ostringstream out;
  const auto streams = with_looks({.out = out, .err = out, .out_is_terminal = is_terminal}, colours,
                                  links, environment);
  return std::string(streams.use_colour ? "c" : "-") + (streams.use_links ? "l" : "-");
}

}  // namespace

TEST_CASE("terminal: colours and links depend on the terminal unless the user chose") {
  const Variables able = {{"TERM", "xterm"}};
  CHECK(looks(true, Use::kAuto, Use::kAuto, able) == "cl");
  CHECK(looks(false, Use::kAuto, Use::kAuto, able) == "--");
  CHECK(looks(true, Use::kAuto, Use::kAuto, {}) == "--");
  CHECK(looks(true, Use::kAuto, Use::kAuto, {{"TERM", "dumb"}}) == "--");
  CHECK(looks(true, Use::kAuto, Use::kAuto, {{"TERM", "xterm"}, {"NO_COLOR", "1"}}) == "--");
  CHECK(looks(true, Use::kAuto, Use::kAuto, {{"TERM", "xterm"}, {"NO_COLOR", ""}}) == "cl");
  CHECK(looks(true, Use::kAuto, Use::kAuto, {{"TERM", "linux"}}) == "c-");
  CHECK(looks(true, Use::kAuto, Use::kAuto, {{"TERM", "vt220"}}) == "c-");
  CHECK(looks(true, Use::kNever, Use::kAuto, able) == "--");
  CHECK(looks(false, Use::kAlways, Use::kAlways, {}) == "cl");
  CHECK(looks(true, Use::kAlways, Use::kNever, able) == "c-");
}

TEST_CASE("terminal: styles and links enclose a text only where they are on") {
  std::ostringstream out;
  Streams streams{.out = out, .err = out};
  CHECK(styled(streams, Style::kPath, "a") == "a");
  CHECK(linked(streams, "/a b", "a") == "a");
  streams.use_colour = streams.use_links = true;
  CHECK(styled(streams, Style::kPath, "a") == "\033[36ma\033[0m");
  CHECK(linked(streams, "/a b/\xC3\xA9", "a") ==
        "\033]8;;file:///a%20b/%C3%A9\033\\a\033]8;;\033\\");
  CHECK(linked(streams, "relative", "a") == "a");
  CHECK(file_url("/a\033\\;#?%") == "file:///a%1B%5C%3B%23%3F%25");
}

TEST_CASE("terminal: numbers and durations are words that people read") {
  CHECK(grouped(0) == "0");
  CHECK(grouped(999) == "999");
  CHECK(grouped(1000) == "1,000");
  CHECK(grouped(1234567) == "1,234,567");
  CHECK(counted(1, "file") == "1 file");
  CHECK(counted(0, "file") == "0 files");
  CHECK(counted(1200, "match", "matches") == "1,200 matches");
  CHECK(duration(0) == "0ms");
  CHECK(duration(0.0854) == "85ms");
  CHECK(duration(0.9996) == "1.0s");
  CHECK(duration(12.34) == "12.3s");
  CHECK(duration(59.96) == "1m 00s");
  CHECK(duration(245) == "4m 05s");
  CHECK(formatted("%5.1f|%d", 2.25, 7) == "  2.2|7");
  CHECK(formatted("%s", std::string(300, 'x').c_str()).size() == 199);
}

TEST_CASE("terminal: a width counts letters, not bytes") {
  CHECK(columns_of("") == 0);
  CHECK(columns_of("abc") == 3);
  CHECK(columns_of("h\xC3\xA9llo") == 5);
  CHECK(columns_of("e\xCC\x81") == 1);                 // a combining accent
  CHECK(columns_of("\xE6\xBC\xA2\xE5\xAD\x97") == 4);  // Chinese
  CHECK(columns_of("\xED\x95\x9C\xEA\xB8\x80") == 4);  // Korean
  CHECK(columns_of("\xF0\x9F\x98\x80") == 2);          // an emoji
  CHECK(columns_of("\xD0\xBF\xD1\x80") == 2);          // Cyrillic
  CHECK(columns_of("\xFF\xC3") == 2);                  // invalid bytes
  CHECK(columns_of("\xE2\x90\x9B") == 1);              // the picture of a control character
  CHECK(columns_of("\033[1;31mabc\033[0m") == 3);
  CHECK(columns_of("\033]8;;file:///home/m/a.py\033\\a.py\033]8;;\033\\") == 4);
}

TEST_CASE("terminal: rows count the lines that the terminal breaks") {
  CHECK(rows_of("", 80) == 0);
  CHECK(rows_of("a\n\nb\n", 80) == 3);
  CHECK(rows_of(std::string(80, 'x') + "\n", 80) == 1);
  CHECK(rows_of(std::string(81, 'x') + "\n", 80) == 2);
  CHECK(rows_of(std::string(500, 'x') + "\n", 0) == 1);
  std::string wide;
  for (int i = 0; i < 50; ++i) wide += "\xE6\xBC\xA2";
  CHECK(rows_of(wide + "\n", 80) == 2);
  std::ostringstream out;
  const Streams streams{.out = out, .err = out, .use_links = true};
  CHECK(rows_of(linked(streams, "/home/me/" + std::string(90, 'm'), "a.py") + "\n", 80) == 1);
}

TEST_CASE("terminal: only own sequences pass, and foreign ones become pictures") {
  for (const std::string own : {"\033[1;31m", "\033[0m", "\r\033[K", "\033]8;;file:///a\033\\",
                                "\033]8;;\033\\", "plain \xE6\xBC\xA2\n\ttext"}) {
    CAPTURE(own);
    CHECK(for_terminal(own) == own);
  }
  const std::string escape = "\xE2\x90\x9B";
  CHECK(for_terminal("\033[2J") == escape + "[2J");
  CHECK(for_terminal("\033]0;owned\a") == escape + "]0;owned\xE2\x90\x87");
  CHECK(for_terminal("\033]8;;x\a") == escape + "]8;;x\xE2\x90\x87");
  CHECK(for_terminal("\033[31") == escape + "[31");
  CHECK(for_terminal("\033") == escape);
  CHECK(for_terminal("a\rb") ==
        "a\xE2\x90\x8D"
        "b");
  CHECK(for_terminal("\033[31m\xE2\x80\xAE\033[0m") == "\033[31m\xEF\xBF\xBD\033[0m");

  std::ostringstream shown;
  TerminalFilter filter(*shown.rdbuf());
  std::ostream out(&filter);
  out << "\033[31mname\033[2J" << '\a' << std::flush;
  CHECK(shown.str() == "\033[31mname" + escape + "[2J\xE2\x90\x87");
}

TEST_CASE("terminal: a word of a command line is quoted where a shell would change it") {
  CHECK(shell_word("src/a-b_c.py") == "src/a-b_c.py");
  CHECK(shell_word("") == "''");
  CHECK(shell_word("a b") == "'a b'");
  CHECK(shell_word("it's $x") == "'it'\\''s $x'");
  CHECK(shell_word("~/a") == "'~/a'");
}

TEST_CASE("terminal: a path is cut at a slash, from the left") {
  CHECK(path_end("src/a.py", 20) == "src/a.py");
  CHECK(path_end("one/two/three.py", 10) == "\u2026/three.py");
  CHECK(path_end("one/two/three.py", 14) == "\u2026/two/three.py");
  CHECK(path_end("one/two/three.py", 9).empty());
  CHECK(path_end("a\033b", 10) ==
        "a\xE2\x90\x9B"
        "b");
}

}  // namespace codeweaver::cli
