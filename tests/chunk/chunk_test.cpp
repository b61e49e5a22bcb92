// Tests of chunk_text() with real grammars: small samples, fallbacks, and this project's sources.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "chunk/chunk.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "chunk/completeness.hpp"
#include "chunk/piece_checks.hpp"
#include "chunk/syntax_tree_source.hpp"
#include "fuzz/treatment.hpp"

using namespace codeweaver;
using namespace codeweaver::chunk;
using namespace codeweaver::chunk::testing;

namespace {

ChunkedText chunked(const std::string& text, std::string_view language,
                    const ChunkOptions& options = {}) {
  const auto index = syntax::find_language(language);
  REQUIRE(index.has_value());
  const ChunkedText out = chunk_text(text, index, options);
  CHECK(broken_promise(text, out.pieces, options.hard_limit) == "");
  return out;
}
std::string repeated(int count, const std::string& before, const std::string& after) {
  std::string text;
  for (int i = 0; i < count; ++i) text += before + std::to_string(i) + after;
  return text;
}

std::string times(int count, std::string_view part) {
  std::string text;
  while (count-- > 0) text += part;
  return text;
}

constexpr ChunkOptions kTiny{.target_tokens = 60, .min_tokens = 25, .max_tokens = 100};

}  // namespace

TEST_CASE("chunk_text: a small Python file with a class is one named chunk") {
  const std::string text =
      "import os\n\n\nclass Auth:\n    \"\"\"Checks users.\"\"\"\n\n"
      "    def validate(self, name):\n        return os.path.exists(name)\n";
  const ChunkedText out = chunked(text, "python");
  REQUIRE(out.pieces.size() == 1);
  const Piece& piece = out.pieces[0];
  CHECK(piece.source == ChunkSource::kAstNode);
  CHECK(piece.symbol == "Auth");
  CHECK(piece.kind == "class");
  CHECK(piece.doc == "Checks users.");
  CHECK(piece.semantic_class == SemanticClass::kDefinitionType);
  CHECK(piece.defines == std::vector<std::string>{"Auth", "Auth.validate"});
  CHECK_FALSE(piece.is_part);
  CHECK(piece.lines == Span{1, 8});
  REQUIRE(out.symbols.size() == 2);
  CHECK(out.symbols[1].lines == Span{7, 8});
  CHECK(std::find(piece.references.begin(), piece.references.end(), "exists") !=
        piece.references.end());
}

TEST_CASE("chunk_text: line ends, byte order mark and missing final newline do not matter") {
  const std::string plain = repeated(30, "def f", "(a):\n    return a + 1\n\n\n");
  const ChunkedText expected = chunked(plain, "python", kTiny);
  REQUIRE(expected.pieces.size() > 3);
  std::string returns;
  for (const char c : plain) returns += c == '\n' ? std::string("\r\n") : std::string(1, c);
  const std::string variants[] = {"\xEF\xBB\xBF" + plain, returns,
                                  plain.substr(0, plain.find_last_not_of('\n') + 1)};
  for (const std::string& text : variants) {
    const ChunkedText out = chunked(text, "python", kTiny);
    REQUIRE(out.pieces.size() == expected.pieces.size());
    for (std::size_t i = 0; i < out.pieces.size(); ++i) {
      CHECK(out.pieces[i].lines == expected.pieces[i].lines);
      CHECK(out.pieces[i].symbol == expected.pieces[i].symbol);
    }
  }
}

TEST_CASE("chunk_text: the class of a piece of many namespaces is that of what they hold") {
  const std::string text =
      "#include <vector>\n\nnamespace a {\nnamespace b {\n\n/// Adds.\nint add(int x) { return x; "
      "}\n"
      "\n}  // namespace b\n}  // namespace a\n";
  const ChunkedText out = chunked(text, "cpp");
  REQUIRE(out.pieces.size() == 1);
  CHECK(out.pieces[0].symbol == "a::b::add");
  CHECK(out.pieces[0].semantic_class == SemanticClass::kDefinitionCallable);
  CHECK(out.pieces[0].doc == "Adds.");
}

