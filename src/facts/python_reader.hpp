// PythonReader: the facts of a Python text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "facts/tree_reader.hpp"

namespace codeweaver::facts {

/// Reads one text, statement by statement. A comprehension and a lambda are functions without a
/// name, as in Python: they have a scope of their own, and do not see the names of a class.
class PythonReader : private TreeReader {
 public:
  PythonReader(const syntax::SyntaxTree& tree, std::string_view text) : TreeReader(tree, text) {}
  Facts read();

 private:
  /// What the decorators say about a function.
  struct Decorators {
    bool is_property = false, is_static = false, is_class_method = false, is_overload = false;
    bool is_fixture = false;                // of pytest
    std::vector<std::string_view> given{};  // parameters that `parametrize` of pytest gives
  };

  void statements(const Node& node, Id scope);
  void statement(const Node& node, Id scope);
  bool declaration(const Node& node, std::string_view kind, Id scope);
  void import(const Node& node, Id scope);
  void import_from(const Node& node, Id scope);
  /// Declares an import that gives no name. Returns its number.
  Id unnamed_import(const Node& place, Id module, Id scope);
  void except_clause(const Node& node, Id scope);
  void with_item(const Node& node, Id scope);
  void if_statement(const Node& node, Id scope);
  /// Names that a text declares only if its first choice fails: `except ImportError: name = None`,
  /// or the `else` of a question for the version. They do not count next to the first choice.
  bool is_second_choice(Id scope, Id name) const;
  /// `isinstance(name, Class)` says what a local variable is within `block`.
  void narrow(const Node& condition, Id scope, Id block);
  void pattern(const Node& node, Id scope);
  void global(const Node& node, Id scope);
  void type_alias(const Node& node, Id scope);

  void decorated(const Node& node, Id scope);
  void add_given(const Node& decorator, Decorators& out) const;
  void use_fixtures(const Node& list, Id function, Id scope, const Decorators& decorators);
  void function(const Node& node, Id scope, const Decorators& decorators);
  void parameters(const Node& list, Id function, Id scope, const Decorators& decorators);
  /// kNone: nothing that has a name, such as `*` alone.
  Id parameter(const Node& node, Id function, Id scope);
  void class_definition(const Node& node, Id scope);
  /// The scope of the type parameters; without any, `scope` itself.
  Id type_parameters(const Node& node, Id scope, std::vector<Id>& out);

  /// These return what is assigned, and bind it to a name, an attribute or a list of them.
  Id assignment(const Node& node, Id scope);
  void bind(const Node& node, Id value, Id scope, Id type = kNone);
  void bind_name(const Node& node, Id value, Id scope, Id type);
  void bind_attribute(const Node& node, Id value, Id scope, Id type);
  void give(Id decl, Id value, Id type);
  void add_overload(Id first, Id type);
  /// The class whose method has `object` as its first parameter; kNone: none.
  Id class_of_self(const Node& object, Id scope);

  Id value(const Node& node, Id scope);
  Id operation(const Node& node, std::string_view kind, Id scope);
  Id display(const Node& node, std::string_view kind, Id scope);
  Id attribute(const Node& node, Id scope, Use::Kind kind);
  Id call(const Node& node, Id scope);
  void use_own_class(const Node& called, Id scope);
  Id argument(const Node& node, std::string_view called, Id scope);
  Id subscript(const Node& node, Id scope);
  Id dictionary(const Node& node, Id scope);
  Id comprehension(const Node& node, std::string_view kind, Id scope);
  Id lambda(const Node& node, Id scope);
  /// The type of the values that any of these has; kNone: nothing is known.
  Id type_of_any(const std::vector<Id>& values);

  /// An annotation. kNone: a type that nothing can be asked of.
  Id type_of(const Node& node, Id scope);
  Id subscripted_type(const Node& node, Id scope);
  Id with_arguments(Id base, const std::vector<Id>& arguments);
  Id quoted_type(const Node& node, Id scope);
  struct Quoted {  // the rest of an annotation in quotes
    std::string_view text;
    Place place;
    Id scope;
  };
  Id quoted_union(Quoted& rest);
  Id quoted_name(Quoted& rest);
  static std::string_view take_name(Quoted& rest);
  static bool take(Quoted& rest, char sign);
  std::string last_name(Id expr) const;

  /// The scope that gets the names which are bound in `scope`: blocks have none of their own.
  Id binding_scope(Id scope) const;
  Id class_of(Id scope) const;  ///< the class whose body the scope is; kNone: none
  Id enclosing_class(Id scope) const;
  Id enclosing_function(Id scope) const;
  bool is_local(Id scope) const;

  std::unordered_map<std::uint64_t, Id> variables_;    // (scope, name) -> declaration
  std::unordered_map<std::uint64_t, Id> fields_;       // (class, name) -> declaration
  std::unordered_map<std::uint64_t, Id> redirected_;   // (scope, name) -> scope, by `global`
  std::unordered_map<Id, Id> selves_;                  // first parameter of a method -> its class
  std::unordered_map<Id, std::vector<Id>> overloads_;  // first declaration -> types of results
  bool is_fallback_ = false;                           // what follows is a second choice
  bool is_type_only_ = false;                          // what follows is for checks of types
  Id bound_ = kNone;                                   // the last bound of a type variable
};

}  // namespace codeweaver::facts
