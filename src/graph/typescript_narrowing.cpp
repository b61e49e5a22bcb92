// TypeScriptRules: values of a variable where a condition has left out some.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>

#include "graph/evaluator.hpp"
#include "graph/typescript_rules.hpp"

namespace codeweaver::graph {

using facts::Decl;
using facts::Expr;
using facts::ExprKind;

namespace {

/// Adds the constants that a type allows. False: it allows others, too.
bool add_constants(const facts::Facts& facts, Id type, std::vector<std::string_view>& out,
                   int depth = 0) {
  constexpr int kMostLevels = 8;
  if (type == kNone || depth > kMostLevels) return false;
  Expr expr = facts.exprs[type];
  if (expr.kind == ExprKind::kUnion) {
    const auto parts = facts.list(expr.a);
    return std::ranges::all_of(parts,
                               [&](Id one) { return add_constants(facts, one, out, depth + 1); });
  }
  if (expr.kind == ExprKind::kLiteral && expr.a != kNone) {
    out.push_back(facts.name(expr.a));
    return true;
  }
  if (expr.kind == ExprKind::kTypeOf) expr = facts.exprs[expr.a];
  if (expr.kind != ExprKind::kMember) return false;
  out.push_back(facts.name(expr.b));  // a member of an enumeration
  return true;
}

}  // namespace

bool TypeScriptRules::passes(Evaluator& evaluator, Id value, std::string_view key, bool is_equal,
                             const std::vector<std::string_view>& constants) {
  if (evaluator.values().at(value).kind != Value::Kind::kInstance) return true;
  const Targets found = evaluator.member(value, key);
  if (constants.empty())
    return found.kind == Targets::Kind::kOutside ||
           (found.kind == Targets::Kind::kDecls) == is_equal;
  for (const DeclRef ref : found.decls) {
    std::vector<std::string_view> allowed;
    if (!add_constants(evaluator.facts(ref.file), evaluator.decl(ref).type, allowed)) return true;
    const auto is_tested = [&](std::string_view one) {
      return std::ranges::find(constants, one) != constants.end();
    };
    if (is_equal ? std::ranges::any_of(allowed, is_tested)
                 : !std::ranges::all_of(allowed, is_tested))
      return true;
  }
  return found.decls.empty();
}

Id TypeScriptRules::narrowed(Evaluator& evaluator, Id file, const Expr& expr) {
  ValueTable& values = evaluator.values();
  const facts::Facts& facts = evaluator.facts(file);
  const auto test = facts.list(expr.b);
  std::vector<std::string_view> constants;
  for (std::size_t i = 2; i < test.size(); ++i) constants.push_back(facts.name(test[i]));
  const Id all = evaluator.value_of(file, expr.a);
  std::vector<Id> left = values.copy(all);
  std::erase_if(left, [&](Id value) {
    return !passes(evaluator, value, facts.name(test[0]), test[1] != 0, constants);
  });
  return left.empty() ? all : values.set(left);
}

}  // namespace codeweaver::graph
