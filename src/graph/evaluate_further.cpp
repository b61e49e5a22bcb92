// Evaluator: unions, tuples, what is waited for, and base classes with type arguments.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <utility>

#include "graph/evaluator.hpp"

namespace codeweaver::graph {

using facts::Decl;
using facts::DeclKind;
using facts::Expr;
using facts::ExprKind;
using facts::key_of;
using Kind = Value::Kind;

Id Evaluator::union_of(std::span<const Id> sets) {
  std::vector<Id> out;
  for (const Id set : sets) {
    const auto items = values_.items(set);
    out.insert(out.end(), items.begin(), items.end());
  }
  return values_.set(out);
}

Id Evaluator::evaluate_further(Id file, const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kUnion:
    case ExprKind::kTuple: {
      std::vector<Id> sets;
      for (const Id one : facts(file).list(expr.a)) sets.push_back(value_of(file, one));
      if (expr.kind == ExprKind::kUnion) return union_of(sets);
      return values_.set({Kind::kTuple, {}, values_.list(sets)});
    }
    case ExprKind::kPosition:
      return position(value_of(file, expr.a), expr.b);
    case ExprKind::kAwait:
      return each(value_of(file, expr.a), &Evaluator::awaited);
    case ExprKind::kOwnClass:
      return values_.set({Kind::kClass, {file, expr.a}, ValueTable::kNothing});
    case ExprKind::kBases:
      return instance_of_bases({file, expr.a});
    case ExprKind::kThisType:
      return values_.set({Kind::kTypeParameter, {file, expr.a}, kNone});
    default: {
      const Id set = rules_.special_value(*this, file, expr);
      return set == kNone ? ValueTable::kNothing : set;
    }
  }
}

Id Evaluator::values_of(const Targets& found) {
  if (found.kind == Targets::Kind::kOutside) return values_.outside();
  if (found.kind == Targets::Kind::kModule) return values_.set({Kind::kModule, {}, found.module});
  std::vector<Id> sets;
  for (const DeclRef ref : found.decls) sets.push_back(value_of(ref));
  return union_of(sets);
}

/// Leaves out types where the name is used as a value.
void Evaluator::keep_values(std::vector<DeclRef>& decls) const {
  if (decls.size() < 2 || !rules_.has_types_apart()) return;
  const auto is_type = [&](DeclRef ref) {
    const DeclKind kind = decl(ref).kind;
    return kind == DeclKind::kInterface || kind == DeclKind::kAlias ||
           kind == DeclKind::kTypeParameter;
  };
  if (!std::ranges::all_of(decls, is_type)) std::erase_if(decls, is_type);
}

Id Evaluator::member_value(Id value, std::string_view name) {
  const Targets found = member(value, name);
  if (found.kind != Targets::Kind::kDecls) return values_of(found);
  const Id bound = bound_of(value);
  std::vector<Id> sets;
  for (const DeclRef ref : found.decls) {
    const Id set = decl(ref).is_property ? result_of(ref, kNone) : value_of(ref);
    sets.push_back(bound == kNone ? set : substituted(set, bound, ref));
  }
  return union_of(sets);
}

Id Evaluator::awaited(Id id) {
  const Value value = values_.at(id);
  return value.kind == Kind::kPromise ? value.parts : values_.set(std::span(&id, 1));
}

Id Evaluator::at_position(Id id, Id at) {
  const Value value = values_.at(id);
  if (value.kind == Kind::kMap) return values_.items(value.parts)[0];
  if (value.kind != Kind::kTuple) return element(id);
  const auto parts = values_.items(value.parts);
  return at < parts.size() ? parts[at] : ValueTable::kNothing;
}

Id Evaluator::position(Id set, Id at) {
  std::vector<Id> sets;
  for (const Id id : values_.copy(set)) sets.push_back(at_position(id, at));
  return union_of(sets);
}

Id Evaluator::instance_of_bases(DeclRef of) {
  return instances_of_any(of.file, decl(of).bases);
}

Id Evaluator::bound_of(Id id) {
  return values_.at(id).kind == Kind::kInstance ? id : rules_.special_instance(*this, id);
}

}  // namespace codeweaver::graph
