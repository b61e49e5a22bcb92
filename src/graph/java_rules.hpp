// JavaRules: packages, members, overloads and library types of Java.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/java_packages.hpp"
#include "graph/language_rules.hpp"

namespace codeweaver::graph {

/// Names of types, of fields and variables, and of methods are looked up apart. A method is chosen
/// by the number and the types of its arguments.
class JavaRules final : public LanguageRules {
 public:
  Targets global(Evaluator& evaluator, Id file, std::string_view name) override;
  Targets imported(Evaluator& evaluator, DeclRef import) override;
  Import import_of(Evaluator& evaluator, DeclRef import) override;
  Targets member_of_module(Evaluator&, Id /*module*/, std::string_view /*name*/) override {
    return {};  // named_targets() knows the file that asks
  }
  Targets module(Evaluator& evaluator, Id file, std::string_view name) override;
  std::vector<DeclRef> own_members(Evaluator& evaluator, DeclRef of,
                                   std::string_view name) override;
  std::optional<Targets> named_targets(Evaluator& evaluator, Id file,
                                       const facts::Expr& expr) override;
  std::optional<Targets> special_member(Evaluator& evaluator, const Value& of,
                                        std::string_view name) override;
  Id special_type(Evaluator& evaluator, Id file, Id type) override;
  Id special_call(Evaluator& evaluator, Id file, const facts::Expr& call) override;
  Id special_value(Evaluator& evaluator, Id file, const facts::Expr& expr) override;
  Id special_instance(Evaluator& evaluator, Id value) override;
  Id outside_member(Evaluator& evaluator, Id file, const facts::Expr& member) override;
  Id implicit_bound(Evaluator& evaluator, Id file, const facts::Expr& expr, DeclRef ref) override;
  Id operated(Evaluator& evaluator, Id value, Operation operation) override;
  bool takes_bases_in_depth() const override { return true; }

 private:
  struct Function {  // and the value that it is called on, or kNone
    DeclRef decl;
    Id bound = kNone;
  };
  using Functions = std::vector<Function>;
  struct Call {  // the parts of a kMethod
    Id before = kNone;
    Id scope = kNone;
    std::vector<Id> arguments{};
    std::string name{};
  };
  /// How well an argument fits a parameter. Larger is better; kUnknownFit: nothing is known.
  static constexpr int kImpossible = -1, kUnknownFit = 0, kLooseFit = 1;
  using Inferred = std::map<DeclRef, std::vector<Id>>;

  // Names, in java_rules.cpp
  bool is_inherited(Evaluator& evaluator, DeclRef member, DeclRef of) const;
  Targets type_named(Evaluator& evaluator, Id file, Id scope, std::string_view name);
  Targets in_package(Evaluator& evaluator, Id file, Id package, const std::string& name);
  Targets type_member(Evaluator& evaluator, Id file, const facts::Expr& expr);
  Targets type_in_imports(Evaluator& evaluator, Id file, const std::string& name);
  Targets member_type(Evaluator& evaluator, DeclRef of, std::string_view name);
  Targets value_named(Evaluator& evaluator, Id file, Id scope, std::string_view name);
  Targets static_import(Evaluator& evaluator, Id file, const facts::Expr& expr);
  Targets label(Evaluator& evaluator, Id file, const facts::Expr& expr);
  DeclRef field(Evaluator& evaluator, DeclRef of, std::string_view name);
  /// A package or type by its whole name; outside: neither is in the project.
  Targets at_path(Evaluator& evaluator, Id file, const std::string& path);
  /// Types whose members a static import may give for a name.
  std::vector<DeclRef> static_sources(Evaluator& evaluator, Id file, std::string_view name,
                                      bool takes_all, bool& is_outside);

  // Methods, in java_methods.cpp
  Call call_of(Evaluator& evaluator, Id file, const facts::Expr& method) const;
  Targets methods(Evaluator& evaluator, Id file, const facts::Expr& expr);
  Targets own_methods(Evaluator& evaluator, Id file, const Call& call);
  Targets methods_of(Evaluator& evaluator, Id file, Id value, const Call& call);
  Targets reference(Evaluator& evaluator, Id file, const facts::Expr& expr);
  bool takes(Evaluator& evaluator, const Function& function, bool is_of_class, Id functional);
  Functions collect(Evaluator& evaluator, DeclRef of, std::string_view name, std::size_t nearest,
                    Id bound);
  Functions constructors(Evaluator& evaluator, const Value& of);
  std::vector<DeclRef> choose(Evaluator& evaluator, Id file, const Functions& all,
                              const std::vector<Id>& arguments);
  std::vector<DeclRef> best(Evaluator& evaluator, Id file, const Functions& all,
                            const std::vector<Id>& arguments, std::size_t given);
  bool is_more_special(Evaluator& evaluator, const Function& one, const Function& other,
                       std::size_t count, std::size_t given);

