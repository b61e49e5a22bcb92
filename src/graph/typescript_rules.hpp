// TypeScriptRules: modules, built-in types and calls of TypeScript and JavaScript.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/language_rules.hpp"
#include "graph/typescript_modules.hpp"

namespace codeweaver::graph {

/// A module is a file; its number is that of the file.
class TypeScriptRules final : public LanguageRules {
 public:
  Targets global(Evaluator& evaluator, Id file, std::string_view name) override;
  Targets imported(Evaluator& evaluator, DeclRef import) override;
  Import import_of(Evaluator& evaluator, DeclRef import) override;
  Targets member_of_module(Evaluator& evaluator, Id module, std::string_view name) override;
  std::vector<DeclRef> own_members(Evaluator& evaluator, DeclRef of,
                                   std::string_view name) override;
  bool has_dynamic_types(Evaluator& evaluator, Id file) const override;
  Id special_call(Evaluator& evaluator, Id file, const facts::Expr& call) override;

  Targets module(Evaluator& evaluator, Id file, std::string_view name) override;
  Id special_type(Evaluator& evaluator, Id file, Id type) override;
  Id special_value(Evaluator& evaluator, Id file, const facts::Expr& expr) override;
  std::optional<Targets> special_member(Evaluator& evaluator, const Value& of,
                                        std::string_view name) override;
  Id special_arguments(Evaluator& evaluator, Id set, Id bound, DeclRef function) override;
  Id special_instance(Evaluator& evaluator, Id value) override;
  Id operated(Evaluator& evaluator, Id value, Operation operation) override;
  void keep_reachable(const Evaluator& evaluator, DeclRef of, bool is_class,
                      std::vector<DeclRef>& members) override;
  void keep_possible(const Evaluator& evaluator, std::vector<DeclRef>& members) override;
  bool takes_bases_in_depth() const override { return true; }
  bool has_types_apart() const override { return true; }

 private:
  struct Function {  // and the value that it is called on, or kNone
    DeclRef decl;
    Id bound = kNone;
  };
  struct Callee {  // the parts of a called expression
    Id expr = kNone;
    Id types = kNone;   ///< list of type arguments
    Id wanted = kNone;  ///< expression: what the result is wanted for
  };
  /// Sets for the type parameters of a function, in their order.
  using Arguments = std::vector<Id>;

  Targets bounded_member(Evaluator& evaluator, const Value& of, std::string_view name);
  Id as_base(Evaluator& evaluator, Id bound, DeclRef of);
  Id argument_of(Evaluator& evaluator, DeclRef parameter, const Value& of) const;
  Id replaced(Evaluator& evaluator, Value value, const Value& instance, Id bound, DeclRef function);
  Id part_of(Evaluator& evaluator, const Value& part, Id of);
  Id element_of(Evaluator& evaluator, Id value);
  Targets exported(Evaluator& evaluator, Id file, std::string_view name, std::set<Id>& seen);
  void read_ambient(Evaluator& evaluator);

  Id generic(Evaluator& evaluator, std::string_view name, const std::vector<Id>& given);
  Arguments completed(Evaluator& evaluator, DeclRef of, Id parameters, Arguments given);
  Callee callee_of(Evaluator& evaluator, Id file, Id expr) const;
  std::vector<Function> functions_of(Evaluator& evaluator, Id value);
  Id called_with(Evaluator& evaluator, Id file, Id value, const Callee& callee,
                 const facts::Expr& call);
  Id constructed_with(Evaluator& evaluator, Id file, const Value& of, const Callee& callee,
                      const facts::Expr& call);
  Arguments inferred(Evaluator& evaluator, Id file, const Function& function, Id parameters,
                     const Callee& callee, const facts::Expr& call);
  void unify(Evaluator& evaluator, Id pattern, Id given, DeclRef of, Id parameters, Arguments& out,
             int depth);
  Id parameter_of(Evaluator& evaluator, const Function& function, Id position);
  Id narrowed(Evaluator& evaluator, Id file, const facts::Expr& expr);
  bool passes(Evaluator& evaluator, Id value, std::string_view key, bool is_equal,
              const std::vector<std::string_view>& constants);
  Id expected(Evaluator& evaluator, Id file, const facts::Expr& expr);
  Id built_in_callback(Evaluator& evaluator, Id file, Id callee, Id position);
  Id built_in_call(Evaluator& evaluator, Id file, const Callee& callee, const facts::Expr& call);
  Id list_call(Evaluator& evaluator, Id file, std::string_view name, Id list,
               const facts::Expr& call);
  Id map_call(Evaluator& evaluator, std::string_view name, Id map);
  Id promise_call(Evaluator& evaluator, Id file, std::string_view name, Id promise,
                  const facts::Expr& call);
  Id global_call(Evaluator& evaluator, Id file, std::string_view of, std::string_view name,
                 const facts::Expr& call);

  TypeScriptModules modules_;
  std::uint32_t nesting_ = 0;  // of the types whose parameters are replaced
  std::optional<std::unordered_map<std::string, std::vector<DeclRef>>> ambient_;
};

}  // namespace codeweaver::graph
