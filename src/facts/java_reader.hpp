// JavaReader: the facts of a Java text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "facts/tree_reader.hpp"

namespace codeweaver::facts {

/// Reads one text, statement by statement. An import names its type (`module`); a static one also
/// the member (`imported`). One of all types of a package or all members of a type has the name
/// "*".
class JavaReader : private TreeReader {
 public:
  /// The name of constructors.
  static constexpr std::string_view kConstructor = "<init>";

  JavaReader(const syntax::SyntaxTree& tree, std::string_view text) : TreeReader(tree, text) {}
  Facts read();

 private:
  /// What surrounds the node that is read.
  struct Context {
    Id own_class = kNone;
    Id superclass = kNone;       ///< type that it extends
    Id lambda = kNone;           ///< declaration that `return` gives values to
    Id returns = kNone;          ///< expression like what `return` is wanted for
    bool returns_value = false;  ///< a `return` with a value has been read
  };

  struct Parameter {
    Node as;  ///< its name
    Id type = kNone;
    bool is_rest = false;
  };

  /// Return the scope of what follows: a condition may declare variables for it.
  Id statements(const Node& node, Id scope);
  Id if_statement(const Node& node, Id scope);
  void statement(const Node& node, Id scope);
  bool declaration(const Node& node, std::string_view kind, Id scope);
  void return_statement(const Node& node, Id scope);
  void import(const Node& node);
  void uses_in_import(const Node& path, bool is_static_member);
  void local_variables(const Node& node, Id scope);
  void variable(const Node& as, Id type, Id given, Id scope);
  void loop_over(const Node& node, Id scope);
  void catch_clause(const Node& node, Id scope);
  void resource(const Node& node, Id scope);

  void class_declaration(const Node& node, Id scope, Id owner);
  void class_body(const Node& body, Id decl, Id scope, Id superclass = kNone);
  void members(const Node& body, Id decl, Id scope);
  void unnamed_body(const Node& body, Id decl, Id scope);
  /// Returns the class that a class extends; kNone: none.
  Id bases(const Node& node, Id decl, Id scope);
  void components(const Node& list, Id decl, Id scope);
  void enum_constant(const Node& node, Id decl, Id scope);
  void fields(const Node& node, Id decl, Id scope);
  void method(const Node& node, Id decl, Id scope);
  void constructor(const Node& node, Id decl, Id scope);
  void function_body(const Node& node, Id function, Id inner);
  void parameters(const Node& list, Id function, Id inner);
  std::optional<Parameter> parameter(const Node& node, Id scope);
  Id type_parameters(const Node& node, Id scope);
  bool has_modifier(const Node& node, std::string_view word) const;
  void annotations(const Node& node, Id scope);
  void annotation(const Node& node, Id scope);

  /// kNone: a type that nothing can be asked of.
  Id type_of(const Node& node, Id scope);
  Id scoped_type(const Node& node, Id scope);
  Id generic_type(const Node& node, Id scope);
  /// The type of a variable; kNone: its value says it.
  Id variable_type(const Node& holder, Id scope);
  Id with_dimensions(const Node& holder, Id type);
  Id library(std::string_view type) {
    return build_.expr(ExprKind::kLibraryType, build_.name(type));
  }
  Id instance(Id type) { return type == kNone ? kNone : build_.expr(ExprKind::kInstance, type); }

  static bool is_type(std::string_view kind);
  Id value(const Node& node, Id scope, Id wanted = kNone);
  Id operator_value(const Node& node, std::string_view kind, Id scope, Id wanted);
  Id literal(std::string_view kind, std::string_view text);
  Id member(const Node& node, Id scope);
  Id call(const Node& node, Id scope);
  Id creation(const Node& node, Id scope);
  Id array_creation(const Node& node, Id scope);
  void constructor_call(const Node& node, Id scope);
  Id constructed_class(const Node& which, Id scope);
  /// A call with these arguments. `before`: the value that is called on.
  Id called(Id before, Id name, const std::optional<Node>& arguments, Id scope,
            const Node* use = nullptr);
  Node without_parentheses(Node node) const;
  Id declare_lambda(const Node& node);
  void read_lambda(const Node& node, Id id, Id scope, Id wanted);
  Id lambda(const Node& node, Id scope, Id wanted);
  void lambda_body(const Node& body, Id lambda, Id scope);
  Id method_reference(const Node& node, Id scope, Id wanted);
  Id referred_object(const Node& node, Id scope);
  Id reference_to(const Node& node, Id of, Id wanted);
  Id use_reference(const Node& node, Id of, Id wanted, Id scope);
  Id binary(const Node& node, Id scope);
  Id choice(const Node& node, Id scope, Id wanted);
  Id instance_test(const Node& node, Id scope);
  Id switch_value(const Node& node, Id scope, Id wanted);
  void label(const Node& node, Id tested, Id scope);
  void pattern(const Node& node, Id scope);
  Id self() {
    return context_.own_class == kNone ? kNone : build_.expr(ExprKind::kSelf, context_.own_class);
  }

  Context context_;
};

}  // namespace codeweaver::facts