  // Arguments and parameters, in java_arguments.cpp
  /// The set of a parameter. `given`: the number of arguments, if the last one may be an array of
  /// all that are left; kSpread: each of them is an element.
  static constexpr std::size_t kSpread = SIZE_MAX;
  Id parameter(Evaluator& evaluator, const Function& function, std::size_t position,
               std::size_t given);
  int fit_of_argument(Evaluator& evaluator, Id file, Id parameter, Id argument);
  int fit_of_function(Evaluator& evaluator, Id file, Id parameter, const facts::Expr& argument);
  int fit_of_lambda(Evaluator& evaluator, Id file, Id functional, DeclRef lambda);
  int fit_of_reference(Evaluator& evaluator, Id file, Id functional, const facts::Expr& argument);
  /// True for `void`; nullopt: the functional interface is not known.
  std::optional<bool> gives_nothing(Evaluator& evaluator, Id functional);
  int fit_of_set(Evaluator& evaluator, Id wanted, Id given, int depth);
  int fit(Evaluator& evaluator, const Value& wanted, const Value& given, int depth);
  int fit_of_library(Evaluator& evaluator, const Value& wanted, const Value& given, int depth);

  // Results and functional interfaces, in java_calls.cpp
  Id result(Evaluator& evaluator, Id file, const facts::Expr& call, const Call& parts,
            DeclRef method);
  std::vector<Id> bounds(Evaluator& evaluator, Id file, const Call& parts, DeclRef method);
  Inferred inferred(Evaluator& evaluator, Id file, const Call& parts, const Function& function,
                    bool with_functions);
  Id with_inferred(Evaluator& evaluator, Id set, const Inferred& found);
  void unify(Evaluator& evaluator, Id pattern, Id given, Inferred& out, int depth);
  void unify_function(Evaluator& evaluator, const Value& want, Id pattern, Id given, Inferred& out,
                      int depth);
  Id as_base(Evaluator& evaluator, Id bound, DeclRef of);
  Id expected(Evaluator& evaluator, Id file, const facts::Expr& expr);
  Id parameter_of(Evaluator& evaluator, Id functional, Id position);
  Id result_of(Evaluator& evaluator, Id functional);
  /// The number of parameters of a functional interface; nullopt: unknown.
  std::optional<std::size_t> arity(Evaluator& evaluator, Id functional);
  DeclRef functional_method(Evaluator& evaluator, DeclRef of);

  // Library types, in java_library.cpp
  Value library(std::string_view name, Id parts = ValueTable::kNothing);
  std::string_view library_name(const Value& value) const { return names_[value.decl.decl]; }
  Id library_set(Evaluator& evaluator, std::string_view name, std::vector<Id> parts = {});
  /// The library types that a value has, itself or as bases.
  std::vector<Value> library_views(Evaluator& evaluator, Id value);
  bool has_project_types(Evaluator& evaluator, Id set, int depth = 0);
  /// The values that a method of a library may be called on.
  std::vector<Id> receivers(Evaluator& evaluator, Id file, const Call& call);
  Id library_call(Evaluator& evaluator, Id file, const Call& call);
  Id static_library_call(Evaluator& evaluator, Id file, const Call& call, std::string_view of);
  Id plain_result(Evaluator& evaluator, std::string_view name);

  // Containers, in java_containers.cpp
  Id container_call(Evaluator& evaluator, Id file, const Call& call, const Value& of);
  Id map_call(Evaluator& evaluator, const Call& call, const Value& of);
  Id collected(Evaluator& evaluator, Id file, const Call& call, Id element);
  Id library_callback(Evaluator& evaluator, Id file, const Call& call);
  Id function_result(Evaluator& evaluator, Id file, Id argument);

  JavaPackages packages_;
  std::vector<std::string> names_;  // of library types
  std::map<std::string, Id, std::less<>> numbers_;
  std::map<DeclRef, DeclRef> functional_;
};

}  // namespace codeweaver::graph
