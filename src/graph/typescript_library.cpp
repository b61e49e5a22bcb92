// TypeScriptRules: types and functions of the language's own library.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>

#include "graph/evaluator.hpp"
#include "graph/typescript_rules.hpp"

namespace codeweaver::graph {

using facts::Decl;
using facts::DeclKind;
using facts::Expr;
using facts::ExprKind;
using Kind = Value::Kind;

namespace {

template <std::size_t N>
using NameList = std::array<std::string_view, N>;

constexpr NameList<4> kPromiseLikeTypes{"Promise", "PromiseLike", "Awaited", "Thenable"};
constexpr NameList<14> kListLikeTypes{"Array",         "ReadonlyArray", "ArrayLike",
                                      "Set",           "ReadonlySet",   "WeakSet",
                                      "Iterable",      "Iterator",      "IterableIterator",
                                      "AsyncIterable", "AsyncIterator", "AsyncIterableIterator",
                                      "Generator",     "AsyncGenerator"};
constexpr NameList<4> kMapLikeTypes{"Map", "WeakMap", "ReadonlyMap", "Record"};
constexpr NameList<10> kSameTypes{"Readonly", "Partial", "Required", "NonNullable", "Omit",
                                  "Pick",     "Exclude", "Extract",  "NoInfer",     "ThisType"};
constexpr NameList<11> kSameList{"filter", "slice",    "concat",     "reverse", "sort", "splice",
                                 "values", "toSorted", "toReversed", "fill",    "add"};
constexpr NameList<6> kOneElement{"find", "findLast", "pop", "shift", "at", "findLastIndex"};
constexpr NameList<10> kElementCallbacks{"map",      "forEach",      "filter",  "find",
                                         "some",     "every",        "flatMap", "findIndex",
                                         "findLast", "findLastIndex"};

template <std::size_t N>
bool has(const NameList<N>& list, std::string_view name) {
  return std::ranges::find(list, name) != list.end();
}

}  // namespace

/// A type of the library with these arguments; kNone: not one that is known here.
Id TypeScriptRules::generic(Evaluator& evaluator, std::string_view name,
                            const std::vector<Id>& given) {
  ValueTable& values = evaluator.values();
  if (given.empty()) return kNone;
  if (name == "Awaited") return evaluator.each(given[0], &Evaluator::awaited);
  if (has(kPromiseLikeTypes, name))
    return values.set({Kind::kPromise, {}, evaluator.each(given[0], &Evaluator::awaited)});
  if (has(kListLikeTypes, name)) return values.set({Kind::kList, {}, given[0]});
  if (has(kMapLikeTypes, name) && given.size() > 1) {
    const std::array parts{given[1], given[0]};
    return values.set({Kind::kMap, {}, values.list(parts)});
  }
  if (has(kSameTypes, name)) return given[0];
  if (name == "ReturnType" || name == "InstanceType")
    return evaluator.each(given[0], &Evaluator::called);
  if (name == "Parameters") {
    std::vector<Id> sets;
    for (const Id value : values.copy(given[0]))
      for (const Function& one : functions_of(evaluator, value)) {
        const auto count =
            evaluator.facts(one.decl.file).list(evaluator.decl(one.decl).parameters).size();
        std::vector<Id> parts;
        for (std::size_t i = 0; i < count; ++i)
          parts.push_back(parameter_of(evaluator, one, static_cast<Id>(i)));
        sets.push_back(values.set({Kind::kTuple, {}, values.list(parts)}));
      }
    return evaluator.union_of(sets);
  }
  return kNone;
}

Id TypeScriptRules::special_type(Evaluator& evaluator, Id file, Id id) {
  const facts::Facts& facts = evaluator.facts(file);
  const Expr type = facts.exprs[id];
  if (type.kind == ExprKind::kPartType)
    return part_of(evaluator, {Kind::kPartOf, {file, id}, kNone},
                   evaluator.instances_of(file, type.a));
  const bool is_generic = type.kind == ExprKind::kGenericType;
  const Targets base = evaluator.targets(file, is_generic ? type.a : id);
  std::vector<Id> given;
  if (!is_generic && base.kind != Targets::Kind::kDecls) return kNone;
  const auto read_arguments = [&] {
    if (!is_generic) return;
    for (const Id one : facts.list(type.b)) given.push_back(evaluator.instances_of(file, one));
  };
  if (base.kind == Targets::Kind::kOutside) {
    const Expr& name = facts.exprs[type.a];
    if (name.kind != ExprKind::kName) return kNone;
    read_arguments();
    return generic(evaluator, facts.name(name.a), given);
  }
  std::vector<Id> sets;
  bool is_special = false;
  for (const DeclRef ref : base.decls) {
    const Decl& decl = evaluator.decl(ref);
    const bool is_alias = decl.kind == DeclKind::kAlias;
    const bool is_type =
        is_alias || decl.kind == DeclKind::kClass || decl.kind == DeclKind::kInterface;
    if (!is_type || decl.type_parameters == kNone) continue;
    if (given.empty()) read_arguments();
    is_special = true;
    const Arguments all = completed(evaluator, ref, decl.type_parameters, given);
    const Id bound = evaluator.values().value({Kind::kInstance, ref, evaluator.values().list(all)});
    sets.push_back(
        is_alias ? evaluator.substituted(evaluator.instances_of(ref.file, decl.type), bound, ref)
                 : evaluator.values().set(std::span(&bound, 1)));
  }
  return is_special ? evaluator.union_of(sets) : kNone;
}

/// What iterating over a value gives; kNone: nothing special about it.
Id TypeScriptRules::element_of(Evaluator& evaluator, Id value) {
  const Value one = evaluator.values().at(value);
  const std::vector<Id> parts = one.kind == Kind::kMap || one.kind == Kind::kTuple
                                    ? evaluator.values().copy(one.parts)
                                    : std::vector<Id>();
  if (one.kind == Kind::kTuple) return evaluator.union_of(parts);
  if (one.kind != Kind::kMap) return kNone;
  const std::array pair{parts[1], parts[0]};
  return evaluator.values().set({Kind::kTuple, {}, evaluator.values().list(pair)});
}

/// The functions that methods of the library call with elements; kNone: none is known.
Id TypeScriptRules::built_in_callback(Evaluator& evaluator, Id file, Id callee, Id position) {
  const facts::Facts& facts = evaluator.facts(file);
  const Expr expr = facts.exprs[callee];
  if (expr.kind != ExprKind::kMember || expr.a == kNone || position > 1) return kNone;
  const std::string_view name = facts.name(expr.b);
  ValueTable& values = evaluator.values();
  const bool is_known = has(kElementCallbacks, name) || name == "sort" || name == "toSorted" ||
                        name == "reduce" || name == "reduceRight" || name == "then";
  if (!is_known) return kNone;
  std::vector<Id> sets;
  for (const Id id : values.copy(evaluator.value_of(file, expr.a))) {
    const Value one = values.at(id);
    std::vector<Id> given;
    if (one.kind == Kind::kPromise && name == "then") {
      given = {one.parts};
    } else if (one.kind == Kind::kMap && name == "forEach") {
      given = values.copy(one.parts);
    } else if (one.kind == Kind::kList || one.kind == Kind::kTuple) {
      const Id element = evaluator.element(id);
      const Id whole = values.set(std::span(&id, 1));
      if (name.starts_with("reduce"))
        given = {ValueTable::kNothing, element, values.outside(), whole};
      else if (name.ends_with("ort") || name.ends_with("orted"))
        given = {element, element};
      else
        given = {element, values.outside(), whole};
    } else {
      continue;
    }
    sets.push_back(values.set({Kind::kCallback, {}, values.list(given)}));
  }
  return sets.empty() ? kNone : evaluator.union_of(sets);
}

Id TypeScriptRules::built_in_call(Evaluator& evaluator, Id file, const Callee& callee,
                                  const Expr& call) {
  const facts::Facts& facts = evaluator.facts(file);
  const Expr expr = facts.exprs[callee.expr];
  if (expr.kind == ExprKind::kName && callee.types != kNone &&
      evaluator.targets(file, callee.expr).kind == Targets::Kind::kOutside) {
    std::vector<Id> given;  // new Map<Key, Held>()
    for (const Id one : facts.list(callee.types))
      given.push_back(evaluator.instances_of(file, one));
    return generic(evaluator, facts.name(expr.a), given);
  }
  if (expr.kind != ExprKind::kMember || expr.a == kNone) return kNone;
  const std::string_view name = facts.name(expr.b);
  const Expr of = facts.exprs[expr.a];
  ValueTable& values = evaluator.values();
  if (of.kind == ExprKind::kName && evaluator.targets(file, expr.a).kind == Targets::Kind::kOutside)
    if (const Id special = global_call(evaluator, file, facts.name(of.a), name, call);
        special != kNone)
      return special;
  std::vector<Id> sets;
  for (const Id id : values.copy(evaluator.value_of(file, expr.a))) {
    const Kind kind = values.at(id).kind;
    const Id one = values.set(std::span(&id, 1));
    if (kind == Kind::kList || kind == Kind::kTuple)
      sets.push_back(list_call(evaluator, file, name, id, call));
    else if (kind == Kind::kMap)
      sets.push_back(map_call(evaluator, name, id));
    else if (kind == Kind::kPromise)
      sets.push_back(promise_call(evaluator, file, name, id, call));
    else if (kind == Kind::kFunction && name == "bind")
      sets.push_back(one);
    else if (kind == Kind::kFunction && (name == "call" || name == "apply"))
      sets.push_back(evaluator.each(one, &Evaluator::called));
  }
  return sets.empty() ? kNone : evaluator.union_of(sets);
}

Id TypeScriptRules::list_call(Evaluator& evaluator, Id file, std::string_view name, Id list,
                              const Expr& call) {
  ValueTable& values = evaluator.values();
  const auto given = evaluator.facts(file).list(call.b);
  const Id element = evaluator.element(list);
  if (has(kSameList, name)) return values.set({Kind::kList, {}, element});
  if (has(kOneElement, name)) return element;
  if ((name == "map" || name == "flatMap") && !given.empty()) {
    Id made = evaluator.each(evaluator.value_of(file, given[0]), &Evaluator::called);
    if (name == "flatMap") made = evaluator.each(made, &Evaluator::element);
    return values.set({Kind::kList, {}, made});
  }
  if (name == "reduce" && given.size() > 1) {
    const std::array both{evaluator.value_of(file, given[1]),
                          evaluator.each(evaluator.value_of(file, given[0]), &Evaluator::called)};
    return evaluator.union_of(both);
  }
  if (name == "entries") {
    const std::array pair{values.outside(), element};
    const Id tuple = values.set({Kind::kTuple, {}, values.list(pair)});
    return values.set({Kind::kList, {}, tuple});
  }
  return values.outside();
}

Id TypeScriptRules::map_call(Evaluator& evaluator, std::string_view name, Id map) {
  ValueTable& values = evaluator.values();
  const auto parts = values.copy(values.at(map).parts);
  if (name == "get") return parts[0];
  if (name == "values") return values.set({Kind::kList, {}, parts[0]});
  if (name == "keys") return values.set({Kind::kList, {}, parts[1]});
  if (name == "entries") return values.set({Kind::kList, {}, element_of(evaluator, map)});
  return name == "set" ? values.set(std::span(&map, 1)) : values.outside();
}

Id TypeScriptRules::promise_call(Evaluator& evaluator, Id file, std::string_view name, Id promise,
                                 const Expr& call) {
  ValueTable& values = evaluator.values();
  const auto given = evaluator.facts(file).list(call.b);
  if (name != "then" || given.empty()) return values.set(std::span(&promise, 1));
  const Id made = evaluator.each(evaluator.value_of(file, given[0]), &Evaluator::called);
  return values.set({Kind::kPromise, {}, evaluator.each(made, &Evaluator::awaited)});
}

/// A call such as `Object.values(map)`.
Id TypeScriptRules::global_call(Evaluator& evaluator, Id file, std::string_view of,
                                std::string_view name, const Expr& call) {
  ValueTable& values = evaluator.values();
  const auto given = evaluator.facts(file).list(call.b);
  if (given.empty() || (of != "Object" && of != "Array" && of != "Promise")) return kNone;
  const Id first = evaluator.value_of(file, given[0]);
  if (of == "Object" && (name == "assign" || name == "freeze")) return first;
  if (of == "Object" && (name == "values" || name == "entries")) {
    std::vector<Id> sets;
    for (const Id one : values.copy(first))
      if (values.at(one).kind == Kind::kMap) sets.push_back(evaluator.at_position(one, 0));
    const Id held = evaluator.union_of(sets);
    const std::array pair{values.outside(), held};
    return values.set(
        {Kind::kList,
         {},
         name == "values" ? held : values.set({Kind::kTuple, {}, values.list(pair)})});
  }
  if (of == "Array" && name == "from") {
    Id element = evaluator.each(first, &Evaluator::element);
    if (given.size() > 1)
      element = evaluator.each(evaluator.value_of(file, given[1]), &Evaluator::called);
    return values.set({Kind::kList, {}, element});
  }
  if (of == "Promise" && name == "resolve")
    return values.set({Kind::kPromise, {}, evaluator.each(first, &Evaluator::awaited)});
  if (of != "Promise" || !name.starts_with("all")) return kNone;
  std::vector<Id> sets;  // of promises: a list or tuple of what they give
  for (const Id id : values.copy(first)) {
    Value one = values.at(id);
    if (one.kind == Kind::kTuple) {
      std::vector<Id> parts = values.copy(one.parts);
      for (Id& part : parts) part = evaluator.each(part, &Evaluator::awaited);
      one.parts = values.list(parts);
    } else if (one.kind == Kind::kList) {
      one.parts = evaluator.each(one.parts, &Evaluator::awaited);
    }
    sets.push_back(values.set(one));
  }
  return values.set({Kind::kPromise, {}, evaluator.union_of(sets)});
}

}  // namespace codeweaver::graph
