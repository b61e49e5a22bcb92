// Evaluator: values of expressions, types and declarations.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>
#include <utility>

#include "graph/evaluator.hpp"

namespace codeweaver::graph {

using facts::Decl;
using facts::DeclKind;
using facts::Expr;
using facts::ExprKind;
using facts::key_of;
using Kind = Value::Kind;

namespace {

constexpr std::size_t kMostBounds = 4;  // objects that a member may be of

}  // namespace

Id Evaluator::value_of(Id file, Id expr) {
  if (expr == kNone) return ValueTable::kNothing;
  return once(exprs_, key_of(file, expr), ValueTable::kNothing,
              [&] { return evaluate(file, expr); });
}

Id Evaluator::instances_of(Id file, Id type) {
  if (type == kNone) return ValueTable::kNothing;
  return once(types_, key_of(file, type), ValueTable::kNothing,
              [&] { return evaluate_type(file, type); });
}

Id Evaluator::each(Id set, Id (Evaluator::*function)(Id)) {
  std::vector<Id> sets;
  for (const Id value : values_.copy(set)) sets.push_back((this->*function)(value));
  return union_of(sets);
}

Id Evaluator::evaluate(Id file, Id id) {
  const Expr expr = facts(file).exprs[id];
  switch (expr.kind) {
    case ExprKind::kName:
    case ExprKind::kMember:
      return evaluate_named(file, id);
    case ExprKind::kCall: {
      const Id special = rules_.special_call(*this, file, expr);
      if (special != kNone) return special;
      return inferred(file, expr, each(value_of(file, expr.a), &Evaluator::called));
    }
    case ExprKind::kIndex: {
      const Id set = value_of(file, expr.a);
      const bool is_class = std::ranges::any_of(
          values_.items(set), [&](Id one) { return values_.at(one).kind == Kind::kClass; });
      if (is_class && expr.b != kNone) return classes_of(instances_of(file, id));
      return each(set, &Evaluator::indexed);
    }
    case ExprKind::kElement:
      return each(value_of(file, expr.a), &Evaluator::element);
    case ExprKind::kKey:
      return each(value_of(file, expr.a), &Evaluator::key);
    case ExprKind::kItem:
      return item(value_of(file, expr.a), expr.b);
    case ExprKind::kInstance:
      return instances_of(file, expr.a);
    case ExprKind::kLambda: {  // a function that makes objects is a class
      const DeclRef function{file, expr.a};
      return decl(function).kind == DeclKind::kClass
                 ? values_.set({Kind::kClass, function, ValueTable::kNothing})
                 : values_.set({Kind::kFunction, function, kNone});
    }
    case ExprKind::kLiteral:
      return values_.outside();
    case ExprKind::kClassOf:
      return classes_of(value_of(file, expr.a));
    case ExprKind::kSelf:
    case ExprKind::kSuper:
      return values_.set({expr.kind == ExprKind::kSelf ? Kind::kInstance : Kind::kSuper,
                          {file, expr.a},
                          ValueTable::kNothing});
    case ExprKind::kPart:
      return part(value_of(file, expr.a), expr.b);
    case ExprKind::kEntered:
      return each(value_of(file, expr.a), &Evaluator::entered);
    case ExprKind::kModule:
      return values_of(rules_.module(*this, file, facts(file).name(expr.a)));
    default:
      return expr.kind > ExprKind::kKeyword ? evaluate_further(file, expr) : instances_of(file, id);
  }
}

/// A name or a member. A method is bound to the value before the dot.
Id Evaluator::evaluate_named(Id file, Id id) {
  const Expr expr = facts(file).exprs[id];
  const Targets found = targets(file, id);
  if (found.kind == Targets::Kind::kOutside) return outside_member(file, expr);
  if (found.kind != Targets::Kind::kDecls) return values_of(found);
  std::vector<Id> bounds;
  if (expr.kind == ExprKind::kMember && found.reason == LinkReason::kReceiver)
    for (const Id before : values_.copy(value_of(file, expr.a)))
      if (const Id bound = bound_of(before); bound != kNone && bounds.size() < kMostBounds)
        bounds.push_back(bound);
  if (bounds.empty() && found.decls.size() == 1)
    bounds.push_back(rules_.implicit_bound(*this, file, expr, found.decls[0]));
  if (bounds.empty()) bounds.push_back(kNone);
  std::vector<DeclRef> decls = found.decls;
  keep_values(decls);
  std::vector<Id> out;
  for (const DeclRef ref : decls)
    for (const Id bound : bounds)
      for (const Id value : values_.copy(value_of_named(ref, bound))) {
        Value one = values_.at(value);
        if (one.kind == Kind::kFunction && one.decl == ref) one.parts = bound;
        out.push_back(values_.value(one));
      }
  return values_.set(out);
}

/// A member of a library's `Cache[Item]` may give an Item, so it is not plainly outside.
Id Evaluator::outside_member(Id file, const Expr& expr) {
  if (const Id known = rules_.outside_member(*this, file, expr); known != kNone) return known;
  if (expr.kind != ExprKind::kMember) return values_.outside();
  for (const Id before : values_.copy(value_of(file, expr.a))) {
    const Id set = rules_.library_member(*this, before, facts(file).name(expr.b));
    if (set != kNone) return set;
    const Value& value = values_.at(before);
    if (value.kind == Kind::kOutside && value.parts != kNone) return values_.set(value);
  }
  return values_.outside();
}

Id Evaluator::value_of_named(DeclRef ref, Id bound) {
  if (decl(ref).is_property) return result_of(ref, bound);
  if (bound == kNone) return value_of(ref);
  return substituted(rules_.read_member(*this, ref, value_of(ref)), bound, ref);
}

Id Evaluator::evaluate_type(Id file, Id id) {
  const Expr type = facts(file).exprs[id];
  const bool is_generic =
      type.kind == ExprKind::kGenericType || (type.kind == ExprKind::kIndex && type.b != kNone);
  if (is_generic || type.kind == ExprKind::kName || type.kind == ExprKind::kMember ||
      type.kind == ExprKind::kPartType || type.kind == ExprKind::kTypeName ||
      type.kind == ExprKind::kTypeMember)
    if (const Id special = rules_.special_type(*this, file, id); special != kNone) return special;
  switch (type.kind) {
    case ExprKind::kName:
    case ExprKind::kMember:
    case ExprKind::kTypeName:
    case ExprKind::kTypeMember:
      return instances_of_named(file, id);
    case ExprKind::kUnnamedType:
      return values_.set({Kind::kInstance, {file, type.a}, ValueTable::kNothing});
    case ExprKind::kListType:
      return values_.set({Kind::kList, {}, instances_of(file, type.a)});
    case ExprKind::kChannelType:
      return values_.set({Kind::kChannel, {}, instances_of(file, type.a)});
    case ExprKind::kMapType: {
      const std::array parts{instances_of(file, type.a), instances_of(file, type.b)};
      return values_.set({Kind::kMap, {}, values_.list(parts)});
    }
    case ExprKind::kFunctionType:
      return values_.set({Kind::kCallable, {file, id}, kNone});
    case ExprKind::kUnionType:
    case ExprKind::kUnion:
      return instances_of_any(file, type.a);
    case ExprKind::kTypeOf:
      return value_of(file, type.a);
    case ExprKind::kThisType:
      return values_.set({Kind::kTypeParameter, {file, type.a}, kNone});
    case ExprKind::kTupleType:
      break;
    default:
      if (!is_generic) return value_of(file, id);
  }
  std::vector<Id> parts;
  for (const Id one : facts(file).list(type.kind == ExprKind::kTupleType ? type.a : type.b))
    parts.push_back(instances_of(file, one));
  const Id list = values_.list(parts);
  if (type.kind == ExprKind::kTupleType) return values_.set({Kind::kTuple, {}, list});
  std::vector<Id> out;
  for (const Id base : values_.copy(instances_of(file, type.a))) {
    Value one = values_.at(base);
    const bool has_inside = one.kind == Kind::kOutside && std::ranges::any_of(parts, [&](Id set) {
                              return set != ValueTable::kNothing && set != values_.outside();
                            });
    if (one.kind == Kind::kInstance || has_inside) one.parts = list;
    out.push_back(values_.value(one));
  }
  return values_.set(out);
}

Id Evaluator::instances_of_any(Id file, Id types) {
  std::vector<Id> sets;
  for (const Id one : facts(file).list(types)) sets.push_back(instances_of(file, one));
  return union_of(sets);
}

Id Evaluator::classes_of(Id set) {
  std::vector<Id> out;
  for (const Id id : values_.copy(set)) {
    Value one = values_.at(id);
    if (one.kind == Kind::kInstance) one.kind = Kind::kClass;
    if (one.kind == Kind::kTypeParameter) one.parts = ValueTable::kNothing;
    if (one.kind == Kind::kClass || one.kind == Kind::kOutside || one.kind == Kind::kTypeParameter)
      out.push_back(values_.value(one));
  }
  return values_.set(out);
}

Id Evaluator::instances_of_named(Id file, Id type) {
  const Targets found = targets(file, type);
  if (found.kind == Targets::Kind::kOutside) return values_.outside();
  std::vector<Id> out;
  for (const DeclRef ref : found.decls) {
    const Decl& one = decl(ref);
    if (one.kind == DeclKind::kClass || one.kind == DeclKind::kInterface)
      out.push_back(values_.value({Kind::kInstance, ref, ValueTable::kNothing}));
    if (one.kind == DeclKind::kTypeParameter)
      out.push_back(values_.value({Kind::kTypeParameter, ref, kNone}));
    if (one.kind == DeclKind::kAlias)
      for (const Id id : values_.copy(instances_of(ref.file, one.type))) out.push_back(id);
  }
  return values_.set(out);
}

Id Evaluator::value_of(DeclRef ref) {
  const Decl& one = decl(ref);
  switch (one.kind) {
    case DeclKind::kFunction:
      return values_.set({Kind::kFunction, ref, kNone});
    case DeclKind::kClass:
    case DeclKind::kInterface:
    case DeclKind::kNamespace:
      return values_.set(Value{Kind::kClass, ref, ValueTable::kNothing});
    case DeclKind::kTypeParameter:
      return values_.set({Kind::kTypeParameter, ref, kNone});
    case DeclKind::kAlias: {
      std::vector<Id> out;
      for (const Id id : values_.copy(instances_of(ref.file, one.type))) {
        Value value = values_.at(id);
        if (value.kind == Kind::kInstance) value.kind = Kind::kClass;
        out.push_back(values_.value(value));
      }
      return values_.set(out);
    }
    default:
      return once(decls_, key_of(ref.file, ref.decl), ValueTable::kNothing,
                  [&] { return value_of_variable(ref); });
  }
}

Id Evaluator::value_of_variable(DeclRef ref) {
  const Decl one = decl(ref);
  if (one.type != kNone)
    if (const Id set = instances_of(ref.file, one.type); set != ValueTable::kNothing) return set;
  std::vector<Id> sets;
  for (const Id expr : facts(ref.file).list(one.values)) sets.push_back(value_of(ref.file, expr));
  return union_of(sets);
}

Id Evaluator::called(Id id) {
  if (const Id special = rules_.operated(*this, id, Operation::kCall); special != kNone)
    return special;
  Value value = values_.at(id);
  switch (value.kind) {
    case Kind::kOutside:
      return value.parts == kNone ? values_.outside() : ValueTable::kNothing;
    case Kind::kClass:
      value.kind = Kind::kInstance;
      return values_.set(value);
    case Kind::kTypeParameter:
      if (value.parts == kNone) return ValueTable::kNothing;
      value.parts = kNone;
      return values_.set(value);
    case Kind::kFunction:
      return result_of(value.decl, value.parts);
    case Kind::kCallable:
      return instances_of(value.decl.file, facts(value.decl.file).exprs[value.decl.decl].a);
    case Kind::kInstance:
      return each(underlying(value), &Evaluator::called);
    default:
      return ValueTable::kNothing;
  }
}

Id Evaluator::result_of(DeclRef function, Id bound) {
  const Decl one = decl(function);
  Id set = instances_of(function.file, one.type);
  if (one.type == kNone && one.values != kNone)  // what its body returns
    set = once(results_, key_of(function.file, function.decl), ValueTable::kNothing,
               [&] { return value_of_variable(function); });
  if (one.type == kNone && one.is_async)
    set = values_.set({Kind::kPromise, {}, each(set, &Evaluator::awaited)});
  return bound == kNone ? set : substituted(set, bound, function);
}

Id Evaluator::element(Id id) {
  if (const Id special = rules_.operated(*this, id, Operation::kIterate); special != kNone)
    return special;
  const Value value = values_.at(id);
  switch (value.kind) {
    case Kind::kOutside:
      return value.parts == kNone ? values_.outside() : ValueTable::kNothing;
    case Kind::kList:
    case Kind::kChannel:
      return value.parts;
    case Kind::kMap:
      return values_.items(value.parts)[0];
    case Kind::kInstance:
      return each(underlying(value), &Evaluator::element);
    default:
      return ValueTable::kNothing;
  }
}

Id Evaluator::key(Id id) {
  const Value value = values_.at(id);
  switch (value.kind) {
    case Kind::kOutside:
      return value.parts == kNone ? values_.outside() : ValueTable::kNothing;
    case Kind::kChannel:
      return value.parts;
    case Kind::kMap:
      return values_.items(value.parts)[1];
    case Kind::kInstance:
      return each(underlying(value), &Evaluator::key);
    default:
      return ValueTable::kNothing;
  }
}

/// What a named type such as `type Names []string` stands for.
Id Evaluator::underlying(const Value& instance) {
  const Decl& type = decl(instance.decl);
  return type.type == kNone ? ValueTable::kNothing : instances_of(instance.decl.file, type.type);
}

Id Evaluator::indexed(Id id) {
  if (const Id special = rules_.operated(*this, id, Operation::kIndex); special != kNone)
    return special;
  const Kind kind = values_.at(id).kind;
  // Type arguments: `f[int]` is f.
  if (kind == Kind::kFunction || kind == Kind::kClass) return values_.set(std::span(&id, 1));
  return element(id);
}

Id Evaluator::entered(Id id) {
  const Id special = rules_.operated(*this, id, Operation::kEnter);
  return special != kNone ? special : values_.set(std::span(&id, 1));
}

Id Evaluator::part(Id set, Id position) {
  std::vector<Id> out;
  for (const Id id : values_.copy(set)) {
    const Value value = values_.at(id);
    const bool is_tuple = value.kind == Kind::kTuple;
    const std::vector<Id> parts = is_tuple ? values_.copy(value.parts) : std::vector<Id>();
    const Id given = !is_tuple                 ? indexed(id)
                     : position < parts.size() ? parts[position]
                                               : ValueTable::kNothing;
    for (const Id one : values_.items(given)) out.push_back(one);
  }
  return values_.set(out);
}

Id Evaluator::item(Id set, Id position) {
  std::vector<Id> out;
  for (const Id id : values_.copy(set)) {
    const Value& value = values_.at(id);
    if (value.kind == Kind::kTuple) {
      const auto parts = values_.items(value.parts);
      if (position < parts.size())
        for (const Id one : values_.items(parts[position])) out.push_back(one);
    } else if (value.kind == Kind::kOutside || position == 0) {
      out.push_back(id);  // `value, ok := map[key]`
    }
  }
  return values_.set(out);
}

}  // namespace codeweaver::graph
