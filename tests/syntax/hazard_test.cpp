// Regression tests: inputs that are known to hang, explode or confuse parsers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "syntax/scanner_guard.hpp"
#include "syntax/syntax_tree.hpp"

using namespace codeweaver;
using namespace codeweaver::syntax;
using std::chrono::milliseconds;

namespace {

/// `part` repeated, with a line feed after every hundredth.
std::string repeated(std::string_view part, std::size_t times) {
  std::string out;
  for (std::size_t i = 1; i <= times; ++i) {
    out += part;
    if (i % 100 == 0) out += '\n';
  }
  return out;
}

Result<SyntaxTree> parse(std::string_view id, std::string_view text, ParseLimits limits = {}) {
  return SyntaxTree::parse(text, *find_language(id), limits);
}

std::string code_of(const Result<SyntaxTree>& result) {
  return result ? "" : result.error().code;
}

}  // namespace

TEST_CASE("hazard: the Perl scanner that reads the end of the file for ever is stopped") {
  const std::uint64_t before = guard_trips();
  const auto tree = parse("perl", "<<_\n@v");
  CHECK(tree);
  CHECK(guard_trips() > before);
  const auto next = parse("perl", "sub f { return 1; }\n");
  REQUIRE(next);
  REQUIRE(next->definitions().size() == 1);
  CHECK(next->definitions()[0].name == "f");
}

TEST_CASE("hazard: chains of < that defeat the progress callback are refused before parsing") {
  const std::string text = "var x = " + repeated("a<", 20'000);
  for (const std::string_view id : {"dart", "csharp", "java"}) {
    CAPTURE(id);
    CHECK(code_of(parse(id, text)) == "NESTING_TOO_DEEP");
  }
}

TEST_CASE("hazard: such a chain in a code fence costs only the fence") {
  const auto tree = parse("markdown", "# A\n\n```dart\nvar x = " + repeated("a<", 20'000) +
                                          "\n```\n\n```dart\nint f() => 1;\n```\n");
  REQUIRE(tree);
  REQUIRE(tree->definitions().size() == 2);
  CHECK(tree->definitions()[1].name == "f");
}

TEST_CASE("hazard: many comparisons and shifts are not taken for nesting") {
  std::string text = "void f() {\n";
  for (int i = 0; i < 3000; ++i) text += "  out << a << b; if (a < b) x <<= 1;\n";
  const auto tree = parse("cpp", text + "}\n");
  REQUIRE(tree);
  CHECK(tree->definitions().size() == 1);
}

TEST_CASE("hazard: unclosed elements, whose cost is quadratic, end at the budget") {
  const auto tree = parse("html", repeated("<div>", 100'000), {.budget = milliseconds(200)});
  CHECK(code_of(tree) == "PARSE_TIMEOUT");
  CHECK(tree.error().category == ErrorCategory::kCancelled);
}

TEST_CASE("hazard: a million open brackets are refused, and deep trees cost no stack") {
  CHECK(code_of(parse("json", repeated("[", 1'000'000))) == "NESTING_TOO_DEEP");
  const std::string deep = repeated("[", 100'000);
  const auto tree =
      parse("json", deep, {.max_bracket_depth = 200'000, .budget = milliseconds(20'000)});
  REQUIRE(tree);
  CHECK(tree->error_ratio() > 0.5);
}

TEST_CASE("hazard: minified, binary and oversized texts are refused with their own codes") {
  CHECK(code_of(parse("javascript", std::string(10'241, 'a'))) == "LINE_TOO_LONG");
  CHECK(code_of(parse("javascript", std::string(10'240, 'a') + "\n")) == "");
  CHECK(code_of(parse("markdown", std::string(10'241, 'a'))) == "LINE_TOO_LONG");
  CHECK(code_of(parse("c", std::string_view("int a;\0int b;", 13))) == "BINARY_CONTENT");
  CHECK(code_of(parse("c", repeated("int a;", 200'000))) == "FILE_TOO_LARGE");
  CHECK(code_of(parse("text", "hello")) == "NO_GRAMMAR");
  CHECK(code_of(SyntaxTree::parse("hello", 60'000)) == "NO_GRAMMAR");
}

TEST_CASE("hazard: bytes that no grammar expects give a tree or a timeout, never a crash") {
  std::mt19937 random(20'261'121);
  std::string noise =
      "\x7f"
      "ELF";
  for (int i = 1; i < 20'000; ++i) {
    const char c = static_cast<char>(random() % 256);
    noise += i % 80 == 0 ? '\n' : c == '\0' ? ' ' : c;
  }
  const std::string prose =
      repeated("It's the quick \"brown fox; jumps (over {the [lazy dog's tail\n", 200);
  for (LanguageIndex i = 0; i < languages().size(); ++i) {
    if (!languages()[i].has_grammar) continue;
    CAPTURE(languages()[i].id);
    for (const std::string& text : {noise, prose}) {
      const auto tree = SyntaxTree::parse(text, i, {.budget = milliseconds(300)});
      if (!tree) CHECK(tree.error().code == "PARSE_TIMEOUT");
    }
  }
}

TEST_CASE("hazard: a parse after a cancelled one starts afresh") {
  std::string large;
  for (int i = 0; i < 20'000; ++i) large += "int f" + std::to_string(i) + "(int a) { return a; }\n";
  CHECK(code_of(parse("c", large, {.budget = milliseconds(0)})) == "PARSE_TIMEOUT");
  const auto tree = parse("c", "int g(void);\n");
  REQUIRE(tree);
  REQUIRE(tree->definitions().size() == 1);
  CHECK(tree->definitions()[0].name == "g");
}

TEST_CASE("hazard: empty and blank texts give an empty tree") {
  for (const std::string_view text : {"", " ", "\n\n", "\xEF\xBB\xBF", "\r\n\t"}) {
    for (LanguageIndex i = 0; i < languages().size(); ++i) {
      if (!languages()[i].has_grammar) continue;
      CAPTURE(languages()[i].id);
      const auto tree = SyntaxTree::parse(text, i);
      REQUIRE(tree);
      CHECK(tree->definitions().empty());
    }
  }
}

TEST_CASE("hazard: definitions below syntax errors are found") {
  const auto tree = parse("python", "def broken(:\n  pass\n\ndef fine(a):\n  return a\n");
  REQUIRE(tree);
  CHECK(tree->error_ratio() > 0);
  bool has_fine = false;
  for (const Definition& d : tree->definitions()) has_fine = has_fine || d.name == "fine";
  CHECK(has_fine);
}

TEST_CASE("hazard: a file of many small functions is walked in linear time") {
  std::string text;
  for (int i = 0; i < 15'000; ++i)
    text += "// Doc " + std::to_string(i) + ".\nint f" + std::to_string(i) +
            "(int a) { return g(a); }\n";
  const auto tree = parse("c", text);  // quadratic work would pass the budget of two seconds
  REQUIRE(tree);
  REQUIRE(tree->definitions().size() == 15'000);
  CHECK(tree->definitions().back().doc == "Doc 14999.");
}
