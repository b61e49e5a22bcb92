// RustRules: impls, traits, generics and the standard library of Rust.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/language_rules.hpp"
#include "graph/rust_modules.hpp"

namespace codeweaver::graph {

/// References are as what they refer to. A type of a library is Kind::kLibrary with its name and
/// type arguments; function types are the library type "Fn" with a tuple and a result. `Self` in a
/// trait is a type parameter whose declaration is the trait; `T::Item` is Kind::kPartOf.
class RustRules final : public LanguageRules {
 public:
  void begin(Evaluator& evaluator, Id file) override;
  Targets global(Evaluator&, Id, std::string_view) override { return {}; }
  Targets imported(Evaluator& evaluator, DeclRef import) override;
  Targets member_of_module(Evaluator& evaluator, Id module, std::string_view name) override;
  std::vector<DeclRef> own_members(Evaluator& evaluator, DeclRef of,
                                   std::string_view name) override;
  DeclRef class_of(Evaluator& evaluator, DeclRef member) override;
  bool satisfies(Evaluator& evaluator, DeclRef type, DeclRef interface) override;
  std::optional<Targets> named_targets(Evaluator& evaluator, Id file,
                                       const facts::Expr& expr) override;
  Id special_type(Evaluator& evaluator, Id file, Id type) override;
  Id special_value(Evaluator& evaluator, Id file, const facts::Expr& expr) override;
  Id special_call(Evaluator& evaluator, Id file, const facts::Expr& call) override;
  Id operated(Evaluator& evaluator, Id value, Operation operation) override;

 private:
  using Head = std::pair<Id, Id>;       // a type: (file, declaration), or (kNone, library type)
  using Given = std::map<DeclRef, Id>;  // type parameter -> set
  struct Impl {
    DeclRef decl;
    DeclRef trait;          ///< no file: none, or one of a library
    Id trait_name = kNone;  ///< number of the name of the library's trait; kNone: none
    bool is_inherent() const { return trait.file == kNone && trait_name == kNone; }
  };
  struct Member {
    DeclRef decl;
    Id bound = kNone;  ///< the value that it is a member of
    DeclRef impl;      ///< that it was found in; no file: a trait
  };
  struct Call {
    Id file = kNone;
    Id callee = kNone;
    std::vector<Id> arguments;
    std::vector<Id> types;  ///< sets: explicit type arguments
  };

  // rust_impls.cpp
  void read_impls(Evaluator& evaluator, Id package);
  std::optional<Head> head_of(Evaluator& evaluator, Id file, Id type, int depth = 0);
  std::optional<Head> head_of(const Value& value);
  Targets type_path(Evaluator& evaluator, Id file, Id type);
  std::vector<Impl> impls_for(const Head& head) const;
  std::vector<DeclRef> declared_in(Evaluator& evaluator, DeclRef owner, std::string_view name);
  void members_of(Evaluator& evaluator, Id value, std::string_view name, std::vector<Member>& out);
  void members_in_impls(Evaluator& evaluator, const Head& head, Id value, std::string_view name,
                        std::vector<Member>& out);
  void members_in_trait(Evaluator& evaluator, DeclRef trait, Id value, std::string_view name,
                        std::vector<Member>& out, int depth = 0);
  void members_in_bounds(Evaluator& evaluator, DeclRef parameter, Id value, std::string_view name,
                         std::vector<Member>& out);
  bool may_be(Evaluator& evaluator, Id pattern, Id set, int depth = 0);
  /// The values that a value is dereferenced to; the empty set: none.
  Id dereferenced(Evaluator& evaluator, Id value);
  /// Members of the value, or of what it is dereferenced to.
  std::vector<Member> methods(Evaluator& evaluator, Id value, std::string_view name);
  std::vector<Member> fields(Evaluator& evaluator, Id value, std::string_view name);
  /// An associated type of a value.
  Id associated(Evaluator& evaluator, Id value, std::string_view name);

  // rust_rules.cpp
  Targets path_targets(Evaluator& evaluator, Id file, const facts::Expr& expr, RustSpace space);
  Targets member_targets(Evaluator& evaluator, Id file, const facts::Expr& expr);
  Targets converting_targets(Evaluator& evaluator, Id file, const facts::Expr& expr);
  Id alias_instances(Evaluator& evaluator, DeclRef alias, std::span<const Id> given);
  Id instances_of(Evaluator& evaluator, DeclRef named, std::span<const Id> given);

  // rust_generics.cpp
  Id replaced(Evaluator& evaluator, Id set, const Given& given, int depth = 0);
  void match(Evaluator& evaluator, Id pattern, Id set, Given& out, int depth = 0);
  void match_bounds(Evaluator& evaluator, DeclRef parameter, Id set, Given& out, int depth);
  Given given_by(Evaluator& evaluator, const Member& member);
  void give_arguments(Evaluator& evaluator, DeclRef function, const Call& call, bool has_receiver,
                      Given& out);
  Id projected(Evaluator& evaluator, Id set, std::string_view name, DeclRef expr);
  Id filled(Evaluator& evaluator, Id type, Id set, int depth = 0);
  std::vector<Value> bounds_of(Evaluator& evaluator, DeclRef parameter);

  // rust_calls.cpp
  Call call_of(Evaluator& evaluator, Id file, const facts::Expr& call);
  Id result_of(Evaluator& evaluator, const Member& member, const Call& call, bool has_receiver);
  Id method_result(Evaluator& evaluator, const Call& call);
  Id path_result(Evaluator& evaluator, const Call& call);
  Id macro_result(Evaluator& evaluator, const Call& call);
  Id expected(Evaluator& evaluator, Id file, const facts::Expr& expr);
  Id callables(Evaluator& evaluator, Id set);
  Id matched(Evaluator& evaluator, Id file, const facts::Expr& expr);
  Id read_fields(Evaluator& evaluator, Id file, const facts::Expr& expr);
  Id path_values(Evaluator& evaluator, Id file, const facts::Expr& expr);

  // rust_library.cpp and rust_iterators.cpp
  Value library(std::string_view name, Id parts);
  Id library_set(Evaluator& evaluator, std::string_view name, std::vector<Id> parts = {});
  std::string_view library_name(const Value& value) const;
  Id element_of(Evaluator& evaluator, Id value);
  Id tried(Evaluator& evaluator, Id value);
  Id library_result(Evaluator& evaluator, Id value, std::string_view name, const Call& call);
  Id option_result(Evaluator& evaluator, const Value& of, std::string_view name, const Call& call);
  Id map_result(Evaluator& evaluator, const Value& of, std::string_view name);
  Id iterator_result(Evaluator& evaluator, Id element, std::string_view name, const Call& call);
  Id library_path_result(Evaluator& evaluator, std::string_view of, std::string_view name,
                         Id prefix, const Call& call);
  /// The function that a method of the library calls at a position.
  Id library_callback(Evaluator& evaluator, Id value, std::string_view name, Id position,
                      const Call& call);
  Id argument(Evaluator& evaluator, const Call& call, std::size_t at);
  Id closure_result(Evaluator& evaluator, const Call& call, std::size_t at);
  Id collected(Evaluator& evaluator, Id element, const Call& call);
  bool has_project_types(Evaluator& evaluator, Id set, int depth = 0);

  RustModules modules_;
  std::map<Head, std::vector<std::pair<Id, Impl>>> impls_;  // with their packages
  std::vector<Id> packages_;                                // those whose impls were read
  std::map<std::string, Id, std::less<>> numbers_;          // of library types
  std::vector<std::string> names_;
};

}  // namespace codeweaver::graph
