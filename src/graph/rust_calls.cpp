// RustRules: values of calls, members and patterns.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>

#include "graph/evaluator.hpp"
#include "graph/rust_rules.hpp"

namespace codeweaver::graph {

using facts::Decl;
using facts::DeclKind;
using facts::Expr;
using facts::ExprKind;
using Kind = Value::Kind;

RustRules::Call RustRules::call_of(Evaluator& evaluator, Id file, const Expr& call) {
  const facts::Facts& facts = evaluator.facts(file);
  const auto list = facts.list(call.b);
  Call out{.file = file, .callee = call.a, .arguments = {list.begin(), list.end()}, .types = {}};
  const Expr callee = facts.exprs[call.a];
  if (callee.kind != ExprKind::kApplied) return out;
  out.callee = callee.a;
  const auto types = facts.list(callee.b);
  for (const Id one : std::vector<Id>(types.begin(), types.end()))
    out.types.push_back(evaluator.instances_of(file, one));
  return out;
}

Id RustRules::special_call(Evaluator& evaluator, Id file, const Expr& expr) {
  const Call call = call_of(evaluator, file, expr);
  switch (evaluator.facts(file).exprs[call.callee].kind) {
    case ExprKind::kMethodOf:
      return method_result(evaluator, call);
    case ExprKind::kMacroName:
      return macro_result(evaluator, call);
    default:
      return path_result(evaluator, call);
  }
}

/// The set that a function gives. `has_receiver`: it is called on a value.
Id RustRules::result_of(Evaluator& evaluator, const Member& member, const Call& call,
                        bool has_receiver) {
  const Decl decl = evaluator.decl(member.decl);
  Id set = evaluator.instances_of(member.decl.file, decl.type);
  if (decl.type != kNone) {
    Given given = given_by(evaluator, member);
    give_arguments(evaluator, member.decl, call, has_receiver, given);
    set = replaced(evaluator, set, given);
  } else if (decl.values != kNone) {
    return evaluator.result_of(member.decl, kNone);  // a closure
  }
  return decl.is_async ? evaluator.values().set({Kind::kPromise, {}, set}) : set;
}

Id RustRules::method_result(Evaluator& evaluator, const Call& call) {
  const Expr callee = evaluator.facts(call.file).exprs[call.callee];
  const std::string name(evaluator.facts(call.file).name(callee.b));
  std::vector<Id> sets;
  for (const Id value : evaluator.values().copy(evaluator.value_of(call.file, callee.a))) {
    const std::vector<Member> found = methods(evaluator, value, name);
    for (const Member& member : found) sets.push_back(result_of(evaluator, member, call, true));
    if (found.empty()) sets.push_back(library_result(evaluator, value, name, call));
  }
  return evaluator.union_of(sets);
}

Id RustRules::path_result(Evaluator& evaluator, const Call& call) {
  ValueTable& values = evaluator.values();
  const facts::Facts& facts = evaluator.facts(call.file);
  const Expr callee = facts.exprs[call.callee];
  const bool is_path = callee.kind == ExprKind::kPath;
  const bool is_name = callee.kind == ExprKind::kName && callee.a != kNone;
  if (is_path || is_name) {
    const Targets found = evaluator.targets(call.file, call.callee);
    if (found.kind != Targets::Kind::kDecls) {
      const std::string name(facts.name(is_path ? callee.b : callee.a));
      std::string of;
      Id prefix = ValueTable::kNothing;
      if (is_path && callee.a != kNone) {
        const Expr before = facts.exprs[callee.a];
        const Expr named = before.kind == ExprKind::kGenericType ? facts.exprs[before.a] : before;
        of = facts.name(named.kind == ExprKind::kLibraryType ? named.a : named.b);
        prefix = evaluator.instances_of(call.file, callee.a);
      }
      return library_path_result(evaluator, of, name, prefix, call);
    }
  }
  std::vector<Id> sets;
  for (const Id id : values.copy(evaluator.value_of(call.file, call.callee))) {
    const Value value = values.at(id);
    if (value.kind == Kind::kFunction) {
      sets.push_back(result_of(evaluator, {value.decl, value.parts, {}}, call, false));
    } else if (value.kind == Kind::kClass) {
      Given given;  // the type arguments of `Pair(a, b)` are those of its fields
      constexpr std::string_view kPositions = "0123456789";
      for (std::size_t i = 0; i < std::min(call.arguments.size(), kPositions.size()); ++i)
        for (const DeclRef field : declared_in(evaluator, value.decl, kPositions.substr(i, 1)))
          match(evaluator, evaluator.instances_of(field.file, evaluator.decl(field).type),
                argument(evaluator, call, i), given);
      const facts::Facts& own = evaluator.facts(value.decl.file);
      std::vector<Id> parts;
      for (const Id one : own.list(own.decls[value.decl.decl].type_parameters)) {
        const auto at = given.find({value.decl.file, one});
        parts.push_back(at == given.end() ? ValueTable::kNothing : at->second);
      }
      sets.push_back(values.set({Kind::kInstance, value.decl, values.list(parts)}));
    } else {
      sets.push_back(evaluator.called(id));
    }
  }
  return evaluator.union_of(sets);
}

/// The values of `Type::NAME` and `Type::function`.
Id RustRules::path_values(Evaluator& evaluator, Id file, const Expr& expr) {
  ValueTable& values = evaluator.values();
  const Targets found = path_targets(evaluator, file, expr, RustSpace::kValue);
  if (found.kind == Targets::Kind::kOutside) return values.outside();
  if (found.kind != Targets::Kind::kDecls) return ValueTable::kNothing;
  const std::vector<Id> bounds = found.reason == LinkReason::kReceiver && expr.a != kNone
                                     ? values.copy(evaluator.instances_of(file, expr.a))
                                     : std::vector<Id>();
  std::vector<Id> out;
  for (const DeclRef ref : found.decls)
    for (const Id id : values.copy(evaluator.value_of(ref))) {
      Value value = values.at(id);
      if (value.kind == Kind::kFunction && value.decl == ref && bounds.size() == 1)
        value.parts = bounds[0];
      if (value.kind == Kind::kTypeParameter && bounds.size() == 1) {
        const Given given = given_by(evaluator, {ref, bounds[0], {}});
        for (const Id one : values.copy(replaced(evaluator, values.set(value), given)))
          out.push_back(one);
        continue;
      }
      out.push_back(values.value(value));
    }
  return values.set(out);
}

Id RustRules::read_fields(Evaluator& evaluator, Id file, const Expr& expr) {
  ValueTable& values = evaluator.values();
  const std::string name(evaluator.facts(file).name(expr.b));
  std::vector<Id> sets;
  for (const Id id : values.copy(evaluator.value_of(file, expr.a))) {
    const Value value = values.at(id);
    for (const Member& field : fields(evaluator, id, name)) {
      const Id set = evaluator.instances_of(field.decl.file, evaluator.decl(field.decl).type);
      Member of = field;
      const DeclRef owner{field.decl.file, evaluator.decl(field.decl).owner};
      Given given;
      if (evaluator.decl(owner).kind == DeclKind::kField)  // of a variant
        of.decl = owner;
      given = given_by(evaluator, of);
      sets.push_back(replaced(evaluator, set, given));
    }
    const bool is_position = name.size() == 1 && name[0] >= '0' && name[0] <= '9';
    if (value.kind == Kind::kTuple && is_position)
      sets.push_back(evaluator.at_position(id, static_cast<Id>(name[0] - '0')));
    if (value.kind == Kind::kOutside) sets.push_back(values.outside());
    if (value.kind == Kind::kLibrary && name == "0" && !values.items(value.parts).empty())
      sets.push_back(values.items(value.parts)[0]);  // `Reverse(x).0`
  }
  return evaluator.union_of(sets);
}

/// What a pattern such as `Some(x)` or `Point { x, .. }` takes from a value.
Id RustRules::matched(Evaluator& evaluator, Id file, const Expr& expr) {
  ValueTable& values = evaluator.values();
  const auto list = evaluator.facts(file).list(expr.a);
  const Id given = list[0], path = list[1];
  const Id set = evaluator.value_of(file, given);
  const Targets found = evaluator.targets(file, path);
  std::vector<Id> sets;
  if (found.kind != Targets::Kind::kDecls) {
    const Expr named = evaluator.facts(file).exprs[path];
    const std::string_view name =
        evaluator.facts(file).name(named.kind == ExprKind::kName ? named.a : named.b);
    for (const Id id : values.copy(set)) {
      const Value value = values.at(id);
      const auto parts =
          value.kind == Kind::kLibrary ? values.items(value.parts) : std::span<const Id>();
      if (value.kind == Kind::kOutside) sets.push_back(values.outside());
      if ((name == "Some" || name == "Ok") && !parts.empty()) sets.push_back(parts[0]);
      if (name == "Err" && parts.size() > 1) sets.push_back(parts[1]);
      if (name == "Err" && parts.size() == 1) sets.push_back(values.outside());
      if ((name == "Borrowed" || name == "Owned" || name == "Reverse" || name == "Ready" ||
           name == "Occupied" || name == "Vacant") &&
          !parts.empty())
        sets.push_back(parts.back());
    }
    return evaluator.union_of(sets);
  }
  for (const DeclRef ref : found.decls) {
    const Decl decl = evaluator.decl(ref);
    // Type arguments come from the value that is matched.
    Value whole{Kind::kInstance, ref, ValueTable::kNothing};
    const DeclRef type = decl.kind == DeclKind::kField ? DeclRef{ref.file, decl.owner} : ref;
    Id bound = kNone;
    for (const Id id : values.copy(set))
      if (values.at(id).kind == Kind::kInstance && values.at(id).decl == type) bound = id;
    if (bound != kNone) whole.parts = values.at(bound).parts;
    if (decl.kind == DeclKind::kAlias) {
      sets.push_back(set);
      continue;
    }
    if (expr.b == kNone) {
      sets.push_back(values.set(whole));
      continue;
    }
    constexpr std::string_view kPositions = "0123456789";
    if (expr.b >= kPositions.size()) continue;
    for (const DeclRef field : declared_in(evaluator, ref, kPositions.substr(expr.b, 1))) {
      const Id value = evaluator.instances_of(field.file, evaluator.decl(field).type);
      whole.decl = type;
      const Given arguments = given_by(
          evaluator, {decl.kind == DeclKind::kField ? ref : field, values.value(whole), {}});
      sets.push_back(replaced(evaluator, value, arguments));
    }
  }
  return evaluator.union_of(sets);
}

/// Functions that a set of types stands for: also through bounds.
Id RustRules::callables(Evaluator& evaluator, Id set) {
  ValueTable& values = evaluator.values();
  std::vector<Id> out;
  for (const Id id : values.copy(set)) {
    const Value value = values.at(id);
    if (value.kind == Kind::kLibrary && library_name(value) == "Fn") out.push_back(id);
    if (value.kind == Kind::kLibrary && library_name(value) != "Fn")
      for (const Id one : values.copy(dereferenced(evaluator, id)))
        if (values.at(one).kind == Kind::kLibrary && library_name(values.at(one)) == "Fn")
          out.push_back(one);
    if (value.kind == Kind::kTypeParameter &&
        evaluator.decl(value.decl).kind == DeclKind::kTypeParameter)
      for (const Value& bound : bounds_of(evaluator, value.decl))
        if (bound.kind == Kind::kLibrary && library_name(bound) == "Fn")
          out.push_back(values.value(bound));
  }
  return values.set(out);
}

/// The function types that are wanted at an argument.
Id RustRules::expected(Evaluator& evaluator, Id file, const Expr& expr) {
  ValueTable& values = evaluator.values();
  const Call call = call_of(evaluator, file, evaluator.facts(file).exprs[expr.a]);
  const Expr callee = evaluator.facts(file).exprs[call.callee];
  const bool is_method = callee.kind == ExprKind::kMethodOf;
  std::vector<Id> sets;
  const auto add = [&](const Member& member) {
    const facts::Facts& facts = evaluator.facts(member.decl.file);
    const auto all = facts.list(facts.decls[member.decl.decl].parameters);
    const std::size_t skipped =
        is_method && !all.empty() && facts.decls[all[0]].is_receiver ? 1 : 0;
    if (expr.b + skipped >= all.size()) return;
    const Id type = facts.decls[all[expr.b + skipped]].type;
    const Id wanted = callables(evaluator, evaluator.instances_of(member.decl.file, type));
    Given given = given_by(evaluator, member);
    give_arguments(evaluator, member.decl, call, is_method, given);
    sets.push_back(replaced(evaluator, wanted, given));
  };
  if (is_method) {
    const std::string name(evaluator.facts(file).name(callee.b));
    for (const Id value : values.copy(evaluator.value_of(file, callee.a))) {
      const std::vector<Member> found = methods(evaluator, value, name);
      for (const Member& member : found) add(member);
      if (found.empty()) sets.push_back(library_callback(evaluator, value, name, expr.b, call));
    }
    return evaluator.union_of(sets);
  }
  for (const Id id : values.copy(evaluator.value_of(file, call.callee)))
    if (const Value value = values.at(id); value.kind == Kind::kFunction)
      add({value.decl, value.parts, {}});
  return evaluator.union_of(sets);
}

Id RustRules::special_value(Evaluator& evaluator, Id file, const Expr& expr) {
  ValueTable& values = evaluator.values();
  std::vector<Id> sets;
  switch (expr.kind) {
    case ExprKind::kLibraryType:
      return library_set(evaluator, std::string(evaluator.facts(file).name(expr.a)));
    case ExprKind::kPath:
      return path_values(evaluator, file, expr);
    case ExprKind::kFieldOf:
      return read_fields(evaluator, file, expr);
    case ExprKind::kMatched:
      return matched(evaluator, file, expr);
    case ExprKind::kExpected:
      return expected(evaluator, file, expr);
    case ExprKind::kWanted:
      return filled(evaluator, evaluator.instances_of(file, expr.b),
                    evaluator.value_of(file, expr.a));
    case ExprKind::kSum:
    case ExprKind::kApplied:
      return evaluator.value_of(file, expr.a);
    case ExprKind::kHolding:
      return library_set(evaluator, "Vec", {evaluator.value_of(file, expr.a)});
    case ExprKind::kTried:
      for (const Id id : values.copy(evaluator.value_of(file, expr.a)))
        sets.push_back(tried(evaluator, id));
      return evaluator.union_of(sets);
    case ExprKind::kPointed:
      for (const Id id : values.copy(evaluator.value_of(file, expr.a))) {
        const bool is_vector =
            values.at(id).kind == Kind::kLibrary && library_name(values.at(id)) == "Vec";
        const Id set = is_vector ? ValueTable::kNothing : dereferenced(evaluator, id);
        sets.push_back(set == ValueTable::kNothing ? values.set(std::span(&id, 1)) : set);
      }
      return evaluator.union_of(sets);
    case ExprKind::kParameterOf:
      for (const Id id : values.copy(evaluator.value_of(file, expr.a))) {
        const Value value = values.at(id);
        const auto parts =
            value.kind == Kind::kLibrary ? values.copy(value.parts) : std::vector<Id>();
        if (parts.size() != 2) continue;
        for (const Id one : values.copy(parts[0]))
          if (values.at(one).kind == Kind::kTuple)
            sets.push_back(evaluator.at_position(one, expr.b));
      }
      return evaluator.union_of(sets);
    default:
      return kNone;
  }
}

Id RustRules::operated(Evaluator& evaluator, Id id, Operation operation) {
  ValueTable& values = evaluator.values();
  const Value value = values.at(id);
  switch (operation) {
    case Operation::kCall:
      if (value.kind == Kind::kFunction)
        return result_of(evaluator, {value.decl, value.parts, {}}, {}, false);
      if (value.kind == Kind::kInstance) return values.set(std::span(&id, 1));  // a variant
      if (value.kind == Kind::kLibrary || value.kind == Kind::kTypeParameter) {
        std::vector<Id> sets;
        for (const Id one : values.copy(callables(evaluator, values.set(value))))
          sets.push_back(values.items(values.at(one).parts)[1]);
        return evaluator.union_of(sets);
      }
      return kNone;
    case Operation::kIterate:
      return element_of(evaluator, id);
    case Operation::kIndex: {
      if (value.kind == Kind::kList) return value.parts;
      if (value.kind == Kind::kInstance) {
        const Id output = associated(evaluator, id, "Output");
        if (output != ValueTable::kNothing) return output;
        const Id inner = dereferenced(evaluator, id);
        return inner == ValueTable::kNothing ? inner : evaluator.each(inner, &Evaluator::element);
      }
      if (value.kind != Kind::kLibrary) return kNone;
      const auto parts = values.items(value.parts);
      if (parts.size() == 2) return parts[1];  // of a map
      return parts.empty() ? values.outside() : parts[0];
    }
    default:
      return kNone;
  }
}

}  // namespace codeweaver::graph
