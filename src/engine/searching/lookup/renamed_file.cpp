// RenamedFile: declarations and linked uses are replaced, other words are looked at.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/lookup/renamed_file.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>

#include "base/lines.hpp"
#include "base/path_name.hpp"
#include "facts/read_facts.hpp"
#include "syntax/syntax_tree.hpp"

namespace codeweaver::engine {
namespace {

using facts::Facts;
using facts::Place;

bool is_word_part(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' ||
         (c & 0x80) != 0;
}

/// Names of object literals and patterns that stand for a key and a value: `{ name }`.
class Shorthands {
 public:
  /// Reads the text only in TypeScript and JavaScript.
  Shorthands(const Facts& facts, std::string_view path, std::string_view text) {
    if (!facts::is_typescript(facts.language)) return;
    const auto language = syntax::language_of_content(base::file_name(path), text);
    auto tree =
        language ? syntax::SyntaxTree::parse(text, *language) : Result<syntax::SyntaxTree>(Error{});
    if (tree) visit(*tree, tree->root(), 0);
  }

  /// What to write instead of `name` at a place, if it is renamed.
  std::string written(Place place, const Renaming& renaming) const {
    const auto at = kinds_.find(place);
    if (at == kinds_.end()) return std::string(renaming.to);
    const auto& [key, value] =
        at->second ? std::pair(renaming.from, renaming.to) : std::pair(renaming.to, renaming.from);
    return std::string(key) + ": " + std::string(value);
  }

 private:
  void visit(const syntax::SyntaxTree& tree, const syntax::Node& node, int depth) {
    constexpr int kDeepest = 400;
    if (depth > kDeepest) return;
    const auto kind = tree.name(node);
    const bool is_value = kind == "shorthand_property_identifier";
    if (is_value || kind == "shorthand_property_identifier_pattern") {
      const auto [row, column] = tree.start(node);
      kinds_[{row + 1, column + 1}] = is_value;
    }
    std::vector<syntax::Node> parts;
    tree.children(node, parts);
    for (const auto& part : parts) visit(tree, part, depth + 1);
  }

  std::map<Place, bool, PlaceOrder> kinds_;  // true: the name is that of the value
};

/// What is known of the words of a file.
class WordReader {
 public:
  WordReader(SymbolGraph::Question& question, const RenameGroup& group, const std::string& path,
             std::string_view text, const Renaming& renaming)
      : question_(question), group_(group), path_(path), text_(text), renaming_(renaming) {}

  RenamedFile read(bool links) {
    lines_ = base::split_lines(text_);
    const auto words = words_in(text_, renaming_.from);
    for (const auto place : words) left_.emplace(place, RenameDoubt::kText);
    const auto facts = question_.facts(path_);
    if (facts != nullptr) {
      const Shorthands shorthands(*facts, path_, text_);
      replace_declarations(*facts);
      sort_uses(*facts, shorthands, links);
      leave_out_local(*facts);
    }
    for (const auto& [place, doubt] : left_) add_left_out(place, doubt);
    return std::move(out_);
  }

 private:
  void replace(Place place, std::string with) {
    if (left_.erase(place) > 0) out_.replacements[place] = std::move(with);
  }

  void replace_declarations(const Facts& facts) {
    for (const auto& one : group_.members()) {
      if (one.path == path_) replace(one.place, std::string(renaming_.to));
    }
    // A destructor is declared as `~Name`.
    if (!facts::is_cpp(facts.language)) return;
    const std::string destructor = '~' + std::string(renaming_.from);
    for (facts::Id id = 0; id < facts.decls.size(); ++id) {
      const auto& decl = facts.decls[id];
      if (facts.name(decl.name) != destructor) continue;
      const auto of = question_.class_of({path_, id, decl.place});
      if (of && group_.has(*of))
        replace({decl.place.line, decl.place.column + 1}, std::string(renaming_.to));
    }
  }

  void sort_uses(const Facts& facts, const Shorthands& shorthands, bool links) {
    const auto name = facts.find_name(renaming_.from);
    for (std::size_t i = 0; name != facts::kNone && i < facts.uses.size(); ++i) {
      const auto& use = facts.uses[i];
      if (facts.name_id(use) != name || !left_.contains(use.place)) continue;
      const auto link = links ? question_.link(path_, i) : graph::Link{};
      const auto ours = std::ranges::count_if(
          link.targets, [&](const graph::Target& target) { return group_.has(target); });
      if (!link.targets.empty() && ours == std::ssize(link.targets))
        replace(use.place, shorthands.written(use.place, renaming_));
      else if (ours > 0)
        left_[use.place] = RenameDoubt::kCandidates;
      else if (link.link_class == graph::LinkClass::kByName)
        left_[use.place] = RenameDoubt::kByName;
      else
        left_.erase(use.place);
    }
  }

  /// Other declarations with this name, and uses of local variables, which stored facts lack.
  void leave_out_local(const Facts& stored) {
    const auto drop = [&](const Facts& facts) {
      const auto name = facts.find_name(renaming_.from);
      if (name == facts::kNone) return;
      for (const auto& decl : facts.decls)
        if (decl.name == name) drop_text(decl.place);
      for (const auto& use : facts.uses)
        if (facts.name_id(use) == name) drop_text(use.place);
    };
    drop(stored);
    const bool has_texts = std::ranges::any_of(
        left_, [](const auto& one) { return one.second == RenameDoubt::kText; });
    if (!has_texts) return;
    if (const auto whole = facts::read_facts(path_, text_)) drop(*whole);
  }

  void drop_text(Place place) {
    if (const auto at = left_.find(place); at != left_.end() && at->second == RenameDoubt::kText)
      left_.erase(at);
  }

  void add_left_out(Place place, RenameDoubt doubt) {
    if (!out_.left_out.empty() && out_.left_out.back().line == place.line) {
      out_.left_out.back().doubt = std::min(out_.left_out.back().doubt, doubt);
      return;
    }
    const auto line = place.line <= lines_.size() ? lines_[place.line - 1] : std::string_view();
    out_.left_out.push_back({path_, place.line, std::string(line), doubt});
  }

  SymbolGraph::Question& question_;
  const RenameGroup& group_;
  const std::string& path_;
  std::string_view text_;
  const Renaming& renaming_;
  std::vector<std::string_view> lines_;
  std::map<Place, RenameDoubt, PlaceOrder> left_;  // words that are not replaced
  RenamedFile out_;
};

}  // namespace

std::vector<Place> words_in(std::string_view text, std::string_view name) {
  std::vector<Place> out;
  std::uint32_t line = 1;
  std::size_t begin = 0, counted = 0;
  for (auto at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    for (; counted < at; ++counted)
      if (text[counted] == '\n') {
        ++line;
        begin = counted + 1;
      }
    const auto end = at + name.size();
    if ((at == 0 || !is_word_part(text[at - 1])) &&
        (end == text.size() || !is_word_part(text[end])))
      out.push_back({line, static_cast<std::uint32_t>(at - begin + 1)});
  }
  return out;
}

RenamedFile renamed_file(SymbolGraph::Question& question, const RenameGroup& group,
                         const std::string& path, std::string_view text, const Renaming& renaming,
                         bool links) {
  return WordReader(question, group, path, text, renaming).read(links);
}

}  // namespace codeweaver::engine
