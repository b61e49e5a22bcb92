// Tests of the tree chunker on trees made by hand and at random.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "chunk/tree_chunker.hpp"

#include <doctest/doctest.h>

#include <string>

#include "chunk/completeness.hpp"
#include "chunk/piece_checks.hpp"
#include "chunk/segments.hpp"
#include "chunk/synthetic_tree.hpp"

using namespace codeweaver;
using namespace codeweaver::chunk;
using namespace codeweaver::chunk::testing;

namespace {

constexpr ChunkOptions kSmall{
    .target_tokens = 60, .min_tokens = 25, .max_tokens = 100, .hard_limit = 300};

ChunkedText chunked(const SyntheticTree& tree, const ChunkOptions& options = kSmall) {
  codeweaver::syntax::Budget budget(std::chrono::seconds(100), std::size_t{1} << 30);
  return chunk_tree(LineIndex(tree.text()), tree, consistent(options), budget);
}
std::string content(const SyntheticTree& tree, const Piece& piece) {
  return tree.text().substr(piece.range.begin, piece.range.size());
}
void statements(SyntheticTree& tree, int count, const std::string& indent) {
  for (int i = 0; i < count; ++i) {
    tree.gap(indent);
    tree.token("call_statement", "call_number(" + std::to_string(i) + ");");
    tree.gap("\n");
  }
}
/// func NAME { STATEMENTS }, with an optional comment line before.
std::size_t function(SyntheticTree& tree, const std::string& name, int count, std::int32_t parent,
                     const std::string& comment = {}) {
  const std::uint32_t begin = tree.size();
  if (!comment.empty()) {
    tree.token("comment", comment);
    tree.gap("\n");
  }
  const std::size_t node = tree.open("function_definition");
  tree.token("func", "func", false);
  tree.gap(" ");
  tree.token("identifier", name);
  tree.gap(" ");
  const std::size_t definition =
      tree.define(node, begin, tree.size(), name, SemanticClass::kDefinitionCallable, parent);
  tree.open("block");
  tree.token("{", "{", false);
  tree.gap("\n");
  statements(tree, count, "  ");
  tree.token("}", "}", false);
  tree.close();
  tree.close();
  tree.end_definition(definition, node);
  tree.gap("\n\n");
  return definition;
}

}  // namespace

TEST_CASE("tree chunker: random programs keep every promise and cut no unit that fits") {
  std::size_t parts = 0;
  std::size_t whole = 0;
  for (std::uint32_t seed = 1; seed <= 150; ++seed) {
    const SyntheticTree tree = RandomProgram(seed).make();
    const ChunkedText out = chunked(tree);
    CAPTURE(seed);
    REQUIRE(broken_promise(tree.text(), out.pieces, kSmall.hard_limit) == "");
    const CompletenessChecker checker(tree.text(), tree, kSmall.max_tokens);
    for (const Piece& piece : out.pieces) {
      CAPTURE(content(tree, piece));
      const Completeness found = checker.check(piece);
      CHECK(found != Completeness::kCutsUnit);
      CHECK(found != Completeness::kUnlabelled);
      (found == Completeness::kWhole ? whole : parts) += 1;
    }
  }
  CHECK(whole > 500);
  CHECK(parts > 500);
}

TEST_CASE("tree chunker: the checker finds a piece that is shifted by a line") {
  std::size_t caught = 0;
  std::size_t tried = 0;
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    const SyntheticTree tree = RandomProgram(seed).make();
    const CompletenessChecker checker(tree.text(), tree, kSmall.max_tokens);
    for (Piece piece : chunked(tree).pieces) {
      const std::size_t next = tree.text().find('\n', piece.range.begin);
      if (next == std::string::npos || next + 1 >= piece.range.end) continue;
      piece.range.begin = static_cast<std::uint32_t>(next + 1);
      piece.is_part = false;
      ++tried;
      const Completeness found = checker.check(piece);
      caught += found == Completeness::kCutsUnit || found == Completeness::kUnlabelled ? 1 : 0;
    }
  }
  CHECK(caught * 2 > tried);
}

