// TypeScriptRules: calls, type arguments that they infer, and what they expect of arguments.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <utility>

#include "graph/evaluator.hpp"
#include "graph/typescript_rules.hpp"

namespace codeweaver::graph {

using facts::Decl;
using facts::DeclKind;
using facts::Expr;
using facts::ExprKind;
using Kind = Value::Kind;

namespace {

constexpr std::size_t kMostFunctions = 40;  // overloads that are looked at
constexpr int kMostUnified = 4;             // levels of types that are compared

}  // namespace

TypeScriptRules::Callee TypeScriptRules::callee_of(Evaluator& evaluator, Id file, Id expr) const {
  Callee out{.expr = expr};
  const facts::Facts& facts = evaluator.facts(file);
  if (facts.exprs[out.expr].kind == ExprKind::kWanted) {
    out.wanted = facts.exprs[out.expr].b;
    out.expr = facts.exprs[out.expr].a;
  }
  if (facts.exprs[out.expr].kind == ExprKind::kApplied) {
    out.types = facts.exprs[out.expr].b;
    out.expr = facts.exprs[out.expr].a;
  }
  return out;
}

/// The functions that calling a value may call.
std::vector<TypeScriptRules::Function> TypeScriptRules::functions_of(Evaluator& evaluator,
                                                                     Id value) {
  const Value one = evaluator.values().at(value);
  if (one.kind == Kind::kFunction) return {{one.decl, one.parts}};
  std::vector<Function> out;
  if (one.kind == Kind::kTypeParameter) {
    const Decl& decl = evaluator.decl(one.decl);
    if (decl.kind != DeclKind::kTypeParameter) return out;
    for (const Id bound : evaluator.values().copy(evaluator.instances_of(one.decl.file, decl.type)))
      if (evaluator.values().at(bound).kind == Kind::kFunction) {
        const auto more = functions_of(evaluator, bound);
        out.insert(out.end(), more.begin(), more.end());
      }
  }
  if (one.kind != Kind::kInstance && one.kind != Kind::kClass) return out;
  const auto add = [&](std::string_view name) {
    for (const DeclRef ref : evaluator.member(value, name).decls)
      if (evaluator.decl(ref).kind == DeclKind::kFunction && out.size() < kMostFunctions)
        out.push_back({ref, value});
  };
  if (one.kind == Kind::kClass) {
    add("constructor");
    return out;
  }
  for (const std::string_view name : {"()", "new()"})
    if (out.empty()) add(name);
  return out;
}

/// The set of values of a parameter; of one element, if it takes all that are left.
Id TypeScriptRules::parameter_of(Evaluator& evaluator, const Function& function, Id position) {
  const auto list =
      evaluator.facts(function.decl.file).list(evaluator.decl(function.decl).parameters);
  if (list.empty()) return ValueTable::kNothing;
  const bool is_beyond = position >= list.size();
  const Id id = is_beyond ? list.back() : list[position];
  const Decl& parameter = evaluator.decl({function.decl.file, id});
  if (is_beyond && !parameter.is_rest) return ValueTable::kNothing;
  Id set = evaluator.value_of({function.decl.file, id});
  if (parameter.is_rest) {
    const auto first = static_cast<Id>(list.size() - 1);
    std::vector<Id> sets;
    for (const Id value : evaluator.values().copy(set))
      sets.push_back(evaluator.at_position(value, position - first));
    set = evaluator.union_of(sets);
  }
  return function.bound == kNone ? set : evaluator.substituted(set, function.bound, function.decl);
}

/// Finds the sets that stand for the type parameters in `pattern`, if it is to fit `given`.
void TypeScriptRules::unify(Evaluator& evaluator, Id pattern, Id given, DeclRef of, Id parameters,
                            Arguments& out, int depth) {
  if (depth > kMostUnified || given == ValueTable::kNothing) return;
  ValueTable& values = evaluator.values();
  const auto list = evaluator.facts(of.file).list(parameters);
  for (const Id id : values.copy(pattern)) {
    const Value want = values.at(id);
    if (want.kind == Kind::kTypeParameter) {
      const auto at = std::ranges::find(list, want.decl.decl);
      if (want.decl.file != of.file || at == list.end()) continue;
      Id& found = out[static_cast<std::size_t>(at - list.begin())];
      const std::array both{found, given};
      found = evaluator.union_of(both);
      continue;
    }
    for (const Id other : values.copy(given)) {
      const Value have = values.at(other);
      const auto pair = [&](Id a, Id b) { unify(evaluator, a, b, of, parameters, out, depth + 1); };
      const bool is_list = want.kind == Kind::kList;
      if (is_list && (have.kind == Kind::kList || have.kind == Kind::kTuple)) {
        pair(want.parts, evaluator.element(other));
      } else if (want.kind == Kind::kPromise) {
        pair(want.parts, evaluator.awaited(other));
      } else if (want.kind == Kind::kFunction && have.kind == Kind::kFunction) {
        pair(evaluator.result_of(want.decl, want.parts),
             evaluator.result_of(have.decl, have.parts));
        if (want.parts == kNone || have.parts == kNone) continue;
        const Value a = values.at(want.parts), b = values.at(have.parts);
        if (want.decl == have.decl && a.decl == b.decl)  // of one generic type of functions
          for (std::size_t i = 0; i < values.copy(a.parts).size(); ++i)
            if (i < values.copy(b.parts).size())
              pair(values.copy(a.parts)[i], values.copy(b.parts)[i]);
      } else if (want.kind == have.kind && want.decl == have.decl && want.kind != Kind::kFunction &&
                 want.parts != kNone && have.parts != kNone) {
        const std::vector<Id> a = values.copy(want.parts), b = values.copy(have.parts);
        for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) pair(a[i], b[i]);
      }
    }
  }
}

