// Reads nodes of a tree: their text, their children, and the names they define.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "syntax/rules.hpp"

namespace codeweaver::syntax {

/// A source text with the rules of its language. Both are borrowed.
struct Source {
  std::string_view text;
  const Rules* rules;

  std::string_view text_of(TSNode node) const noexcept;
  std::uint16_t flags_of(TSNode node) const noexcept { return rules->flags(ts_node_symbol(node)); }
  /// Null node: no such child.
  TSNode field(TSNode node, TSFieldId field) const noexcept;
};

/// The first named child of one of the types, among the first 64. Null node: none.
TSNode child_of(TSNode node, const Symbols& symbols) noexcept;
TSNode child_of_type(TSNode node, const char* type) noexcept;
bool is_type(TSNode node, const char* type) noexcept;

/// Returns the text with each run of white space as one blank. At most `max_bytes`, cut between
/// characters.
std::string one_line(std::string_view text, std::size_t max_bytes = 100);

/// The result of a rule at a node.
struct Found {
  std::string name{};  ///< empty: nothing is defined here
  const Kind* kind = nullptr;
  TSNode name_node{};         ///< null: the name has no separate node
  bool saw_function = false;  ///< the path passed a function declarator
  std::uint32_t end = 0;      ///< offset where the definition ends; 0: with its node
};

/// The child in the field with this name. Null node: none.
TSNode field_named(TSNode node, std::string_view name) noexcept;

/// The name in `node`. Empty for a null node.
Found named(TSNode node, const Source& source);

/// Returns one line without quotes of any kind.
std::string without_quotes(std::string_view text);

/// Follows `rule` from `node`. The caller checks conditions.
Found find_name(const DefinitionRule& rule, TSNode node, const Source& source);

/// Like find_name(), but follows every matching child: `int a, *b;` declares two.
std::vector<Found> find_names(const DefinitionRule& rule, TSNode node, const Source& source);

/// Finds names by code, for Hook.
Found find_by_hook(Hook hook, TSNode node, const Source& source);

/// Field `name`, or else the first of eight named children that looks like a name. Null node: none.
TSNode usual_name(TSNode node, const Source& source) noexcept;

/// Takes one step. Null node: no such node. `saw_function` is set as in Found.
TSNode take(const Step& step, TSNode node, const Source& source, bool& saw_function);

/// A name as written, without generic arguments, quotes and sigils; and its last part: "A<T>::b" ->
/// {"A::b", "b"}. Titles, keys and similar names have no parts.
struct SplitName {
  std::string full;
  std::string last;
};
SplitName split_name(const Kind& kind, std::string_view name, std::string_view separator);

}  // namespace codeweaver::syntax
