// Tests of the tokens that code is coloured by.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/render/highlight.hpp"

#include <doctest/doctest.h>

#include <string>

#include "syntax/language.hpp"

namespace codeweaver::cli {
namespace {

/// One letter for each byte: k keyword, s string, c comment, '.' plain.
std::string kinds_of(Highlighter& highlighter, std::string_view line) {
  std::string out;
  for (const auto kind : highlighter.next_line(line)) out += ".ksc"[static_cast<std::size_t>(kind)];
  return out;
}

std::string kinds_of(std::string_view language, std::string_view line) {
  Highlighter highlighter(language);
  return kinds_of(highlighter, line);
}

}  // namespace

TEST_CASE("highlight: keywords are whole words") {
  CHECK(kinds_of("cpp", "return returned;") == "kkkkkk..........");
  CHECK(kinds_of("python", "def x(self):") == "kkk...kkkk..");
  CHECK(kinds_of("cpp", "_if if_ \xC3\xA9if") == "............");
  CHECK(kinds_of("sql", "SELECT 1") == "kkkkkk..");
}

TEST_CASE("highlight: strings end at their quote, and markers inside them are text") {
  CHECK(kinds_of("cpp", "a = \"// \\\" x\"; // c") == "....sssssssss..cccc");
  CHECK(kinds_of("python", "'it' + \"# no\"") == "ssss...ssssss");
  CHECK(kinds_of("cpp", "char c = '\"';") == "kkkk.....sss.");
  CHECK(kinds_of("rust", "fn f<'a>(x: &'a str)") == "kk..................");
  CHECK(kinds_of("cpp", "x = \"open") == ".........");
  CHECK(kinds_of("cpp", "\"ends in \\") == "......kk..");
}

TEST_CASE("highlight: separators in numbers are no quotes") {
  CHECK(kinds_of("cpp", "x = 1'000'000; if") == "...............kk");
  CHECK(kinds_of("cpp", "0xFF'FF + 'a'") == "..........sss");
  CHECK(kinds_of("javascript", "[1,'if']") == "...ssss.");
}

TEST_CASE("highlight: comments and long strings continue on the next lines") {
  Highlighter cpp("cpp");
  CHECK(kinds_of(cpp, "int a; /* one") == "kkk....cccccc");
  CHECK(kinds_of(cpp, "if two") == "cccccc");
  CHECK(kinds_of(cpp, "*/ if /* x */ if") == "cc.kk.ccccccc.kk");
  Highlighter python("python");
  CHECK(kinds_of(python, "x = '''one \"\"\"") == "....ssssssssss");
  CHECK(kinds_of(python, "if ''' if") == "ssssss.kk");
  CHECK(kinds_of(python, "\"\"\"one\"\"\" if") == "sssssssss.kk");
  CHECK(kinds_of("html", "<p> <!-- \"x --> \"a\"") == "....ccccccccccc.sss");
}

TEST_CASE("highlight: an unknown language has no tokens") {
  for (const std::string language : {"", "nothing", "cpp ", " "}) {
    CAPTURE(language);
    CHECK(kinds_of(language, "if \"a\" // b") == "...........");
  }
}

TEST_CASE("highlight: every language takes any line") {
  const std::string lines[] = {"",    "\"",     "'",    "`",   "\\",       "\"\\",
                               "/*",  "*/",     "<!--", "--",  "#",        "(*",
                               "'''", "\"\"\"", "1'",   "'1'", "\xFF\x80", "if\t'"};
  for (const auto& language : syntax::languages()) {
    Highlighter highlighter(language.id);
    for (const auto& line : lines) CHECK(highlighter.next_line(line).size() == line.size());
  }
}

}  // namespace codeweaver::cli