/// Sets for the type parameters `parameters` of a function or class, for one of its functions.
TypeScriptRules::Arguments TypeScriptRules::inferred(Evaluator& evaluator, Id file,
                                                     const Function& function, Id parameters,
                                                     const Callee& callee, const Expr& call) {
  const auto list = evaluator.facts(function.decl.file).list(parameters);
  Arguments out(list.size(), ValueTable::kNothing);
  const auto written = evaluator.facts(file).list(callee.types);
  for (std::size_t i = 0; i < std::min(out.size(), written.size()); ++i)
    out[i] = evaluator.instances_of(file, written[i]);
  const auto complete = [&] {  // with the arguments that the object before the dot gives
    Arguments all = completed(evaluator, function.decl, parameters, std::move(out));
    if (function.bound != kNone)
      for (Id& set : all) set = evaluator.substituted(set, function.bound, function.decl);
    return all;
  };
  if (!written.empty()) return complete();
  if (callee.wanted != kNone)
    unify(evaluator, evaluator.result_of(function.decl, function.bound),
          evaluator.value_of(file, callee.wanted), function.decl, parameters, out, 0);
  const auto given = evaluator.facts(file).list(call.b);
  for (std::size_t i = 0; i < given.size(); ++i)
    if (const Id set = parameter_of(evaluator, function, static_cast<Id>(i));
        set != ValueTable::kNothing)
      unify(evaluator, set, evaluator.value_of(file, given[i]), function.decl, parameters, out, 0);
  return complete();
}

Id TypeScriptRules::constructed_with(Evaluator& evaluator, Id file, const Value& of,
                                     const Callee& callee, const Expr& call) {
  Value made = of;
  made.kind = Kind::kInstance;
  const Id parameters = evaluator.decl(of.decl).type_parameters;
  if (parameters != kNone) {
    Arguments arguments;
    const auto written = evaluator.facts(file).list(callee.types);
    for (const Id type : written) arguments.push_back(evaluator.instances_of(file, type));
    if (written.empty())
      for (const Function& one : functions_of(evaluator, evaluator.values().value(of)))
        if (one.decl.file == of.decl.file && arguments.empty())
          arguments = inferred(evaluator, file, {one.decl, kNone}, parameters, callee, call);
    if (std::ranges::any_of(arguments, [](Id set) { return set != ValueTable::kNothing; }))
      made.parts = evaluator.values().list(arguments);
  }
  return evaluator.values().set(made);
}

Id TypeScriptRules::called_with(Evaluator& evaluator, Id file, Id value, const Callee& callee,
                                const Expr& call) {
  const Value one = evaluator.values().at(value);
  if (one.kind == Kind::kOutside) return evaluator.values().outside();
  if (one.kind == Kind::kClass) return constructed_with(evaluator, file, one, callee, call);
  std::vector<Id> sets;
  for (const Function& function : functions_of(evaluator, value)) {
    const Id result = evaluator.result_of(function.decl, function.bound);
    const Id own = evaluator.decl(function.decl).own_type_parameters;
    if (own == kNone) {
      sets.push_back(result);
      continue;
    }
    const Arguments arguments = inferred(evaluator, file, function, own, callee, call);
    const Id bound = evaluator.values().value(
        {Kind::kInstance, function.decl, evaluator.values().list(arguments)});
    sets.push_back(evaluator.substituted(result, bound, function.decl));
  }
  return evaluator.union_of(sets);
}

