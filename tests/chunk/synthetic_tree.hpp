// SyntheticTree: source text and its tree, made by hand or at random, without a grammar.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "chunk/node_source.hpp"

namespace codeweaver::chunk::testing {

/// Text is appended node by node: open() ... token() ... close().
class SyntheticTree final : public NodeSource {
 public:
  SyntheticTree() { open("source_file"); }

  std::size_t open(std::string_view type, bool is_named = true) {
    const std::size_t index = nodes_.size();
    nodes_.push_back({type, {size(), size()}, {}, is_named});
    if (!open_.empty()) nodes_[open_.back()].kids.push_back(index);
    open_.push_back(index);
    return index;
  }
  void close() {
    nodes_[open_.back()].range.end = size();
    open_.pop_back();
  }
  /// A leaf.
  std::size_t token(std::string_view type, std::string_view text, bool is_named = true) {
    const std::size_t index = open(type, is_named);
    text_ += text;
    close();
    return index;
  }
  /// Text outside of any leaf: white space, or what a grammar skips.
  void gap(std::string_view text) { text_ += text; }
  /// Declares the node a definition that starts at `begin` (its doc comment) and has its signature
  /// up to `signature_end`.
  std::size_t define(std::size_t node, std::uint32_t begin, std::uint32_t signature_end,
                     std::string name, SemanticClass semantic_class, std::int32_t parent) {
    syntax::Definition definition;
    definition.node = nodes_[node].range;
    definition.range = {begin, nodes_[node].range.end};
    definition.signature = {nodes_[node].range.begin, signature_end};
    definition.qualified_name =
        parent < 0 ? name
                   : definitions_[static_cast<std::size_t>(parent)].qualified_name + '.' + name;
    definition.name = std::move(name);
    definition.kind = semantic_class == SemanticClass::kDefinitionType ? "class" : "function";
    definition.semantic_class = semantic_class;
    definition.parent = parent;
    definitions_.push_back(std::move(definition));
    return definitions_.size() - 1;
  }
  /// A definition whose end is not known yet; end_definition() sets it.
  void end_definition(std::size_t definition, std::size_t node) {
    definitions_[definition].node.end = nodes_[node].range.end;
    definitions_[definition].range.end = nodes_[node].range.end;
  }
  /// A function that is no node of the tree: of an embedded language, or made of several nodes.
  void define_range(syntax::ByteRange node, std::string name,
                    std::optional<std::uint32_t> doc = {}) {
    syntax::Definition definition;
    definition.node = node;
    definition.range = {doc.value_or(node.begin), node.end};
    definition.signature = {node.begin, node.begin};
    definition.qualified_name = name;
    definition.name = std::move(name);
    definition.kind = "function";
    definition.semantic_class = SemanticClass::kDefinitionCallable;
    definitions_.push_back(std::move(definition));
  }
  void refer(std::string name, std::uint32_t offset) {
    references_.push_back({std::move(name), syntax::Reference::Kind::kCall, offset});
  }
  void finish() {
    while (!open_.empty()) close();
  }

  const std::string& text() const { return text_; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(text_.size()); }
  syntax::Node node(std::size_t index) const {
    const Entry& entry = nodes_[index];
    syntax::Node node;
    node.range = entry.range;
    node.symbol = static_cast<std::uint16_t>(std::hash<std::string_view>{}(entry.type) % 4096);
    node.is_named = entry.is_named;
    node.is_comment = entry.type == "comment";
    node.handle[0] = index;
    return node;
  }

  syntax::Node root() const override { return node(0); }
  void children(const syntax::Node& parent, std::vector<syntax::Node>& out) const override {
    out.clear();
    for (const std::size_t kid : nodes_[parent.handle[0]].kids) out.push_back(node(kid));
  }
  std::string_view name(const syntax::Node& of) const override { return nodes_[of.handle[0]].type; }
  const std::vector<syntax::Definition>& definitions() const override { return definitions_; }
  const std::vector<syntax::Member>& members() const override { return members_; }
  const std::vector<syntax::Reference>& references() const override { return references_; }

 private:
  struct Entry {
    std::string_view type;
    syntax::ByteRange range;
    std::vector<std::size_t> kids;
    bool is_named = true;
  };
  std::string text_;
  std::vector<Entry> nodes_;
  std::vector<std::size_t> open_;
  std::vector<syntax::Definition> definitions_;
  std::vector<syntax::Member> members_;
  std::vector<syntax::Reference> references_;
};

/// Writes random programs in a brace language: comments, documented functions and classes, nested
/// blocks, several statements on a line, huge literals, text outside of nodes.
class RandomProgram {
 public:
  explicit RandomProgram(std::uint32_t seed) : random_(seed) {}