TEST_CASE("tree chunker: pieces of random programs do not exceed the maximum unless a line does") {
  for (std::uint32_t seed = 1; seed <= 200; ++seed) {
    const SyntheticTree tree = RandomProgram(seed).make();
    for (const Piece& piece : chunked(tree).pieces) {
      CAPTURE(content(tree, piece));
      if (piece.lines.line_count() > 1) CHECK(piece.tokens <= kSmall.max_tokens * 5 / 4);
    }
  }
}

TEST_CASE(
    "tree chunker: every definition and reference is listed once, in the piece it starts in") {
  for (std::uint32_t seed = 1; seed <= 100; ++seed) {
    const SyntheticTree tree = RandomProgram(seed).make();
    const ChunkedText out = chunked(tree);
    REQUIRE(out.symbols.size() == tree.definitions().size());
    std::size_t defined = 0;
    for (std::size_t i = 0; i < out.symbols.size(); ++i) {
      const syntax::Definition& definition = tree.definitions()[i];
      const Piece& piece = out.pieces.at(out.symbols[i].piece);
      CHECK(out.symbols[i].qualified_name == definition.qualified_name);
      CHECK(piece.range.begin <= definition.node.begin);
      CHECK(definition.node.begin < piece.range.end);
    }
    for (const Piece& piece : out.pieces) defined += piece.defines.size();
    CHECK(defined == tree.definitions().size());
  }
}

TEST_CASE("tree chunker: small siblings are merged up to the target") {
  SyntheticTree tree;
  for (int i = 0; i < 12; ++i) function(tree, "f" + std::to_string(i), 2, -1);
  tree.finish();
  const ChunkedText out = chunked(tree);
  REQUIRE(out.pieces.size() >= 3);
  CHECK(out.pieces.size() <= 5);
  CHECK(out.pieces[0].symbol == "f0");
  CHECK(out.pieces[0].defines.size() >= 2);
  CHECK_FALSE(out.pieces[0].is_part);
  CHECK(out.pieces[0].kind == "function");
  CHECK(out.pieces[0].semantic_class == SemanticClass::kDefinitionCallable);
}

TEST_CASE("tree chunker: a comment stays with the function below it") {
  SyntheticTree tree;
  for (int i = 0; i < 10; ++i)
    function(tree, "f" + std::to_string(i), 7, -1, "// Describes f" + std::to_string(i));
  tree.finish();
  const ChunkedText out = chunked(tree);
  REQUIRE(out.pieces.size() == 10);
  for (std::size_t i = 0; i < 10; ++i)
    CHECK(content(tree, out.pieces[i]).starts_with("// Describes f" + std::to_string(i)));
}

TEST_CASE("tree chunker: a doc comment in the node before stays with its function if both fit") {
  SyntheticTree tree;
  tree.open("imports");
  for (int i = 0; i < 6; ++i) {
    tree.token("import", "import a.module.of.some.name" + std::to_string(i));
    tree.gap("\n");
  }
  const std::uint32_t begin = tree.size();
  tree.token("comment", "// Describes the function after the imports.");
  tree.close();
  tree.gap("\n");
  const std::uint32_t after = tree.size();
  tree.token("function", "the function = is defined by its only line");
  tree.define_range({after, tree.size()}, "the_function", begin);
  tree.gap("\n\n");
  statements(tree, 30, "");
  tree.finish();
  const ChunkedText out = chunked(tree);
  CHECK(content(tree, out.pieces.at(0)).ends_with("by its only line"));
}