TEST_CASE("chunk_text: code without definitions has the class of most of its bytes") {
  using enum SemanticClass;
  struct Sample {
    const char *language, *text;
    SemanticClass expected;
  };
  const Sample samples[] = {
      {"python", "import os\nfor name in os.listdir('.'):\n    print(name, len(name))\n",
       kFlowIteration},
      {"bash",
       "#!/bin/sh\n# Counts the lines of its input.\nwhile read -r line; do\n  n=$((n + 1))\n"
       "  echo \"$n $line\"\ndone\n",
       kFlowIteration},
      {"javascript",
       "import { run } from './run.js'\nif (process.argv.length > 2) {\n"
       "  run(process.argv[2])\n} else {\n  console.error('usage: run FILE')\n}\n",
       kFlowBranching},
      {"ruby",
       "require 'json'\nif ARGV.empty?\n  warn 'usage: show FILE'\nelse\n  puts ARGV\nend\n",
       kFlowBranching},
      {"php", "<?php\nforeach ($argv as $name) {\n    echo strlen($name), PHP_EOL;\n}\n",
       kFlowIteration},
      {"lua", "local m = require('m')\nfor i = 1, 10 do\n  print(m.name(i))\nend\n",
       kFlowIteration},
      {"perl", "use strict;\nwhile (my $line = <STDIN>) {\n  print length($line), qq(\\n);\n}\n",
       kFlowIteration},
      {"python",
       "import sys\ntry:\n    import fast as impl\nexcept ImportError:\n    import slow as impl\n",
       kBoundaryError},
      {"python", "import shop\nshop.configure('a.toml')\nshop.run_for_ever()\n",
       kOperationInvocation},
      {"python", "import os\nimport sys\nfrom collections import OrderedDict\n", kBoundaryModule},
      {"python", "# Kept, since others import it.\n", kDocumentationStructured},
      {"go", "package tools\n\nimport (\n\t_ \"example.org/lint\"\n)\n", kBoundaryModule}};
  for (const auto& [language, text, expected] : samples) {
    CAPTURE(std::string(text));
    const ChunkedText out = chunked(text, language);
    REQUIRE(out.pieces.size() == 1);
    CHECK(to_string(out.pieces[0].semantic_class) == to_string(expected));
  }
}

TEST_CASE("chunk_text: the inside of a large function has the class of its statements") {
  const std::string branches = repeated(
      60, "    if value == ", ":\n        left = right\n    else:\n        left = value\n");
  const std::string loops =
      repeated(60, "    for item in value:\n        left.append(item + ", ")\n        go(left)\n");
  for (const auto& [body, expected] : {std::pair(branches, SemanticClass::kFlowBranching),
                                       std::pair(loops, SemanticClass::kFlowIteration)}) {
    const ChunkedText out =
        chunked("def choose(value, left, right):\n" + body + "    return left\n", "python", kTiny);
    REQUIRE(out.pieces.size() > 4);
    CHECK(out.pieces[0].semantic_class == SemanticClass::kDefinitionCallable);
    for (std::size_t i = 1; i < out.pieces.size(); ++i) {
      CHECK(to_string(out.pieces[i].semantic_class) == to_string(expected));
      CHECK(out.pieces[i].symbol == "choose");
    }
  }
  // A table is data of whatever holds it, and a comment is the function's.
  const std::string table = repeated(60, "    \"row ", "\": [1, 2, 3],\n");
  for (const Piece& piece : chunked("TABLE = {\n" + table + "}\n", "python", kTiny).pieces)
    CHECK(piece.semantic_class == SemanticClass::kDefinitionData);
  const std::string comments = repeated(60, "    # Line ", " of a long explanation in words.\n");
  for (const Piece& piece :
       chunked("def explain():\n" + comments + "    return 1\n", "python", kTiny).pieces)
    CHECK(piece.semantic_class == SemanticClass::kDefinitionCallable);
}

TEST_CASE("chunk_text: Markdown is cut at its headings, and text under one knows the others") {
  std::string text = "# Guide\n\nIntroduction.\n\n";
  for (int i = 0; i < 6; ++i)
    text += "## Step " + std::to_string(i) + "\n\n" + repeated(10, "Words of line ", " follow.\n") +
            '\n';
  const ChunkedText out = chunked(text, "markdown", kTiny);
  REQUIRE(out.pieces.size() >= 6);
  std::size_t headed = 0;
  for (const Piece& piece : out.pieces) {
    CHECK(piece.semantic_class == SemanticClass::kDocumentationStructured);
    headed += content(text, piece).starts_with("## Step") ? 1 : 0;
    if (piece.lines.start_line > 5) CHECK(piece.context.starts_with("# Guide"));
  }
  CHECK(headed == 5);  // the first step is with the introduction
}

