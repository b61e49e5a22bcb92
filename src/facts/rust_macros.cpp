// Writes calls of macros as calls of functions.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "facts/rust_macros.hpp"

#include <algorithm>
#include <array>

namespace codeweaver::facts {
namespace {

using syntax::Node;

constexpr std::uint32_t kMostMacroDepth = 400;
constexpr std::array kItemLists{std::string_view("source_file"),
                                std::string_view("declaration_list")};

/// Walks the trees of tokens of one text, and copies what it can use.
class MacroWriter {
 public:
  MacroWriter(const syntax::SyntaxTree& tree, std::string_view text) : tree_(tree), text_(text) {}

  ReadableMacros write() {
    walk(tree_.root(), 0);
    std::ranges::sort(made_.ends);
    return std::move(made_);
  }

 private:
  void walk(const Node& node, std::uint32_t depth) {
    if (depth > kMostMacroDepth) return;
    const std::string_view kind = tree_.name(node);
    if (kind == "macro_definition" || kind == "attribute_item" || kind == "use_declaration") return;
    const bool is_item_list = std::ranges::find(kItemLists, kind) != kItemLists.end();
    std::vector<Node> all;
    tree_.children(node, all);
    for (const Node& one : all) {
      if (!one.is_named || one.is_comment) continue;
      if (tree_.name(one) == "macro_invocation") {
        if (!is_item_list) invocation(one);
      } else if (!is_item_list || !is_macro_statement(one)) {
        walk(one, depth + 1);
      }
    }
  }

  /// `name!(...);`, which stands for items beside functions.
  bool is_macro_statement(const Node& node) const {
    if (tree_.name(node) != "expression_statement") return false;
    std::vector<Node> all;
    tree_.children(node, all);
    return !all.empty() && tree_.name(all[0]) == "macro_invocation";
  }

  std::string_view written(const Node& node) const {
    return text_.substr(node.range.begin, node.range.size());
  }

  void invocation(const Node& node) {
    const auto called = tree_.child(node, "macro");
    std::vector<Node> all;
    tree_.children(node, all);
    if (!called || all.empty() || tree_.name(all.back()) != "token_tree") return;
    if (!looks_readable(all.back())) return;
    if (made_.text.empty()) {
      made_.text.assign(text_.size(), ' ');
      for (std::size_t i = 0; i < text_.size(); ++i)
        if (text_[i] == '\n') made_.text[i] = '\n';
    }
    const auto& range = node.range;
    std::copy_n(text_.begin() + range.begin, range.size(), made_.text.begin() + range.begin);
    write_call(called->range.end, all.back(), 0);
    const auto end = made_.text.find_first_not_of('\n', range.end);
    if (end != std::string::npos) made_.text[end] = ';';
  }

  void write_call(std::uint32_t name_end, const Node& tokens, std::uint32_t depth) {
    for (std::size_t at = name_end; at < tokens.range.begin; ++at)
      if (made_.text[at] == '!') made_.text[at] = ' ';
    made_.text[tokens.range.begin] = '(';
    made_.text[tokens.range.end - 1] = ')';
    made_.ends.push_back(name_end);
    std::vector<Node> all;
    tree_.children(tokens, all);
    for (std::size_t i = 1; i + 1 < all.size(); ++i) {
      if (written(all[i]) == ";") made_.text[all[i].range.begin] = ',';
      if (tree_.name(all[i]) == "token_tree") nested(all, i, depth + 1);
    }
  }

  /// A tree of tokens within the arguments: those of another macro, or a group.
  void nested(const std::vector<Node>& around, std::size_t i, std::uint32_t depth) {
    if (depth > kMostMacroDepth) return;
    const Node& tokens = around[i];
    const bool is_macro = i >= 2 && tree_.name(around[i - 2]) == "identifier" &&
                          written(around[i - 1]) == "!" && looks_readable(tokens);
    if (is_macro) return write_call(around[i - 2].range.end, tokens, depth);
    std::vector<Node> all;
    tree_.children(tokens, all);
    for (std::size_t k = 1; k + 1 < all.size(); ++k)
      if (tree_.name(all[k]) == "token_tree") nested(all, k, depth);
  }

  /// False for tokens that no list of expressions has: `=>`, `$name`, `#`, two names in a row.
  bool looks_readable(const Node& tokens) const {
    if (tokens.range.size() < 2) return false;
    std::vector<Node> all;
    tree_.children(tokens, all);
    for (std::size_t i = 1; i + 1 < all.size(); ++i) {
      const std::string_view kind = tree_.name(all[i]), text = written(all[i]);
      if (kind == "metavariable" || kind == "token_repetition") return false;
      if (text == "=>" || text == "$" || text == "#" || text == "@") return false;
      if (kind == "identifier" && i > 1 && tree_.name(all[i - 1]) == "identifier") return false;
    }
    return true;
  }

  const syntax::SyntaxTree& tree_;
  std::string_view text_;
  ReadableMacros made_;
};

bool has_error(const syntax::SyntaxTree& tree, const Node& node, std::uint32_t depth = 0) {
  if (node.is_error || depth > kMostMacroDepth) return true;
  std::vector<Node> all;
  tree.children(node, all);
  return std::ranges::any_of(all, [&](const Node& one) { return has_error(tree, one, depth + 1); });
}

}  // namespace

ReadableMacros readable_macros(const syntax::SyntaxTree& tree, std::string_view text) {
  return MacroWriter(tree, text).write();
}

std::unordered_map<std::uint32_t, Node> macro_calls(const syntax::SyntaxTree& tree) {
  std::unordered_map<std::uint32_t, Node> out;
  std::vector<Node> statements, inner;
  tree.children(tree.root(), statements);
  for (const Node& statement : statements) {
    if (statement.is_error || !statement.is_named) continue;
    tree.children(statement, inner);
    const bool is_alone = tree.name(statement) == "call_expression";
    const Node* const call = is_alone ? &statement : inner.empty() ? nullptr : &inner[0];
    if (call != nullptr && tree.name(*call) == "call_expression" && !has_error(tree, *call))
      out.emplace(call->range.begin, *call);
  }
  return out;
}

}  // namespace codeweaver::facts