TEST_CASE("tree chunker: a large class gives its head and its methods, with the class as context") {
  SyntheticTree tree;
  const std::size_t node = tree.open("class_definition");
  tree.token("class", "class", false);
  tree.gap(" ");
  tree.token("identifier", "Store");
  tree.gap(" ");
  const std::size_t store =
      tree.define(node, 0, tree.size(), "Store", SemanticClass::kDefinitionType, -1);
  tree.open("block");
  tree.token("{", "{", false);
  tree.gap("\n");
  statements(tree, 5, "  ");
  for (int i = 0; i < 6; ++i)
    function(tree, "method" + std::to_string(i), 8, static_cast<std::int32_t>(store));
  tree.token("}", "}", false);
  tree.close();
  tree.close();
  tree.end_definition(store, node);
  tree.finish();
  const ChunkedText out = chunked(tree);
  REQUIRE(out.pieces.size() == 7);
  CHECK(out.pieces[0].symbol == "Store");
  CHECK(out.pieces[0].is_part);
  CHECK(out.pieces[0].context.empty());
  CHECK(content(tree, out.pieces[0]).starts_with("class Store {"));
  for (std::size_t i = 1; i < 7; ++i) {
    CHECK(out.pieces[i].symbol == "Store.method" + std::to_string(i - 1));
    CHECK(out.pieces[i].context == "class Store");
    CHECK_FALSE(out.pieces[i].is_part);
  }
  CHECK(content(tree, out.pieces[6]).ends_with("}\n\n}"));
}

TEST_CASE("tree chunker: clauses of one function stay together, or are parts of it") {
  for (const int clauses : {4, 40}) {
    CAPTURE(clauses);
    SyntheticTree tree;
    statements(tree, 8, "");
    const std::uint32_t begin = tree.size();
    for (int i = 0; i < clauses; ++i) {
      tree.token("clause", "sum of list " + std::to_string(i) + " is it all");
      tree.gap("\n");
    }
    tree.define_range({begin, tree.size() - 1}, "sum");
    statements(tree, 8, "");
    tree.finish();
    const ChunkedText out = chunked(tree);
    CHECK(broken_promise(tree.text(), out.pieces, kSmall.hard_limit) == "");
    const CompletenessChecker checker(tree.text(), tree, kSmall.max_tokens);
    std::size_t named = 0;
    for (const Piece& piece : out.pieces) {
      CHECK(checker.check(piece) != Completeness::kCutsUnit);
      named += piece.symbol == "sum" ? 1 : 0;
    }
    CHECK(named == (clauses == 4 ? 1 : out.pieces.size() - 2));
  }
}

TEST_CASE("tree chunker: parts of a large function carry its name and signature") {
  SyntheticTree tree;
  function(tree, "long_one", 60, -1, "// Documented.");
  tree.finish();
  const ChunkedText out = chunked(tree);
  REQUIRE(out.pieces.size() >= 4);
  CHECK(out.pieces[0].defines == std::vector<std::string>{"long_one"});
  for (const Piece& piece : out.pieces) {
    CHECK(piece.symbol == "long_one");
    CHECK(piece.is_part);
    CHECK(piece.tokens >= kSmall.min_tokens);
    CHECK(piece.tokens <= kSmall.max_tokens);
  }
  CHECK(out.pieces[0].context.empty());
  CHECK(out.pieces[1].context == "func long_one");
  CHECK(out.pieces[1].defines.empty());
}

TEST_CASE("tree chunker: a file without definitions that fits is one file chunk") {
  SyntheticTree tree;
  tree.gap("\n");
  tree.token("import_statement", "import everything;");
  tree.gap("\n");
  statements(tree, 1, "");
  tree.finish();
  const ChunkedText out = chunked(tree);
  REQUIRE(out.pieces.size() == 1);
  CHECK(out.pieces[0].source == ChunkSource::kFile);
  CHECK(out.pieces[0].symbol.empty());
  CHECK(out.pieces[0].lines == Span{2, 3});
}

