// Regression tests: inputs that made parsers hang, crash or fail.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <random>
#include <set>
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

std::string lines_of(std::string_view part, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) (out += part) += '\n';
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

TEST_CASE(
    "hazard: chains of < and lines of => that multiply stacks end at the memory they may have") {
  const ParseLimits limits{.budget = milliseconds(20'000), .max_memory = 32U << 20};
  const std::string chain = "var x = " + repeated("a<", 20'000);
  for (const std::string_view id : {"dart", "csharp", "java"}) {
    CAPTURE(id);
    CHECK(code_of(parse(id, chain, limits)) == "PARSE_MEMORY");
  }
  const std::string arrows = lines_of("a=>", 1000);
  for (const std::string_view id : {"c", "java", "objc", "groovy"}) {
    CAPTURE(id);
    CHECK(code_of(parse(id, arrows, limits)) == "PARSE_MEMORY");
  }
  for (const std::string_view id : {"python", "starlark"}) {
    CAPTURE(id);
    CHECK(code_of(parse(id, lines_of("/*", 1000), limits)) == "PARSE_MEMORY");
  }
}

TEST_CASE("hazard: such a text in a code fence costs only the fence") {
  const auto tree =
      parse("markdown",
            "# A\n\n```c\n" + lines_of("a=>", 1000) + "\n```\n\n```dart\nint f() => 1;\n```\n",
            {.budget = milliseconds(20'000), .max_memory = 32U << 20});
  REQUIRE(tree);
  REQUIRE(tree->definitions().size() == 2);
  CHECK(tree->definitions()[1].name == "f");
}

TEST_CASE("hazard: states beyond what a scanner can write or read back end the parse") {
  const std::string items = repeated("- ", 255) + "a";
  std::string indents;
  for (std::size_t i = 0; i < 384; ++i) indents += std::string(i, ' ') + "if x:\n";
  indents += std::string(384, ' ') + "a = ";
  for (int i = 0; i < 255; ++i) indents += "f\"{";
  const auto heredoc = [](std::size_t size) {
    const std::string word(size, 'A');
    return "x = <<~" + word + "\nabc\n" + word + "\ndef f; end\n";
  };
  CHECK(code_of(parse("yaml", "- " + items.substr(0, items.find('\n')))) == "");
  std::string one_line = items;
  std::erase(one_line, '\n');
  CHECK(code_of(parse("yaml", one_line)) == "SCANNER_STATE");
  CHECK(code_of(parse("python", indents)) == "SCANNER_STATE");
  CHECK(code_of(parse("starlark", indents)) == "SCANNER_STATE");
  CHECK(code_of(parse("ruby", heredoc(200))) == "");
  for (const std::size_t size : {256, 300, 1019, 1024, 5000}) {
    CAPTURE(size);
    // Where the scanner writes nothing of so long a word, it forgets it, which does no harm.
    const std::string code = code_of(parse("ruby", heredoc(size)));
    CHECK((code == "SCANNER_STATE" || (size > 1019 && code.empty())));
  }
  const auto page =
      parse("markdown", "# A\n\n```yaml\n" + one_line + "\n```\n\n```ruby\ndef g; end\n```\n");
  REQUIRE(page);
  REQUIRE(page->definitions().size() == 2);
  CHECK(page->definitions()[1].name == "g");
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

TEST_CASE("hazard: a long text in one literal costs no definition of its file") {
  struct Case {
    std::string language, before, after;
  };
  const Case cases[] = {
      {"python", "def before():\n    return 1\nLOGO = '", "'\ndef after():\n    return 2\n"},
      {"go", "package p\nfunc before() {}\nvar logo = \"", "\"\nfunc after() {}\n"},
      {"typescript", "function before() {}\nconst logo = `", "`;\nfunction after() {}\n"},
      {"rust", "fn before() {}\nconst LOGO: &str = \"", "\";\nfn after() {}\n"},
      {"bash", "before() { true; }\nLOGO='", "'\nafter() { true; }\n"},
  };
  for (const Case& test : cases) {
    CAPTURE(test.language);
    for (const std::string letters : {"A", "A+/9", "\\x89PNG", "0x1f, "}) {
      CAPTURE(letters);
      std::string text = test.before;
      for (int i = 0; i < 8'000; ++i) text += letters;
      text += test.after;
      const auto tree = parse(test.language, text);
      REQUIRE(tree);
      std::set<std::string> names;
      for (const Definition& found : tree->definitions()) names.insert(found.name);
      CHECK(names.contains("before"));
      CHECK(names.contains("after"));
    }
  }
}

TEST_CASE("hazard: minified, binary and oversized texts are refused with their own codes") {
  CHECK(code_of(parse("javascript", std::string(10'241, ';'))) == "LINE_TOO_LONG");
  CHECK(code_of(parse("javascript", std::string(10'240, ';') + "\n")) == "");
  CHECK(code_of(parse("markdown", std::string(10'241, '<'))) == "LINE_TOO_LONG");
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

TEST_CASE("hazard: signs that are no brackets are not taken for nesting") {
  std::string assignments, comparisons;
  for (int i = 0; i < 5000; ++i) {
    assignments += "f" + std::to_string(i) + " <- function(x) x + 1\n";
    comparisons += "if a < " + std::to_string(i) + ":\n  pass\n";
  }
  const auto r = parse("r", assignments);
  REQUIRE(r);
  CHECK(r->definitions().size() == 5000);
  CHECK(code_of(parse("python", comparisons)) == "");
}

TEST_CASE("hazard: definitions nested ten thousand deep cost what they would side by side") {
  struct Case {
    std::string_view id, open, close;
  };
  for (const Case& nested :
       {Case{"ruby", "module M", "end"}, Case{"elixir", "defmodule M do", "end"},
        Case{"lua", "function f()", "end"}, Case{"julia", "module M", "end"},
        Case{"ocaml", "module M = struct", "end"}, Case{"python", "a = \\", "1"}}) {
    CAPTURE(nested.id);
    const std::size_t closings = nested.id == "python" ? 1 : 10'000;
    const auto tree =
        parse(nested.id, lines_of(nested.open, 10'000) + lines_of(nested.close, closings),
              {.budget = milliseconds(20'000)});
    REQUIRE(tree);  // names of all that is around would need gigabytes
    REQUIRE(tree->definitions().size() > 1);
    CHECK(tree->definitions().back().qualified_name.size() < 1100);
  }
}

TEST_CASE("hazard: what is said of definitions counts as memory of the parse") {
  std::string text;
  for (int i = 0; i < 5000; ++i)
    text += "# " + std::string(90, 'd') + "\ndef f" + std::to_string(i) + "; end\n";
  CHECK(code_of(parse("ruby", text)) == "");
  CHECK(code_of(
            parse("ruby", lines_of("module " + std::string(90, 'M'), 6000) + lines_of("end", 6000),
                  {.budget = milliseconds(20'000), .max_memory = 16U << 20})) == "PARSE_MEMORY");
}