Id TypeScriptRules::special_call(Evaluator& evaluator, Id file, const Expr& call) {
  const Callee callee = callee_of(evaluator, file, call.a);
  if (const Id special = built_in_call(evaluator, file, callee, call); special != kNone)
    return special;
  std::vector<Id> sets;
  std::vector<Id> functions = evaluator.values().copy(evaluator.value_of(file, callee.expr));
  const std::size_t count = evaluator.facts(file).list(call.b).size();
  const auto takes_all = [&](Id value) {  // of several overloads, those with enough parameters
    const Value& one = evaluator.values().at(value);
    if (one.kind != Kind::kFunction) return true;
    const auto list = evaluator.facts(one.decl.file).list(evaluator.decl(one.decl).parameters);
    return list.size() >= count ||
           (!list.empty() && evaluator.decl({one.decl.file, list.back()}).is_rest);
  };
  if (std::ranges::any_of(functions, takes_all))
    std::erase_if(functions, [&](Id value) { return !takes_all(value); });
  for (const Id value : functions)
    sets.push_back(called_with(evaluator, file, value, callee, call));
  return evaluator.union_of(sets);
}

Id TypeScriptRules::operated(Evaluator& evaluator, Id value, Operation operation) {
  const Value one = evaluator.values().at(value);
  if (operation == Operation::kIterate) return element_of(evaluator, value);
  if (operation == Operation::kIndex && one.kind == Kind::kMap)
    return evaluator.at_position(value, 0);
  if (operation != Operation::kCall) return kNone;
  if (one.kind != Kind::kInstance && one.kind != Kind::kTypeParameter) return kNone;
  std::vector<Id> sets;
  for (const Function& function : functions_of(evaluator, value))
    sets.push_back(evaluator.result_of(function.decl, function.bound));
  return evaluator.union_of(sets);
}

Id TypeScriptRules::special_value(Evaluator& evaluator, Id file, const Expr& expr) {
  ValueTable& values = evaluator.values();
  if (expr.kind == ExprKind::kWanted) return evaluator.value_of(file, expr.a);
  if (expr.kind == ExprKind::kNarrowed) return narrowed(evaluator, file, expr);
  if (expr.kind == ExprKind::kExpected) return expected(evaluator, file, expr);
  std::vector<Id> sets;
  if (expr.kind == ExprKind::kApplied) {
    std::vector<Id> given;
    for (const Id type : evaluator.facts(file).list(expr.b))
      given.push_back(evaluator.instances_of(file, type));
    const Id list = values.list(given);
    for (const Id id : values.copy(evaluator.value_of(file, expr.a))) {
      Value one = values.at(id);
      if (one.kind == Kind::kClass) one.parts = list;
      sets.push_back(values.set(one));
    }
    return evaluator.union_of(sets);
  }
  if (expr.kind != ExprKind::kParameterOf) return kNone;
  for (const Id id : values.copy(evaluator.value_of(file, expr.a))) {
    const Value one = values.at(id);
    if (one.kind == Kind::kOutside) sets.push_back(values.outside());
    if (one.kind == Kind::kCallback) {
      const auto parts = values.items(one.parts);
      sets.push_back(expr.b < parts.size() ? parts[expr.b] : values.outside());
    }
    for (const Function& function : functions_of(evaluator, id))
      sets.push_back(parameter_of(evaluator, function, expr.b));
  }
  return evaluator.union_of(sets);
}

/// What the functions that `expr.a` calls expect as their argument at `expr.b`.
Id TypeScriptRules::expected(Evaluator& evaluator, Id file, const Expr& expr) {
  const Expr call = evaluator.facts(file).exprs[expr.a];
  const Callee callee = callee_of(evaluator, file, call.a);
  if (const Id special = built_in_callback(evaluator, file, callee.expr, expr.b); special != kNone)
    return special;
  ValueTable& values = evaluator.values();
  std::vector<Id> sets;
  for (const Id value : values.copy(evaluator.value_of(file, callee.expr))) {
    const Value one = values.at(value);
    if (one.kind == Kind::kOutside) sets.push_back(values.outside());
    for (const Function& function : functions_of(evaluator, value)) {
      const Id set = parameter_of(evaluator, function, expr.b);
      const bool is_constructor = one.kind == Kind::kClass;
      const DeclRef owner = is_constructor ? one.decl : function.decl;
      const Decl& decl = evaluator.decl(owner);
      const Id own = is_constructor ? decl.type_parameters : decl.own_type_parameters;
      if (own == kNone || set == ValueTable::kNothing || owner.file != function.decl.file) {
        sets.push_back(set);
        continue;
      }
      const Arguments arguments = inferred(evaluator, file, function, own, callee, call);
      const Id bound = values.value({Kind::kInstance, owner, values.list(arguments)});
      sets.push_back(evaluator.substituted(set, bound, owner));
    }
  }
  return evaluator.union_of(sets);
}

}  // namespace codeweaver::graph
