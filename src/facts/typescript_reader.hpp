// TypeScriptReader: the facts of a TypeScript or JavaScript text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "facts/tree_reader.hpp"

namespace codeweaver::facts {

/// Reads one text, statement by statement. Scope 0 is that of the text. Scope 1 holds the exports
/// that have another name or come from another module: "default", "export=" (what CommonJS
/// exports), and "*" for each module whose exports are all passed on.
class TypeScriptReader : private TreeReader {
 public:
  static constexpr Id kExports = 1;  ///< the scope of exports
  static constexpr Id kGlobals = 2;  ///< the scope of what `declare global` adds

  TypeScriptReader(const syntax::SyntaxTree& tree, std::string_view text)
      : TreeReader(tree, text) {}
  Facts read();

 private:
  /// What surrounds the node that is read.
  struct Context {
    Id this_value = kNone;   ///< expression for `this`
    Id this_class = kNone;   ///< declaration of the class whose object `this` is
    Id own_class = kNone;    ///< declaration of the class around, for `super`
    Id constructed = kNone;  ///< declaration of the class whose constructor has the parameters
    Id function = kNone;     ///< declaration of the function whose `return` is read
    Id returns = kNone;      ///< expression: what that function should return
  };

  void statements(const Node& node, Id scope);
  void statement(const Node& node, Id scope);
  bool declaration(const Node& node, std::string_view kind, Id scope);
  void loop_over(const Node& node, Id scope);
  void catch_clause(const Node& node, Id scope);
  void return_statement(const Node& node, Id scope);
  void variable(const Node& node, Id scope);
  void module_block(const Node& node, Id scope);
  bool is_local(Id scope);

  struct Test {  // what a condition says about a variable
    Node variable;
    Id key = kNone;             ///< name of the member that is compared
    bool is_equal = true;       ///< false: not equal to any
    std::vector<Id> constants;  ///< names; none: the member exists
    Id made = kNone;            ///< expression: what the variable is, instead
  };
  using Tests = std::vector<Test>;

  Id constant(const Node& node);
  void add_comparison(const Node& tested, const Node& with, bool is_equal, Tests& out);
  void add_tests(const Node& condition, bool is_true, Id scope, Tests& out);
  Id narrowed(const Tests& tests, Id scope);
  Id narrowed_by(const std::optional<Node>& condition, bool is_true, Id scope);
  bool exits(const Node& node);
  Id if_statement(const Node& node, Id scope);
  void switch_statement(const Node& node, Id scope);

  void import_statement(const Node& node, Id scope);
  void import_clause(const Node& node, Id module, Id scope);
  void import_specifier(const Node& node, Id module, Id scope);
  void export_statement(const Node& node, Id scope);
  void export_default(const Node& node, const Node& value, Id scope);
  void export_specifier(const Node& node, Id module, Id scope);
  bool is_type_only(const Node& node);
  /// Declares an import that gives no name. Returns its number.
  Id unnamed_import(const Node& place, Id module, Id scope);
  Id add_import(const Node& as, Id scope, Id module, Id imported);
  Id add_export(const Node& place, Id as);
  void common_js(const Node& left, const Node& right, Id given, Id scope);
  void share_members(const Node& object, Id given);
  void import_by_require(const Node& pattern, Id module, Id scope);
  /// The text between the quotes, as a name.
  Id module_name(const Node& string);
  Id import_expression(Id module) { return build_.expr(ExprKind::kModule, module); }

  /// Declares the names of a pattern. `type`: as written; `given`: expression of its value.
  Id bind(const Node& pattern, DeclKind kind, Id type, Id given, Id scope);
  void bind_object(const Node& pattern, DeclKind kind, Id given, Id scope);
  void bind_array(const Node& pattern, DeclKind kind, Id given, Id scope);
  Id bind_name(const Node& name, DeclKind kind, Id type, Id given, Id scope);

  void function_declaration(const Node& node, Id scope);
  /// Reads parameters, result and body. `wanted`: expression whose values are functions like this.
  void function(const Node& node, Id decl, Id scope, Id wanted);
  void parameters(const Node& node, Id decl, Id inner, Id wanted);
  Id parameter(const Node& node, Id inner, Id wanted, Id position);
  void parameter_property(const Node& node, const Node& pattern, Id parameter);
  std::vector<Id> type_parameters(const Node& node, Id inner);
  void result(const Node& node, Id decl, Id inner);
  /// `inside`: what surrounds its body, unless it is an arrow function.
  Id function_value(const Node& node, Id scope, Id wanted, const Context& inside);

