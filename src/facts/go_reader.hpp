// GoReader: the facts of a Go text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "facts/tree_reader.hpp"

namespace codeweaver::facts {

/// Reads one text, statement by statement. Types and expressions become expressions of the facts.
class GoReader : private TreeReader {
 public:
  GoReader(const syntax::SyntaxTree& tree, std::string_view text) : TreeReader(tree, text) {}
  Facts read();

 private:
  /// Returns the scope of what follows the last one: a declaration may open one (assignment()).
  Id statements(const Node& node, Id scope);
  void statement(const Node& node, Id scope);
  void import(const Node& node, Id scope);
  /// These three return the scope of the statements that follow. In `key := f(key)` the second
  /// `key` is the one from before, so the first gets a scope of its own.
  Id assignment(const Node& node, Id scope, bool declares);
  bool is_used_since(std::size_t first, const Nodes& names, Id scope);
  Id value_spec(const Node& node, Id scope);
  Id range(const Node& node, Id scope);
  void type_switch(const Node& node, Id scope);
  void bind(const Node& node, Id value, Id scope);
  void assign_to(const Node& node, Id value, Id scope);

  void function(const Node& node, Id scope);
  /// Types are read in the scope `types`, which the parameters are not part of: in
  /// `f(table *table.Table)` the type means the package.
  void receiver(const Node& node, Id function, Id types, Id inner);
  void set_signature(Id function, const Node& list);
  void parameters(const Node& node, Id function, Id types, Id inner);
  void type_parameters(const Node& node, Id inner, Id decl);
  /// `inner`: the scope that its names are declared in; kNone: they are not.
  Id result(const std::optional<Node>& node, Id types, Id inner);

  void type_spec(const Node& node, Id scope);
  void struct_type(const Node& node, Id scope, Id decl);
  void field(const Node& node, Id scope, Id decl);
  void interface_type(const Node& node, Id scope, Id decl);
  /// kNone: a type that nothing can be asked of.
  Id type_of(const Node& node, Id scope);
  Id composite_type(const Node& node, Id scope);

  Id value(const Node& node, Id scope);
  Id other_value(const Node& node, std::string_view type, Id scope);
  Id call(const Node& node, Id scope);
  Id function_literal(const Node& node, Id scope);
  std::vector<Id> values(const Node& list, Id scope);
  /// `made`: the value that the literal makes; kNone: unknown.
  void literal(const Node& body, Id made, Id scope);
  void literal_element(const Node& node, Id made, Id scope);
  void keyed_element(const Node& node, Id made, Id scope);
  Id element_of(Id made);
  /// The type of `made`, if it was written as a list or map here; else null.
  const Expr* written_container(Id made) const;

  bool is_in_function_ = false;
  std::vector<Id> constants_;  // values of the last constant, and its type
  Id constant_type_ = kNone;
};

}  // namespace codeweaver::facts