TEST_CASE("tree chunker: code without definitions takes the class of most of its statements") {
  struct Case {
    const char* node;
    SemanticClass expected;
  };
  const Case cases[] = {{"import_statement", SemanticClass::kBoundaryModule},
                        {"comment", SemanticClass::kDocumentationStructured},
                        {"if_statement", SemanticClass::kFlowBranching},
                        {"for_in_statement", SemanticClass::kFlowIteration},
                        {"try_statement", SemanticClass::kBoundaryError},
                        {"with_statement", SemanticClass::kBoundaryResource},
                        {"return_statement", SemanticClass::kFlowControl},
                        {"await_expression", SemanticClass::kFlowAsync},
                        {"call_expression", SemanticClass::kOperationInvocation},
                        {"assignment", SemanticClass::kOperationData}};
  for (const Case& test : cases) {
    CAPTURE(test.node);
    SyntheticTree tree;
    for (int i = 0; i < 30; ++i) {
      tree.token(i % 5 == 0 ? "unknown_thing" : test.node, "some words to fill a line");
      tree.gap("\n");
    }
    tree.finish();
    for (const Piece& piece : chunked(tree).pieces) CHECK(piece.semantic_class == test.expected);
  }
}

TEST_CASE("tree chunker: a huge literal is split by lines and labelled") {
  SyntheticTree tree;
  std::string table = "\"";
  for (int i = 0; i < 200; ++i) table += "row " + std::to_string(i) + "\n";
  tree.token("string", table + '"');
  tree.finish();
  const ChunkedText out = chunked(tree);
  CHECK(out.pieces.size() > 4);
  CHECK(broken_promise(tree.text(), out.pieces, kSmall.hard_limit) == "");
  for (const Piece& piece : out.pieces) CHECK(piece.is_part);
}

TEST_CASE("tree chunker: a leaf of another language is split along the definitions it has") {
  SyntheticTree tree;
  tree.open("element");
  tree.token("start_tag", "<script>");
  tree.gap("\n");
  const std::uint32_t base = tree.size();
  std::string script;
  std::vector<syntax::ByteRange> places;
  for (int i = 0; i < 8; ++i) {
    const auto begin = static_cast<std::uint32_t>(base + script.size());
    script += "function f" + std::to_string(i) + "() {\n";
    for (int k = 0; k < 11; ++k) script += "  call(" + std::to_string(k) + ");\n";
    script += "}";
    places.push_back({begin, static_cast<std::uint32_t>(base + script.size())});
    script += "\n";
  }
  tree.token("raw_text", script);
  tree.token("end_tag", "</script>");
  tree.close();
  for (std::size_t i = 0; i < places.size(); ++i)
    tree.define_range(places[i], "f" + std::to_string(i));
  tree.finish();
  const ChunkedText out = chunked(tree);
  CHECK(broken_promise(tree.text(), out.pieces, kSmall.hard_limit) == "");
  REQUIRE(out.pieces.size() == 8);
  for (std::size_t i = 0; i < 8; ++i) CHECK(out.pieces[i].symbol == "f" + std::to_string(i));
}

TEST_CASE("tree chunker: a chain of a hundred thousand nodes costs no stack") {
  SyntheticTree tree;
  for (int i = 0; i < 100000; ++i) tree.open("element");
  statements(tree, 60, "");
  tree.finish();
  const ChunkedText out = chunked(tree);
  CHECK(broken_promise(tree.text(), out.pieces, kSmall.hard_limit) == "");
}

TEST_CASE("tree chunker: unusual limits keep every promise") {
  const ChunkOptions settings[] = {
      {.target_tokens = 0, .min_tokens = 0, .max_tokens = 0, .hard_limit = 0},
      {.target_tokens = 500, .min_tokens = 900, .max_tokens = 100, .hard_limit = 70},
      {.target_tokens = 5000, .min_tokens = 200, .max_tokens = 100000, .hard_limit = 100000}};
  for (const ChunkOptions& options : settings)
    for (std::uint32_t seed = 1; seed <= 40; ++seed) {
      const SyntheticTree tree = RandomProgram(seed).make();
      const ChunkedText out = chunked(tree, options);
      CHECK(broken_promise(tree.text(), out.pieces, consistent(options).hard_limit) == "");
    }
}
