// CppRules: includes, namespaces, classes and overloads of C and C++.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "graph/cpp_includes.hpp"
#include "graph/language_rules.hpp"

namespace codeweaver::graph {

/// A question is about one file. Names mean what the files say that it includes, directly or not,
/// also where a header uses them. A module is a namespace; its number is that of its path. Parts of
/// unnamed and inline namespaces count as those of the namespace around them. Pointers and objects
/// that act like them are Kind::kChannel.
class CppRules final : public LanguageRules {
 public:
  void begin(Evaluator& evaluator, Id file) override;
  std::optional<Targets> look_up(Evaluator& evaluator, Id file, Id scope, Id name) override;
  Targets global(Evaluator&, Id, std::string_view) override { return {}; }
  Targets imported(Evaluator& evaluator, DeclRef import) override;
  Import import_of(Evaluator& evaluator, DeclRef import) override;
  Targets member_of_module(Evaluator& evaluator, Id module, std::string_view name) override;
  std::vector<DeclRef> own_members(Evaluator& evaluator, DeclRef of,
                                   std::string_view name) override;
  DeclRef class_of(Evaluator& evaluator, DeclRef member) override;
  bool is_same(Evaluator& evaluator, DeclRef one, DeclRef other) override;
  std::vector<DeclRef> type_parameters(Evaluator& evaluator, DeclRef of) override;
  bool takes_bases_in_depth() const override { return true; }

  Targets special_targets(Evaluator& evaluator, Id file, const facts::Expr& expr) override;
  Id special_type(Evaluator& evaluator, Id file, Id type) override;
  Id special_value(Evaluator& evaluator, Id file, const facts::Expr& expr) override;
  Id special_call(Evaluator& evaluator, Id file, const facts::Expr& call) override;
  Id operated(Evaluator& evaluator, Id value, Operation operation) override;
  std::optional<Targets> special_member(Evaluator& evaluator, const Value& of,
                                        std::string_view name) override;
  Id library_member(Evaluator& evaluator, Id value, std::string_view name) override;

 private:
  struct Entry {  // a declaration in a namespace, or one that names its class: `A::f`
    DeclRef decl;
    Id space = kNone;  ///< the namespace; kNone: it names its class
  };
  /// What a name may stand for where it is used.
  enum class Wanted : std::uint8_t {
    kAny,
    kScope,  ///< before `::`: not a value
    kTag,    ///< after `struct`: a class
  };
  using Namespace = std::pair<Id, std::string>;  // the namespace around it, and its name

  void read(Evaluator& evaluator, Id file);
  void see(Evaluator& evaluator, Id file);
  void see_includer(Evaluator& evaluator, Id file);
  bool sees(Id file) const { return file < is_visible_.size() && is_visible_[file]; }
  Id space_of(Id file, Id scope) const;
  Id numbered(Id around, std::string_view name);
  Targets find(Evaluator& evaluator, Id file, Id scope, Id name, Wanted wanted);
  Targets in_space(Evaluator& evaluator, Id space, std::string_view name,
                   Wanted wanted = Wanted::kAny, int depth = 0);
  Targets in_class(Evaluator& evaluator, DeclRef owner, std::string_view name, Wanted wanted);
  Targets in_block(Evaluator& evaluator, Id file, Id scope, Id name, Wanted wanted);
  Targets through_directive(Evaluator& evaluator, DeclRef directive, std::string_view name,
                            Wanted wanted, int depth);
  bool is_wanted(Evaluator& evaluator, DeclRef decl, Wanted wanted) const;
  /// Functions beside the classes of the arguments.
  Targets beside_arguments(Evaluator& evaluator, Id file, const facts::Expr& call,
                           std::string_view name);
  /// Leaves one declaration for each thing: its definition, if there is one.
  void keep_definitions(Evaluator& evaluator, std::vector<DeclRef>& decls);
  bool is_better(Evaluator& evaluator, DeclRef one, DeclRef other) const;
  bool has_same_parameters(Evaluator& evaluator, DeclRef one, DeclRef other) const;
  DeclRef known_class(Evaluator& evaluator, DeclRef member);
  Id known_space(Evaluator& evaluator, DeclRef ref);

  /// Those of several functions that take the arguments of the call.
  std::vector<DeclRef> overloads(Evaluator& evaluator, Id file, std::vector<DeclRef> decls,
                                 const facts::Expr& call, int depth = 0);
  void keep_constant(Evaluator& evaluator, std::vector<DeclRef>& decls, bool is_constant);
  bool is_constant_object(Evaluator& evaluator, Id file, Id callee, int depth);
  bool is_constant_method(const facts::Facts& facts, Id scope) const;
  bool is_constant(Evaluator& evaluator, Id file, Id id, int depth = 0);
  std::string primitive_type(Evaluator& evaluator, Id file, Id id, int depth = 0);
  std::string primitive_of(Evaluator& evaluator, Id file, Id id, int depth = 0);
  int fit_primitive(Evaluator& evaluator, DeclRef parameter, Id file, Id argument, int depth);
  bool is_made_of_one(Evaluator& evaluator, DeclRef of);
  int fit(Evaluator& evaluator, Id parameter, Id argument);
  /// The object that the method around a scope is called on.
  Id object_of(Evaluator& evaluator, Id file, Id scope);
  Id results(Evaluator& evaluator, Id value, std::string_view name);
  Id arrow(Evaluator& evaluator, Id set, int depth = 0);
  Id pointed(Evaluator& evaluator, Id set);
  Id pointer_to(Evaluator& evaluator, Id set);
  Id member_type(Evaluator& evaluator, Id file, const facts::Expr& expr);
  Id library_type(Evaluator& evaluator, Id file, std::string_view name,
                  std::span<const Id> arguments);
  Id library_call(Evaluator& evaluator, Id file, std::string_view name, Id types,
                  const facts::Expr& call);
  Id container_call(Evaluator& evaluator, Id value, std::string_view name);

  CppIncludes includes_;
  Id viewer_ = kNone;
  std::vector<bool> is_visible_;                               // by file
  bool sees_library_ = false;                                  // a header of a library
  bool sees_all_ = false;                                      // all its includes are known
  std::unordered_map<Id, std::vector<Id>> spaces_of_scopes_;   // by file; kNone: none
  std::unordered_map<std::string, std::vector<Entry>> names_;  // of all files read
  std::map<Namespace, Id> spaces_;
  std::map<DeclRef, DeclRef> classes_;  // of members that are defined outside of them
  std::map<DeclRef, Id> named_spaces_;  // of functions that name their namespace
  std::uint32_t nesting_ = 0;           // of classes whose names are looked up
  Id next_space_ = 1;                   // 0 is the global one
};

}  // namespace codeweaver::graph