  SyntheticTree make() {
    members(0, -1, chance(4) ? 40 : 12);
    tree_.finish();
    return std::move(tree_);
  }

 private:
  /// Rows and blocks end soon once there is enough.
  bool is_enough() const { return tree_.size() > 12000; }
  bool chance(std::uint32_t one_in) { return random_() % one_in == 0; }
  std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(random_() % limit); }
  std::string word() {
    static constexpr std::string_view kWords[] = {"alpha", "beta", "count", "draw", "élan", "x"};
    return std::string(kWords[below(6)]) + std::to_string(below(100));
  }
  void indent(std::uint32_t depth) { tree_.gap(std::string(depth * 2, ' ')); }
  void line_end() {
    tree_.gap(chance(5) ? "\r\n" : chance(6) ? "\n\n" : chance(9) ? "  \n" : "\n");
  }

  void members(std::uint32_t depth, std::int32_t parent, std::uint32_t count) {
    for (std::uint32_t i = below(count) + 1; i > 0 && !is_enough(); --i) {
      const std::uint32_t kind = below(10);
      indent(depth);
      if (kind < 4 && depth < 6) {
        definition(depth, parent, kind == 0);
      } else if (kind == 4) {
        comment();
      } else if (kind == 5 && chance(3)) {
        tree_.gap("MACRO_TEXT(outside, any, node)");
      } else {
        statement(depth);
      }
      line_end();
    }
  }
  void comment() {
    std::string text = "// " + word();
    for (std::uint32_t i = below(chance(10) ? 200 : 12); i > 0; --i) text += ' ' + word();
    tree_.token("comment", text);
  }
  void definition(std::uint32_t depth, std::int32_t parent, bool is_class) {
    const std::uint32_t begin = tree_.size();
    if (chance(2)) {
      comment();
      tree_.gap("\n");
      indent(depth);
    }
    const std::size_t node = tree_.open(is_class ? "class_definition" : "function_definition");
    tree_.token(is_class ? "class" : "func", is_class ? "class" : "func", false);
    tree_.gap(" ");
    const std::string name = word();
    tree_.token("identifier", name);
    tree_.gap(" ");
    const auto index = tree_.define(
        node, begin, tree_.size(), name,
        is_class ? SemanticClass::kDefinitionType : SemanticClass::kDefinitionCallable, parent);
    block(depth, is_class ? static_cast<std::int32_t>(index) : -1,
          static_cast<std::int32_t>(index));
    tree_.close();
    tree_.end_definition(index, node);
  }
  void block(std::uint32_t depth, std::int32_t members_of, std::int32_t inside) {
    tree_.open("block");
    tree_.token("{", "{", false);
    tree_.gap("\n");
    if (members_of >= 0) {
      members(depth + 1, members_of, 8);
    } else {
      statements(depth + 1, inside);
    }
    indent(depth);
    tree_.token("}", "}", false);
    tree_.close();
  }
  void statements(std::uint32_t depth, std::int32_t inside) {
    for (std::uint32_t i = below(chance(6) ? 60 : 6) + 1; i > 0 && !is_enough(); --i) {
      indent(depth);
      if (depth < 7 && chance(5)) {
        tree_.open("if_statement");
        tree_.token("if", "if", false);
        tree_.gap(" ");
        tree_.token("identifier", word());
        tree_.gap(" ");
        block(depth, -1, inside);
        tree_.close();
      } else if (depth < 5 && chance(12)) {
        definition(depth, inside, false);
      } else {
        statement(depth);
        if (chance(4)) {
          tree_.gap(" ");
          statement(depth);
        }
      }
      line_end();
    }
  }
  void statement(std::uint32_t) {
    tree_.open("call_statement");
    const std::string name = word();
    tree_.refer(name, tree_.size());
    tree_.token("identifier", name);
    tree_.token("(", "(", false);
    for (std::uint32_t i = below(chance(20) ? 60 : 5); i > 0; --i) {
      literal();
      tree_.token(",", ",", false);
      tree_.gap(chance(12) ? "\n      " : " ");
    }
    tree_.token(")", ")", false);
    tree_.token(";", ";", false);
    tree_.close();
  }
  void literal() {
    if (!chance(60)) {
      tree_.token("identifier", word());
      return;
    }
    std::string text = "\"";
    for (std::uint32_t i = below(300); i > 0; --i) text += word() + (chance(8) ? "\n" : " ");
    tree_.token("string", text + '"');
  }

  std::mt19937 random_;
  SyntheticTree tree_;
};

}  // namespace codeweaver::chunk::testing
