// Properties of syntax trees on the samples and on damaged samples.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/syntax_tree.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <thread>
#include <vector>

#include "syntax/samples.hpp"

using namespace codeweaver;
using namespace codeweaver::syntax;

namespace {

bool contains(ByteRange outer, ByteRange inner) {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

void check_definitions(const SyntaxTree& tree, std::string_view text) {
  const auto& all = tree.definitions();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Definition& d = all[i];
    CAPTURE(d.qualified_name);
    CHECK(d.range.end <= text.size());
    CHECK(d.range.begin < d.range.end);
    CHECK(contains(d.range, d.node));
    CHECK(contains(d.node, d.signature));
    CHECK_FALSE(d.name.empty());
    CHECK(d.qualified_name.ends_with(d.name));
    CHECK_FALSE(d.kind.empty());
    CHECK(d.line == static_cast<std::uint32_t>(
                        std::count(text.begin(), text.begin() + d.node.begin, '\n') + 1));
    CHECK(d.parent < static_cast<std::int32_t>(i));
    if (i > 0) CHECK(all[i - 1].node.begin <= d.node.begin);
    if (d.parent >= 0) CHECK(contains(all[static_cast<std::size_t>(d.parent)].range, d.range));
  }
  for (const Reference& r : tree.references()) {
    CHECK(r.offset < text.size());
    CHECK_FALSE(r.name.empty());
  }
  CHECK(tree.error_ratio() >= 0.0);
  CHECK(tree.error_ratio() <= 1.0);
}

/// Children ascend, do not overlap, and lie in their parent.
void check_nodes(const SyntaxTree& tree) {
  std::vector<Node> pending = {tree.root()}, children, named;
  while (!pending.empty()) {
    const Node node = pending.back();
    pending.pop_back();
    tree.children(node, children);
    std::uint32_t at = node.range.begin;
    for (const Node& child : children) {
      CHECK(child.range.begin >= at);
      CHECK(child.range.end <= node.range.end);
      at = child.range.end;
    }
    tree.named_children(node, named);
    std::vector<ByteRange> expected, found;
    for (const Node& child : children)
      if (child.is_named && !child.is_comment) expected.push_back(child.range);
    for (const Node& child : named) found.push_back(child.range);
    const bool has_guest = found.empty() && children.size() == 1;  // the root of another tree
    CHECK((found == expected || has_guest));
    pending.insert(pending.end(), children.begin(), children.end());
  }
}

/// Everything but the tree, as text.
std::string fingerprint(const SyntaxTree& tree) {
  std::string out = std::to_string(tree.error_ratio());
  for (const Definition& d : tree.definitions())
    out += '\n' + d.qualified_name + ' ' + std::string(d.kind) + ' ' +
           std::to_string(d.range.begin) + ' ' + std::to_string(d.range.end) + ' ' + d.doc;
  for (const Reference& r : tree.references())
    out += '\n' + r.name + ' ' + std::to_string(r.offset);
  return out;
}

/// What a reader sees: no offsets.
std::string outline(const SyntaxTree& tree) {
  std::string out;
  for (const Definition& d : tree.definitions())
    out += d.qualified_name + ' ' + std::string(d.kind) + ' ' + std::to_string(d.line) + ' ' +
           d.doc + '\n';
  return out;
}

std::string damaged(std::string text, std::mt19937& random) {
  const std::vector<std::string> bits = {"{",        "}", "(",  ")",  "\"",     "'",        "`",
                                         "/*",       "#", "\n", "\t", "\xff",   "\xe2\x80", "<%",
                                         "<script>", ":", "=>", ";",  "<<EOF\n"};
  for (int i = 0; i < 6 && !text.empty(); ++i) {
    const std::size_t at = random() % text.size();
    switch (random() % 4) {
      case 0:
        text.erase(at, 1 + random() % 40);
        break;
      case 1:
        text.insert(at, bits[random() % bits.size()]);
        break;
      case 2:
        text.insert(at, text.substr(random() % text.size(), random() % 200));
        break;
      default:
        text[at] = static_cast<char>(1 + random() % 255);
        break;
    }
  }
  return text;
}

}  // namespace

TEST_CASE("syntax tree: definitions and nodes of every sample are well formed") {
  for (const Sample& sample : samples()) {
    CAPTURE(sample.path.filename().string());
    const auto tree = SyntaxTree::parse(sample.text, sample.language);
    REQUIRE(tree);
    CHECK(tree->language() == sample.language);
    check_definitions(*tree, sample.text);
    check_nodes(*tree);
  }
}

TEST_CASE("syntax tree: definitions of damaged samples are well formed") {
  std::mt19937 random(7);
  for (const Sample& sample : samples()) {
    CAPTURE(sample.path.filename().string());
    for (int i = 0; i < 25; ++i) {
      const std::string text = damaged(sample.text, random);
      CAPTURE(text);
      const auto tree = SyntaxTree::parse(text, sample.language);
      if (!tree) continue;  // a shape was refused
      check_definitions(*tree, text);
    }
  }
}

TEST_CASE("syntax tree: CRLF line ends change neither names nor lines nor docs") {
  for (const Sample& sample : samples()) {
    CAPTURE(sample.path.filename().string());
    std::string text;
    for (const char c : sample.text) text += c == '\n' ? "\r\n" : std::string(1, c);
    const auto tree = SyntaxTree::parse(text, sample.language);
    const auto original = SyntaxTree::parse(sample.text, sample.language);
    REQUIRE(tree);
    CHECK(outline(*tree) == outline(*original));
    check_definitions(*tree, text);
  }
}