TEST_CASE("chunk_text: data files are data, cut between entries") {
  const std::string text =
      "{\n" + repeated(60, "  \"key", "\": {\"name\": \"x\", \"size\": [1, 2, 3]},\n") +
      "  \"last\": 1\n}\n";
  const ChunkedText out = chunked(text, "json", kTiny);
  REQUIRE(out.pieces.size() > 5);
  for (const Piece& piece : out.pieces) {
    CHECK(piece.semantic_class == SemanticClass::kDefinitionData);
    CHECK(piece.tokens <= 105);
    CHECK(content(text, piece).find("{\"name\"") != std::string::npos);
  }
}

TEST_CASE("chunk_text: a large script in a page is cut along its functions") {
  const std::string text =
      "<html>\n<body>\n<script>\n" +
      repeated(12, "function f", "(a) {\n  console.log(a);\n  return [a, a + 1, a + 2];\n}\n\n") +
      "</script>\n</body>\n</html>\n";
  const ChunkedText out = chunked(text, "html", kTiny);
  std::size_t whole = 0;
  for (const Piece& piece : out.pieces)
    whole += content(text, piece).find("\nfunction f") != std::string::npos ||
                     content(text, piece).starts_with("function f")
                 ? 1
                 : 0;
  CHECK(whole >= 5);
  for (const Piece& piece : out.pieces)
    CHECK_FALSE(content(text, piece).starts_with("  console.log"));
}

TEST_CASE("chunk_text: without a language, or a grammar, there are text chunks and no warning") {
  const std::string text = repeated(200, "some words in line ", "\n");
  const ChunkedText plain = chunk_text(text, std::nullopt);
  REQUIRE(plain.pieces.size() > 1);
  CHECK(plain.warnings.empty());
  CHECK(plain.pieces[0].source == ChunkSource::kTextBlock);
  CHECK(plain.pieces[0].semantic_class == SemanticClass::kDocumentationStructured);
  const ChunkedText small = chunk_text("only this\n", std::nullopt);
  REQUIRE(small.pieces.size() == 1);
  CHECK(small.pieces[0].source == ChunkSource::kFile);
}

TEST_CASE("chunk_text: by lines alone, when that is asked for") {
  const auto text = repeated(100, "def function_", "(a):\n    return a + 1\n\n");
  ChunkOptions options = kTiny;
  options.use_syntax = false;
  const ChunkedText out = chunked(text, "python", options);
  CHECK(out.warnings.empty());
  CHECK(out.symbols.empty());
  CHECK(out.pieces.size() > 10);
  for (const Piece& piece : out.pieces) CHECK(piece.source == ChunkSource::kTextBlock);
}

TEST_CASE("chunk_text: what the parser refuses becomes text chunks, with the reason") {
  struct Case {
    const char* what;
    std::string text;
  };
  const Case cases[] = {
      {"a very long line", "x = [" + repeated(4000, "(", "), ") + "]\ny = 1\n"},
      {"brackets without end", std::string(5000, '(') + "\nx = 1\n"},
      {"too large", repeated(90000, "variable", " = 1\n")},
  };
  for (const Case& test : cases) {
    CAPTURE(test.what);
    const ChunkedText out = chunked(test.text, "python");
    REQUIRE_FALSE(out.pieces.empty());
    CHECK(out.pieces[0].source != ChunkSource::kAstNode);
    REQUIRE_FALSE(out.warnings.empty());
    CHECK(out.warnings[0].starts_with("Text chunks used: "));
  }
}

