// CppReader: the facts of a C or C++ text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "facts/tree_reader.hpp"

namespace codeweaver::facts {

/// True for a name such as macros usually have: EXPORT_API.
bool is_loud(std::string_view name);
/// True for the nodes of classes, structures, unions and enumerations.
bool is_class_type(std::string_view kind);

/// Reads one text. All branches of `#if` count. What a method defined as `A::B::f` belongs to is an
/// alias without a name of the type `A::B`; it is the owner of the method and of a class scope
/// around it. Imports without a name are includes: `module` is the path in its quotes. An import
/// with the name "*" is a using directive.
class CppReader : private TreeReader {
 public:
  CppReader(const syntax::SyntaxTree& tree, std::string_view text);
  Facts read();

 private:
  /// What a declarator such as `*name[3](int)` declares.
  struct Declarator {
    std::optional<Node> name{};
    std::optional<Node> function{};  ///< with the parameters, if it declares a function
    Id type = kNone;
  };
  /// The name at the end of `A::B::name`, what stands before it, and the whole.
  struct Qualified {
    std::optional<Node> name{};
    Id before = kNone, whole = kNone;
  };

  void statements(const Node& node, Id scope);
  void statement(const Node& node, Id scope);
  bool directive(const Node& node, std::string_view kind, Id scope);
  bool block(const Node& node, std::string_view kind, Id scope);
  void name_space(const Node& node, Id scope);
  void namespace_alias(const Node& node, Id scope);
  void using_declaration(const Node& node, Id scope);
  void macro(const Node& node);
  void template_declaration(const Node& node, Id scope);
  void template_parameter(const Node& node, Id scope, std::vector<Id>& out);
  void range_loop(const Node& node, Id scope);
  void bind(const Node& node, Id type, Id value, Id scope);
  Id types_in(Id scope) const;

  void declaration(const Node& node, Id scope);
  void variable(const Node& node, const Declarator& to, const std::optional<Node>& value, Id scope);
  bool cut_declaration(const Node& node, Id scope);
  std::optional<Declarator> wrapped_function(const Node& node);
  bool is_constructed(const Node& function) const;
  /// True if the declaration makes objects of the class that it names.
  bool makes_objects(const Node& node) const;
  void constructed(const Declarator& to, Id scope);
  void arguments_as_types(const Node& list, Id scope);
  void type_definition(const Node& node, Id scope);
  void calling_convention(const Node& node, Id scope);
  void alias(const Node& name, Id type, Id scope);
  Declarator unwrap(Node node, Id type, Id scope);
  /// The type that the declared names have, before their declarators change it.
  bool is_constant(const Node& node) const;
  bool has_word(const Node& node, std::string_view word) const;
  Id declared_type(const Node& node, Id scope, bool has_names);
  std::optional<Node> hidden_type(const Node& node) const;
  bool take_hidden_name(const Node& node, Id scope, Declarator& out);
  Id written_type(const Node& node, Id scope);
  bool is_hidden_class(const Node& node) const;
  void hidden_class(const Node& node, Id scope);
  Id types_in_declaration(const Node& node, Id scope) const;

  void function_definition(const Node& node, Id scope);
  bool macro_call(const Node& node, Id scope);
  void body_without_name(const Node& node, const Declarator& to, Id scope);
  /// Declares a function, and returns the scope of its body.
  Id function(const Node& node, const Declarator& to, Id scope, bool has_body);
  /// Declares the names, unless `function` is kNone.
  void parameters(const Node& node, Id function, Id scope);
  Id function_name(const Node& node);
  Id signature(const Node& list, const Node& function);
  void initializers(const Node& node, Id scope);

  Id class_type(const Node& node, Id scope);
  void class_body(const Node& node, const Node& body, Id decl, Id inner);
  void enumerators(const Node& node, const Node& body, Id decl, Id scope);
  void forward(const Node& name, Id scope);
  /// The scope of a qualifier and its alias; `scope` itself, if there is none.
  Id scope_of(const Qualified& named, const Node& node, Id scope);

  /// kNone: a type that nothing can be asked of.
  Id type_of(const Node& node, Id scope);
  Id template_type(const Node& node, Id name, Id scope);
  std::vector<Id> template_arguments(const Node& node, Id scope);
  /// `kind`: of the use of the last name; nullopt: it is declared here. The names before are types.
  Qualified qualified(Node node, Id scope, std::optional<Use::Kind> kind);
  /// A scope before `::`: a namespace, a class, or a class with arguments.
  Id qualifier(const Node& node, Id before, Id scope);

  Id value(const Node& node, Id scope);
  Id unary_value(const Node& node, std::string_view kind, Id scope);
  Id other_value(const Node& node, std::string_view kind, Id scope);
  Id field(const Node& node, Id scope);
  Id call(const Node& node, Id scope);
  void made_by_call(const Node& called);
  Id allocation(const Node& node, Id scope);
  Id lambda(const Node& node, Id scope);
  Id literal(const Node& node, std::string_view kind);
  Id primitive(const Node& node);
  std::vector<Id> values(const Node& list, Id scope);
  /// A list in braces that makes `made`; kNone: unknown.
  void braces(const Node& node, Id made, Id scope);
  void designated(const Node& node, Id made, Id scope);

  /// Uses in the bodies of macros, and of macros that the tree does not have.
  void read_tokens();
  /// Also those in the middle of a list or in a part in error.
  void read_includes();

  bool has_constructors_ = true;  // C has none
  bool is_in_function_ = false;
  bool is_private_ = false;  // in an unnamed namespace
  Id class_ = kNone;         // that members are declared in
  Id carried_type_ = kNone;  // of the next declaration, after one that was cut off
  Id returning_ = kNone;     // the function that `return` belongs to
  // The last `template <...>`: its scope, the scope of what it declares, and its parameters.
  Id template_scope_ = kNone, template_outer_ = kNone, template_parameters_ = kNone;
  std::deque<std::string> made_names_;
  std::string_view source_;
};

}  // namespace codeweaver::facts