TEST_CASE("syntax tree: a byte order mark moves offsets only") {
  for (const Sample& sample : samples()) {
    CAPTURE(sample.path.filename().string());
    const std::string text = "\xEF\xBB\xBF" + sample.text;
    const auto tree = SyntaxTree::parse(text, sample.language);
    const auto original = SyntaxTree::parse(sample.text, sample.language);
    REQUIRE(tree);
    CHECK(outline(*tree) == outline(*original));
    check_definitions(*tree, text);
  }
}

TEST_CASE("syntax tree: two threads that share the rules find the same, again and again") {
  const std::vector<Sample> all = samples();
  std::vector<std::string> results[2];
  std::vector<std::jthread> threads;
  for (auto& result : results)
    threads.emplace_back([&] {
      for (const Sample& sample : all) {
        const auto tree = SyntaxTree::parse(sample.text, sample.language);
        result.push_back(tree ? fingerprint(*tree) : tree.error().code);
      }
    });
  threads.clear();
  CHECK(results[0] == results[1]);
  for (std::size_t i = 0; i < all.size(); ++i)
    CHECK(results[0][i] == fingerprint(*SyntaxTree::parse(all[i].text, all[i].language)));
}

TEST_CASE("syntax tree: node names come from the grammar and comments are marked") {
  const std::string text = "# a\nx = 1\n";
  const auto tree = SyntaxTree::parse(text, *find_language("python"));
  REQUIRE(tree);
  CHECK(tree->name(tree->root()) == "module");
  std::vector<Node> children;
  tree->children(tree->root(), children);
  REQUIRE(children.size() == 2);
  CHECK(children[0].is_comment);
  CHECK(tree->name(children[0]) == "comment");
  CHECK_FALSE(children[1].is_comment);
  CHECK(children[1].is_named);
  tree->children(children[0], children);
  CHECK(children.empty());
}

TEST_CASE("syntax tree: an embedded script can be walked through its host") {
  const std::string text = "<p>a</p>\n<script>\nfunction f() { g(); }\n</script>\n";
  const auto tree = SyntaxTree::parse(text, *find_language("html"));
  REQUIRE(tree);
  std::vector<Node> pending = {tree->root()}, children;
  bool has_function = false;
  while (!pending.empty()) {
    const Node node = pending.back();
    pending.pop_back();
    if (tree->name(node) == "function_declaration") {
      has_function = true;
      CHECK(text.substr(node.range.begin, node.range.size()) == "function f() { g(); }");
    }
    tree->children(node, children);
    pending.insert(pending.end(), children.begin(), children.end());
  }
  CHECK(has_function);
}

TEST_CASE("syntax tree: a moved tree stays usable") {
  const std::string text = "def f():\n  pass\n";
  auto first = SyntaxTree::parse(text, *find_language("python"));
  REQUIRE(first);
  const Node root = first->root();
  const SyntaxTree second = std::move(*first);
  CHECK(second.name(root) == "module");
  CHECK(second.definitions().size() == 1);
}

TEST_CASE("syntax tree: several trees of one thread keep their own memory") {
  const auto all = samples();
  std::vector<SyntaxTree> trees;
  for (const Sample& sample : all) {
    auto tree = SyntaxTree::parse(sample.text, sample.language);
    REQUIRE(tree);
    trees.push_back(std::move(*tree));
    if (trees.size() % 3 == 0) trees.erase(trees.begin());  // its memory goes to the next
  }
  for (const SyntaxTree& tree : trees) check_nodes(tree);
}

TEST_CASE("syntax tree: all doc attributes before an Elixir function make its doc") {
  const std::string text =
      "defmodule M do\n  @doc since: \"1.4.0\"\n  @doc \"\"\"\n  Adds one, and says nothing more "
      "than that.\n  \"\"\"\n  @doc deprecated: \"use plus/2\"\n  def add(n), do: n + 1\nend\n";
  const auto tree = SyntaxTree::parse(text, *find_language("elixir"));
  REQUIRE(tree);
  REQUIRE(tree->definitions().size() == 2);
  const std::string& doc = tree->definitions()[1].doc;
  CHECK(doc.find("since: \"1.4.0\"") != std::string::npos);
  CHECK(doc.find("Adds one, and says nothing more than that.") != std::string::npos);
  CHECK(doc.find("deprecated: \"use plus/2\"") != std::string::npos);
}

TEST_CASE("syntax tree: a Go function that gives a value to new() is whole") {
  const std::string text =
      "package a\n\nfunc run() {\n  update(func(j *Job) {\n    j.seen = new(time.Now())\n"
      "    if j.seen == nil {\n    }\n  })\n  last()\n}\n\nfunc other() { new(Job) }\n";
  const auto tree = SyntaxTree::parse(text, *find_language("go"));
  REQUIRE(tree);
  CHECK(tree->error_ratio() == 0);
  REQUIRE(tree->definitions().size() == 2);
  CHECK(tree->definitions()[0].node.end == text.find("\n\nfunc other"));
}

TEST_CASE("syntax tree: TypeScript's signatures without ends, and variance") {
  const std::string text =
      "export interface Factory {\n  <T>(one: T): T\n  <T, U>(one: T, two: U): U\n}\n"
      "export interface Box<in out T> { held: T }\nexport function last() {}\n";
  const auto tree = SyntaxTree::parse(text, *find_language("typescript"));
  REQUIRE(tree);
  CHECK(tree->error_ratio() == 0);
  CHECK(tree->definitions().back().name == "last");
}
