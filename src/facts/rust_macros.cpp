// Writes calls of macros as calls of functions.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "facts/rust_macros.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace codeweaver::facts {
namespace {

using syntax::Node;

constexpr std::uint32_t kMostMacroDepth = 400;
constexpr std::array kItemLists{std::string_view("source_file"),
                                std::string_view("declaration_list")};

/// Walks the trees of tokens of one text, and changes a copy of the text.
class MacroWriter {
 public:
  MacroWriter(const syntax::SyntaxTree& tree, std::string_view text,
              const std::vector<std::uint32_t>& left_out)
      : tree_(tree), left_out_(left_out) {
    made_.text = text;
  }

  ReadableMacros write() {
    walk(tree_.root(), 0);
    if (made_.ends.empty()) made_.text.clear();
    std::ranges::sort(made_.ends);
    return std::move(made_);
  }

 private:
  void walk(const Node& node, std::uint32_t depth) {
    if (depth > kMostMacroDepth) return;
    const std::string_view kind = tree_.name(node);
    if (kind == "macro_definition" || kind == "attribute_item") return;
    const bool is_item_list = std::ranges::find(kItemLists, kind) != kItemLists.end();
    std::vector<Node> all;
    tree_.children(node, all);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (tree_.name(all[i]) != "macro_invocation") {
        if (all[i].is_named && !is_statement_of(all[i], is_item_list)) walk(all[i], depth + 1);
        continue;
      }
      if (!is_item_list) {
        const char next = i + 1 < all.size() ? first_of(all[i + 1]) : '}';
        invocation(all[i], next, depth);
      }
    }
  }

  /// `name!(...);` beside functions stands for items.
  bool is_statement_of(const Node& node, bool is_item_list) const {
    if (!is_item_list || tree_.name(node) != "expression_statement") return false;
    std::vector<Node> all;
    tree_.children(node, all);
    return !all.empty() && tree_.name(all[0]) == "macro_invocation";
  }

  char first_of(const Node& node) const {
    return node.range.size() == 0 ? '\0' : made_.text[node.range.begin];
  }

  void invocation(const Node& node, char next, std::uint32_t depth) {
    const auto called = tree_.child(node, "macro");
    std::vector<Node> all;
    tree_.children(node, all);
    if (!called || all.empty() || tree_.name(all.back()) != "token_tree") return;
    write_call(called->range.end, all.back(), next, depth);
  }

  /// False: it stays as it is.
  bool write_call(std::uint32_t name_end, const Node& tokens, char next, std::uint32_t depth) {
    if (depth > kMostMacroDepth || tokens.range.size() < 2) return false;
    if (std::ranges::binary_search(left_out_, name_end)) return false;
    const char open = made_.text[tokens.range.begin];
    constexpr std::string_view kGoesOn = ";,.)]?}";
    if (open == '{' && kGoesOn.find(next) == std::string_view::npos) return false;
    std::vector<Node> all;
    tree_.children(tokens, all);
    if (!looks_readable(all)) return false;
    for (std::size_t at = name_end; at < tokens.range.begin; ++at)
      if (made_.text[at] == '!') made_.text[at] = ' ';
    made_.text[tokens.range.begin] = '(';
    made_.text[tokens.range.end - 1] = ')';
    made_.ends.push_back(name_end);
    arguments(all, depth);
    return true;
  }

  /// Macros in the arguments, and `;` between them.
  void arguments(const std::vector<Node>& all, std::uint32_t depth) {
    for (std::size_t i = 1; i + 1 < all.size(); ++i) {
      const std::string_view kind = tree_.name(all[i]);
      if (kind == ";") made_.text[all[i].range.begin] = ',';
      if (kind == "token_tree") nested(all[i], depth + 1);
      call_in_tokens(all, i, depth);
    }
  }

  void nested(const Node& tokens, std::uint32_t depth) {
    if (depth > kMostMacroDepth) return;
    std::vector<Node> all;
    tree_.children(tokens, all);
    for (std::size_t i = 1; i + 1 < all.size(); ++i) {
      if (tree_.name(all[i]) == "token_tree" && !call_in_tokens(all, i, depth))
        nested(all[i], depth + 1);
    }
  }

  /// True if the tokens at `i` are the arguments of a macro, which is written as a call.
  bool call_in_tokens(const std::vector<Node>& all, std::size_t i, std::uint32_t depth) {
    if (i < 2 || tree_.name(all[i]) != "token_tree" || tree_.name(all[i - 2]) != "identifier")
      return false;
    const auto& sign = all[i - 1].range;
    if (std::string_view(made_.text).substr(sign.begin, sign.size()) != "!") return false;
    const char next = i + 1 < all.size() ? first_of(all[i + 1]) : '}';
    return write_call(all[i - 2].range.end, all[i], next, depth + 1);
  }

  /// Tokens that no list of expressions has: `=>`, `$name`, `#`, two names in a row.
  bool looks_readable(const std::vector<Node>& all) const {
    for (std::size_t i = 1; i + 1 < all.size(); ++i) {
      const std::string_view kind = tree_.name(all[i]);
      const auto& range = all[i].range;
      const std::string_view written =
          std::string_view(made_.text).substr(range.begin, range.size());
      if (kind == "metavariable" || kind == "token_repetition") return false;
      if (written == "=>" || written == "$" || written == "#" || written == "@") return false;
      if (kind == "identifier" && i > 1 && tree_.name(all[i - 1]) == "identifier") return false;
    }
    return true;
  }

  const syntax::SyntaxTree& tree_;
  const std::vector<std::uint32_t>& left_out_;
  ReadableMacros made_;
};

/// Adds the arguments of macros that contain an error.
class ErrorFinder {
 public:
  ErrorFinder(const syntax::SyntaxTree& tree, const ReadableMacros& made)
      : tree_(tree), made_(made) {}

  std::vector<std::uint32_t> find() {
    walk(tree_.root(), 0);
    std::ranges::sort(out_);
    const auto rest = std::ranges::unique(out_);
    out_.erase(rest.begin(), rest.end());
    return std::move(out_);
  }

 private:
  void walk(const Node& node, std::uint32_t depth) {
    if (depth > kMostMacroDepth) return;
    if (node.is_error) add_before(node);
    std::vector<Node> all;
    tree_.children(node, all);
    for (const Node& one : all) walk(one, depth + 1);
  }

  /// The macro whose name ends last before the end of an error, and all within it.
  void add_before(const Node& error) {
    auto at = std::ranges::upper_bound(made_.ends, error.range.end);
    while (at != made_.ends.begin()) {
      --at;
      out_.push_back(*at);
      if (*at < error.range.begin) return;
    }
  }

  const syntax::SyntaxTree& tree_;
  const ReadableMacros& made_;
  std::vector<std::uint32_t> out_;
};

}  // namespace

ReadableMacros readable_macros(const syntax::SyntaxTree& tree, std::string_view text,
                               const std::vector<std::uint32_t>& left_out) {
  return MacroWriter(tree, text, left_out).write();
}

std::vector<std::uint32_t> unreadable_macros(const syntax::SyntaxTree& tree,
                                             const ReadableMacros& made) {
  return ErrorFinder(tree, made).find();
}

}  // namespace codeweaver::facts
