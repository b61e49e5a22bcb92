// RustReader: the facts of a Rust text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "facts/tree_reader.hpp"

namespace codeweaver::facts {

/// The facts of a text with this tree. Calls of macros are read as if they were calls of functions,
/// which needs a second tree.
Facts read_rust_facts(const syntax::SyntaxTree& tree, std::string_view text);

/// Reads one text. References, pointers and lifetimes are left out: `&T` is `T`. An `impl` is a
/// class without a name: its type is the implementing type, its base the trait; methods belong to
/// it. In an `impl`, a trait and a type, `Self` is an alias. A macro is a function. An import of
/// all names has the name "*". A module is a namespace with a scope, or without one if it is a file
/// of its own.
class RustReader : private TreeReader {
 public:
  /// `macros`: offsets of the ends of names that stand before the arguments of a macro, sorted.
  /// `calls`: nodes of another tree, which must outlive this, by the offset of a macro.
  RustReader(const syntax::SyntaxTree& tree, std::string_view text,
             std::vector<std::uint32_t> macros = {},
             std::unordered_map<std::uint32_t, syntax::Node> calls = {})
      : TreeReader(tree, text), macros_(std::move(macros)), calls_(std::move(calls)) {}
  Facts read();

 private:
  /// What surrounds the node that is read.
  struct Context {
    Id owner = kNone;     ///< the `impl` or trait around it
    Id function = kNone;  ///< the function around it
    Id lambda = kNone;    ///< the closure that `return` gives values to
  };

  /// Reads the statements of a block, and returns the value of the last one.
  Id statements(const Node& node, Id scope);
  /// True if the node is an item: it has been read.
  bool item(const Node& node, Id scope);
  void items(const Node& list, Id scope);
  void module(const Node& node, Id scope);
  /// Declares a structure or an enumeration named `as`. Returns it and the scope within it, which
  /// has its type parameters.
  std::pair<Id, Id> open_class(const Node& node, const Node& as, Id scope);
  void structure(const Node& node, Id scope);
  void enumeration(const Node& node, Id scope);
  void fields(const Node& body, Id owner, Id scope);
  void trait(const Node& node, Id scope);
  void implementation(const Node& node, Id scope);
  void alias(const Node& node, Id scope);
  void self_alias(Id type, Id scope, const Node& at);
  void constant(const Node& node, Id scope);
  void function(const Node& node, Id scope);
  void parameters(const Node& list, Id function, Id scope);
  void macro(const Node& node, Id scope);
  void set_member(Id decl);
  bool is_public(const Node& node) const;
  std::string_view path_attribute(const Node& node) const;

  void import(const Node& node, Id scope);
  /// One part of a `use`. `path`: what stands before it, as text and as an expression.
  void import_part(const Node& node, std::string_view path, Id before, Id scope);
  void import_name(const Node& node, const Node* as, std::string_view path, Id before, Id scope);
  Id import_path(const Node& node, Id before, Id scope);
  void external_crate(const Node& node, Id scope);

  Id type_parameters(const Node& node, Id scope);
  void where_clause(const Node& node, Id scope);
  void bounds(const Node& node, Id parameter, Id scope);
  /// kNone: a type that nothing can be asked of.
  Id type_of(const Node& node, Id scope);
  Id compound_type(const Node& node, std::string_view kind, Id scope);
  Id function_type(const Node& node, Id scope);
  Id union_type(const Node& node, Id scope);
  Id generic_type(const Node& node, Id scope);
  Id type_arguments(const Node& node, Id scope);
  Id type_name(const Node& node, Id scope, Use::Kind kind = Use::Kind::kType);
  Id scoped_type(const Node& node, Id scope);
  /// What stands before `::`.
  Id prefix(const Node& node, Id scope);
  /// The field `path` of a node.
  Id prefix_of(const Node& node, Id scope);
  Id library(std::string_view type) {
    return build_.expr(ExprKind::kLibraryType, build_.name(type));
  }
  Id instance(Id type) { return type == kNone ? kNone : build_.expr(ExprKind::kInstance, type); }

  Id value(const Node& node, Id scope);
  Id operator_value(const Node& node, std::string_view kind, Id scope);
  Id control_value(const Node& node, std::string_view kind, Id scope);
  Id path_value(const Node& node, Id scope, Use::Kind kind = Use::Kind::kOther);
  Id call(const Node& node, Id scope);
  /// What is called. `applied`: with its type arguments.
  Id callee(const Node& node, Id scope);
  Id field(const Node& node, Id scope, bool is_called);
  Id arguments(Id called, const Node& list, Id scope);
  Id macro_call(const Node& node, Id scope);
  Id closure(const Node& node, Id scope, Id expected);
  Id struct_value(const Node& node, Id scope);
  Id block(const Node& node, Id scope);
  Id condition(const Node& node, Id scope);
  Id if_value(const Node& node, Id scope);
  Id match_value(const Node& node, Id scope);
  Id any_of(const std::vector<Id>& values);
  /// An expression without a value for kNone.
  Id known(Id value) { return value == kNone ? build_.expr(ExprKind::kUnion, kNone) : value; }
  bool is_macro(const Node& name) const;
  void note_element(Id called, Id element, Id scope);

  /// Returns the scope of the statements that follow.
  Id let(const Node& node, Id scope);
  bool hides(const Node& pattern, Id scope);
  bool has_hole(const Node& type) const;
  /// Declares the names of a pattern. `given`: what is matched; kNone: not known.
  void pattern(const Node& node, Id given, Id type, Id scope);
  void bind(const Node& node, Id given, Id type, Id scope);
  void struct_pattern(const Node& node, Id given, Id scope);
  void parts(const Node& node, Id given, Id path, std::size_t from, Id scope);
  Id matched(Id given, Id path, std::size_t position);

  Id kept_name(std::string_view text);

  Context context_;
  std::vector<std::uint32_t> macros_;
  std::unordered_map<std::uint32_t, Node> calls_;
  std::string_view path_;  // of the module that follows, if an attribute says it
  std::deque<std::string> made_names_;
};

}  // namespace codeweaver::facts