TEST_CASE("chunk_text: books and pages with pictures in them keep their headings") {
  const std::string cases[] = {
      repeated(8000, "## Part ", "\n\n" + times(20, "words ") + "\n"),
      "# Part 0\n\nSee ![a picture](data:image/png;base64," + times(50'000, "A") +
          ").\n\n## Part 1\n\nAnd more.\n",
  };
  for (const std::string& text : cases) {
    const ChunkedText out = chunked(text, "markdown");
    REQUIRE(out.pieces.size() > 1);
    CHECK(out.pieces[0].symbol == "Part 0");
    CHECK(out.pieces.back().symbol.find("Part ") != std::string::npos);
    for (const auto& warning : out.warnings) CHECK_FALSE(warning.starts_with("Text chunks used"));
  }
}

TEST_CASE("chunk_text: a text that uses up what it may have becomes text chunks, said once") {
  struct Case {
    const char* language;
    std::string text;
    const char* reason;
  };
  std::string definitions;
  for (int i = 0; i < 3000; ++i) definitions += "def f" + std::to_string(i) + "(): pass\n";
  const Case cases[] = {
      {"yaml", times(255, "- ") + "a\n", "grammar's scanner supports"},
      {"c", times(1000, "a=>\n"), "MiB of memory"},
      {"ruby", repeated(6000, "module " + std::string(90, 'M'), "\n") + times(6000, "end\n"),
       "MiB of memory"},
      {"python", definitions, "ms of CPU time"},
  };
  for (const Case& test : cases) {
    CAPTURE(test.language);
    ChunkOptions options;
    options.parse.max_memory = 16U << 20;
    options.parse.budget = std::chrono::milliseconds(test.text == definitions ? 0 : 20'000);
    const ChunkedText out = chunked(test.text, test.language, options);
    REQUIRE_FALSE(out.pieces.empty());
    CHECK(out.pieces[0].source != ChunkSource::kAstNode);
    CHECK(out.symbols.empty());
    REQUIRE(out.warnings.size() == 1);
    CHECK(out.warnings[0].starts_with("Text chunks used: "));
    CHECK(out.warnings[0].find(test.reason) != std::string::npos);
  }
}

TEST_CASE(
    "chunk_text: fifty thousand definitions nested in one line cost what they would in many") {
  // A tenth of the budget; where each look-up reads the line, seven times of it.
  ChunkOptions options;
  options.parse.max_line_bytes = 1U << 20;
  options.parse.budget = fuzz::kSlowness * std::chrono::milliseconds(5000);
  const ChunkedText out = chunked(times(50'000, "a = ") + "1\n", "python", options);
  CHECK(out.warnings.empty());
  CHECK(out.symbols.size() > 10'000);
}

TEST_CASE("chunk_text: text of another kind than its name says becomes text chunks") {
  const std::string text =
      repeated(60, "This is } prose ) and ] no data at all, line ", " @ # !!\n");
  const ChunkedText out = chunked(text, "json");
  REQUIRE_FALSE(out.pieces.empty());
  CHECK(out.error_ratio > 0.5);
  CHECK(out.pieces[0].source == ChunkSource::kTextBlock);
  REQUIRE(out.warnings.size() == 1);
}

TEST_CASE("chunk_text: blank files give nothing in any language") {
  for (const std::string text : {"", "\n\n", " \t\r\n", "\xEF\xBB\xBF\n"}) {
    CHECK(chunk_text(text, std::nullopt).pieces.empty());
    for (const char* language : {"python", "cpp", "markdown", "json", "html"})
      CHECK(chunked(text, language).pieces.empty());
  }
}

TEST_CASE("chunk_text: every chunk of this project's own sources is complete") {
  const auto cpp = syntax::find_language("cpp");
  REQUIRE(cpp.has_value());
  std::size_t judged = 0;
  for (const char* folder : {"/src/chunk", "/tests/chunk", "/include/codeweaver"}) {
    const auto root = std::string(CODEWEAVER_SOURCE_DIR) + folder;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
      const auto extension = entry.path().extension();
      if (extension != ".cpp" && extension != ".hpp") continue;
      std::ifstream in(entry.path(), std::ios::binary);
      const std::string text{std::istreambuf_iterator<char>(in), {}};
      for (const ChunkOptions& options : {ChunkOptions{}, kTiny}) {
        const ChunkedText out = chunked(text, "cpp", options);
        const auto tree = syntax::SyntaxTree::parse(text, *cpp);
        REQUIRE(tree.has_value());
        const SyntaxTreeSource source(*tree);
        const CompletenessChecker checker(text, source, options.max_tokens);
        for (const Piece& piece : out.pieces) {
          CAPTURE(content(text, piece));
          const Completeness found = checker.check(piece);
          CHECK(found != Completeness::kCutsUnit);
          CHECK(found != Completeness::kUnlabelled);
          ++judged;
        }
      }
    }
  }
  CHECK(judged > 100);
}