  Id class_declaration(const Node& node, Id scope);
  void heritage(const Node& node, Id decl, Id scope);
  void interface_declaration(const Node& node, Id scope);
  void enum_declaration(const Node& node, Id scope);
  void alias_declaration(const Node& node, Id scope);
  void class_body(const Node& node, Id decl, Id scope);
  void class_member(const Node& node, std::string_view kind, Id decl, Id scope);
  void method(const Node& node, Id decl, Id scope, Id wanted);
  void field(const Node& node, Id decl, Id scope);
  Id member(DeclKind kind, const Node& name, Id owner, Id scope);
  Id assign_member(const Node& left, const Node& right, Id target, Id scope);
  std::optional<Node> prototype_of(const Node& node) const;
  void set_prototype(Id type, const Node& right, Id given, Id scope);
  void extend(Id type, const Node& base, Id scope);
  Context method_context(Id type);
  void inherits(const Node& called, const Nodes& arguments, Id scope);
  void make_class(Id function);
  struct Holder {
    Id decl = kNone;  ///< kNone: not known
    bool is_object = false;
  };
  Holder holder_of(Id decl) const;
  void assign_members();
  bool is_own_exports(const Node& node, Id scope);
  bool is_function_expression(const Node& node) const;
  bool is_javascript() const;
  Id object(const Node& node, Id scope, Id wanted);
  void pair(const Node& node, Id decl, Id scope, Id wanted);

  /// kNone: a type that nothing can be asked of.
  Id type_of(const Node& node, Id scope);
  Id composite_type(const Node& node, std::string_view kind, Id scope);
  Id operator_type(const Node& node, std::string_view kind, Id scope);
  Id object_type(const Node& node, Id scope);
  /// A list of keys and values, or a type whose members are those of another one.
  Id index_signature(const Node& node, Id scope);
  Id key_owner(const Node& keys, Id scope);
  Id tuple_type(const Node& node, Id scope);
  Id lookup_type(const Node& node, Id scope);
  Id name_type(const Node& node, Id scope);
  Id function_type(const Node& node, Id scope);
  Id annotation(const std::optional<Node>& node, Id scope);
  Id union_of(const std::vector<Id>& parts);
  std::vector<Id> type_arguments(const Node& node, Id scope);
  void types_within(const Node& node, Id scope);
  void computed_name(const Node& node, Id scope);
  /// An expression for values of a type.
  Id instance(Id type) { return type == kNone ? kNone : build_.expr(ExprKind::kInstance, type); }

  /// `wanted`: expression whose values are like the one that is expected here; kNone: unknown.
  Id value(const Node& node, Id scope, Id wanted = kNone);
  Id operator_value(const Node& node, std::string_view kind, Id scope, Id wanted);
  Id member_value(const Node& node, Id scope);
  Id index_value(const Node& node, Id scope);
  Id call(const Node& node, Id scope, Id wanted);
  Id module_call(const Node& called, const Node& list, Id scope);
  std::vector<Id> arguments(const Node& list, Id callee, Id scope);
  Id cast(const Node& node, std::string_view kind, Id scope);
  Id binary(const Node& node, Id scope, Id wanted);
  Id choice(const Node& node, Id scope, Id wanted);
  Id assignment(const Node& node, Id scope);
  Id array(const Node& node, Id scope, Id wanted);
  Id jsx(const Node& node, std::string_view kind, Id scope);
  void uses_in_pattern(const Node& node, Id scope);
  Id scalar_type(const Node& node, std::string_view kind, Id scope);
  void use_name(const Node& node, Id scope, Use::Kind kind);
  void set_callee(const Node& node, Use::Kind kind);
  Id member_of(Id of, Id name) {
    return of == kNone ? kNone : build_.expr(ExprKind::kMember, of, name);
  }

  struct Assigned {  // `this.name = value`, `Type.prototype.name = value`, `object.name = value`
    Node name;
    Id owner, value;
    bool is_static = false;  // a member of the owner itself, not of its instances
    bool is_late = false;    // within a function, so that one outside of them comes first
  };

  Context context_;
  std::vector<Assigned> assigned_;
  std::vector<Id> shared_;  // members that stand for what the text declares with their names
  std::unordered_map<std::uint64_t, Id> members_;  // (class, name) -> first declaration
};

}  // namespace codeweaver::facts
