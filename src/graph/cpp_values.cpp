// CppRules: overloads, operators, pointers and the containers of the standard library.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <array>
#include <utility>

#include "base/listed.hpp"
#include "graph/cpp_rules.hpp"
#include "graph/evaluator.hpp"

namespace codeweaver::graph {

using facts::Decl;
using facts::DeclKind;
using facts::Expr;
using facts::ExprKind;
using Kind = Value::Kind;

namespace {

constexpr std::array kPointers{
    std::string_view("unique_ptr"), std::string_view("shared_ptr"),
    std::string_view("weak_ptr"),   std::string_view("optional"),
    std::string_view("atomic"),     std::string_view("reference_wrapper"),
    std::string_view("future"),     std::string_view("auto_ptr"),
    std::string_view("promise")};
constexpr std::array kLists{std::string_view("vector"),
                            std::string_view("list"),
                            std::string_view("deque"),
                            std::string_view("array"),
                            std::string_view("set"),
                            std::string_view("multiset"),
                            std::string_view("unordered_set"),
                            std::string_view("queue"),
                            std::string_view("stack"),
                            std::string_view("priority_queue"),
                            std::string_view("forward_list"),
                            std::string_view("span"),
                            std::string_view("initializer_list"),
                            std::string_view("valarray"),
                            std::string_view("unordered_multiset")};
constexpr std::array kMaps{std::string_view("map"), std::string_view("unordered_map"),
                           std::string_view("multimap"), std::string_view("unordered_multimap")};
constexpr std::array kElements{std::string_view("front"),        std::string_view("back"),
                               std::string_view("at"),           std::string_view("top"),
                               std::string_view("value"),        std::string_view("value_or"),
                               std::string_view("load"),         std::string_view("exchange"),
                               std::string_view("emplace_back"), std::string_view("emplace_front")};
constexpr std::array kIterators{
    std::string_view("begin"),       std::string_view("end"),
    std::string_view("cbegin"),      std::string_view("cend"),
    std::string_view("rbegin"),      std::string_view("rend"),
    std::string_view("find"),        std::string_view("lower_bound"),
    std::string_view("upper_bound"), std::string_view("erase"),
    std::string_view("data"),        std::string_view("insert_or_assign")};
constexpr std::array kPassed{
    // functions that give their first argument
    std::string_view("move"),     std::string_view("forward"),  std::string_view("ref"),
    std::string_view("cref"),     std::string_view("min"),      std::string_view("max"),
    std::string_view("as_const"), std::string_view("exchange"), std::string_view("launder")};
constexpr std::array kPointerCasts{
    std::string_view("static_pointer_cast"), std::string_view("dynamic_pointer_cast"),
    std::string_view("const_pointer_cast"),  std::string_view("make_unique"),
    std::string_view("make_shared"),         std::string_view("allocate_shared")};
constexpr std::array kFound{
    // algorithms that give an iterator like their first argument
    std::string_view("find"),        std::string_view("find_if"), std::string_view("lower_bound"),
    std::string_view("upper_bound"), std::string_view("next"),    std::string_view("prev"),
    std::string_view("remove_if"),   std::string_view("remove"),  std::string_view("max_element"),
    std::string_view("min_element"), std::string_view("begin"),   std::string_view("end")};

constexpr int kMostArrows = 3;

}  // namespace

Targets CppRules::special_targets(Evaluator& evaluator, Id file, const Expr& expr) {
  const auto facts = evaluator.shared_facts(file);
  if (expr.kind == ExprKind::kTag) {
    Targets found = find(evaluator, file, expr.a, expr.b, Wanted::kTag);
    if (found.kind == Targets::Kind::kDecls) return found;
    return find(evaluator, file, expr.a, expr.b, Wanted::kScope);  // `enum`, or a type parameter
  }
  if (expr.kind == ExprKind::kQualifier)
    return find(evaluator, file, expr.a, expr.b, Wanted::kScope);
  if (expr.kind != ExprKind::kCalled) return {};
  const Expr call = facts->exprs[expr.a];
  Id named = call.a;
  if (facts->exprs[named].kind == ExprKind::kApplied) named = facts->exprs[named].a;
  Targets found = evaluator.targets(file, named);
  if (found.kind != Targets::Kind::kDecls && facts->exprs[named].kind == ExprKind::kName)
    if (Targets beside = beside_arguments(evaluator, file, call, facts->name(expr.b));
        beside.kind == Targets::Kind::kDecls)
      found = std::move(beside);
  if (found.decls.size() > 1)
    found.decls = overloads(evaluator, file, std::move(found.decls), call);
  return found;
}

Id CppRules::object_of(Evaluator& evaluator, Id file, Id scope) {
  const auto facts = evaluator.shared_facts(file);
  for (; scope != kNone; scope = facts->scopes[scope].parent) {
    const Id owner = facts->scopes[scope].owner;
    if (facts->scopes[scope].kind != facts::Scope::Kind::kClass || owner == kNone) continue;
    const Decl& decl = facts->decls[owner];
    if (decl.kind == DeclKind::kAlias) return evaluator.instances_of(file, decl.type);
    return evaluator.values().set({Kind::kInstance, {file, owner}, ValueTable::kNothing});
  }
  return ValueTable::kNothing;
}

/// The set of results of a method of a value.
Id CppRules::results(Evaluator& evaluator, Id value, std::string_view name) {
  const Targets found = evaluator.member(value, name);
  std::vector<Id> sets;
  for (const DeclRef ref : found.decls)
    if (evaluator.decl(ref).kind == DeclKind::kFunction)
      sets.push_back(evaluator.result_of(ref, value));
  return evaluator.union_of(sets);
}

/// The objects whose members `->` asks for.
Id CppRules::arrow(Evaluator& evaluator, Id set, int depth) {
  ValueTable& values = evaluator.values();
  std::vector<Id> sets;
  for (const Id id : values.copy(set)) {
    const Value value = values.at(id);
    if (value.kind == Kind::kChannel || value.kind == Kind::kList) {
      sets.push_back(value.parts);
      continue;
    }
    Id next = ValueTable::kNothing;
    if (value.kind == Kind::kInstance && depth < kMostArrows)
      next = arrow(evaluator, results(evaluator, id, "operator->"), depth + 1);
    sets.push_back(next == ValueTable::kNothing ? values.set(std::span(&id, 1)) : next);
  }
  return evaluator.union_of(sets);
}

Id CppRules::pointed(Evaluator& evaluator, Id set) {
  ValueTable& values = evaluator.values();
  std::vector<Id> sets;
  for (const Id id : values.copy(set)) {
    const Value value = values.at(id);
    Id next = ValueTable::kNothing;
    if (value.kind == Kind::kChannel || value.kind == Kind::kList) next = value.parts;
    if (value.kind == Kind::kInstance) next = results(evaluator, id, "operator*");
    if (value.kind == Kind::kOutside || value.kind == Kind::kFunction)
      next = values.set(std::span(&id, 1));
    sets.push_back(next);
  }
  return evaluator.union_of(sets);
}

Id CppRules::pointer_to(Evaluator& evaluator, Id set) {
  ValueTable& values = evaluator.values();
  if (set == ValueTable::kNothing || set == values.outside()) return set;
  return values.set({Kind::kChannel, {}, set});
}

Id CppRules::special_value(Evaluator& evaluator, Id file, const Expr& expr) {
  ValueTable& values = evaluator.values();
  switch (expr.kind) {
    case ExprKind::kArrow:
      return arrow(evaluator, evaluator.value_of(file, expr.a));
    case ExprKind::kPointed:
      return pointed(evaluator, evaluator.value_of(file, expr.a));
    case ExprKind::kAddress:
      return pointer_to(evaluator, evaluator.value_of(file, expr.a));
    case ExprKind::kThis:
      return object_of(evaluator, file, expr.a);
    case ExprKind::kQualifier:
    case ExprKind::kTag: {
      const Targets found = special_targets(evaluator, file, expr);
      if (found.kind == Targets::Kind::kOutside) return values.outside();
      if (found.kind == Targets::Kind::kModule)
        return values.set({Kind::kModule, {}, found.module});
      std::vector<Id> sets;
      for (const DeclRef ref : found.decls) {
        const Decl& decl = evaluator.decl(ref);
        sets.push_back(decl.kind == DeclKind::kAlias ? evaluator.instances_of(ref.file, decl.type)
                       : decl.kind == DeclKind::kClass
                           ? values.set({Kind::kInstance, ref, ValueTable::kNothing})
                           : evaluator.value_of(ref));
      }
      return evaluator.union_of(sets);
    }
    case ExprKind::kApplied: {
      std::vector<Id> given, sets;
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
    default:
      return kNone;
  }
}

/// Containers and pointers of the standard library, also without `std::`.
Id CppRules::special_type(Evaluator& evaluator, Id file, Id type) {
  const auto facts = evaluator.shared_facts(file);
  const Expr expr = facts->exprs[type];
  if (expr.kind == ExprKind::kMember && expr.a != kNone) return member_type(evaluator, file, expr);
  if (expr.kind != ExprKind::kGenericType || expr.a == kNone) return kNone;
  const Expr base = facts->exprs[expr.a];
  const bool is_name = base.kind == ExprKind::kName;
  if (!is_name && base.kind != ExprKind::kMember && base.kind != ExprKind::kQualifier) return kNone;
  if (evaluator.targets(file, expr.a).kind == Targets::Kind::kDecls) return kNone;
  return library_type(evaluator, file, facts->name(is_name ? base.a : base.b), facts->list(expr.b));
}

/// `iterator` and the like in a container.
Id CppRules::member_type(Evaluator& evaluator, Id file, const Expr& expr) {
  const auto facts = evaluator.shared_facts(file);
  const std::string_view name = facts->name(expr.b);
  const bool is_value = name == "value_type" || name == "reference" || name == "const_reference" ||
                        name == "element_type";
  if (!is_value && !name.ends_with("iterator") && name != "pointer") return kNone;
  ValueTable& values = evaluator.values();
  std::vector<Id> sets;
  for (const Id id : values.copy(evaluator.value_of(file, expr.a))) {
    const Value value = values.at(id);
    if (value.kind == Kind::kMap || value.kind == Kind::kList || value.kind == Kind::kChannel) {
      const bool is_map = value.kind == Kind::kMap;
      const Id element = is_map ? operated(evaluator, id, Operation::kIterate) : value.parts;
      sets.push_back(is_value ? element : values.set({Kind::kChannel, {}, element}));
    }
  }
  return sets.empty() ? kNone : evaluator.union_of(sets);
}

Id CppRules::library_type(Evaluator& evaluator, Id file, std::string_view name,
                          std::span<const Id> arguments) {
  ValueTable& values = evaluator.values();
  std::vector<Id> given;
  for (const Id one : std::vector<Id>(arguments.begin(), arguments.end()))
    given.push_back(evaluator.instances_of(file, one));
  if (given.empty()) return kNone;
  if (base::is_listed(kPointers, name)) return values.set({Kind::kChannel, {}, given[0]});
  if (base::is_listed(kLists, name)) return values.set({Kind::kList, {}, given[0]});
  if (base::is_listed(kMaps, name) && given.size() > 1) {
    const std::array parts{given[1], given[0]};
    return values.set({Kind::kMap, {}, values.list(parts)});
  }
  if (name == "pair" || name == "tuple") return values.set({Kind::kTuple, {}, values.list(given)});
  if (name == "function") return given[0];
  return kNone;
}

std::optional<Targets> CppRules::special_member(Evaluator&, const Value& of, std::string_view) {
  if (of.kind == Kind::kChannel || of.kind == Kind::kCallable || of.kind == Kind::kFunction)
    return Targets::outside();
  return std::nullopt;
}

Id CppRules::library_member(Evaluator& evaluator, Id value, std::string_view name) {
  const Value& of = evaluator.values().at(value);
  if (of.kind != Kind::kTuple || (name != "first" && name != "second")) return kNone;
  const auto parts = evaluator.values().items(of.parts);
  const std::size_t at = name == "first" ? 0 : 1;
  return at < parts.size() ? parts[at] : kNone;
}

Id CppRules::operated(Evaluator& evaluator, Id id, Operation operation) {
  ValueTable& values = evaluator.values();
  const Value value = values.at(id);
  if (value.kind == Kind::kMap) {
    const std::vector<Id> parts = values.copy(value.parts);
    if (operation == Operation::kIndex) return parts[0];
    const std::array pair{parts[1], parts[0]};
    return values.set({Kind::kTuple, {}, values.list(pair)});
  }
  if (value.kind == Kind::kChannel && operation == Operation::kCall)
    return evaluator.each(value.parts, &Evaluator::called);
  if (value.kind != Kind::kInstance) return kNone;
  if (operation == Operation::kIndex) return results(evaluator, id, "operator[]");
  if (operation == Operation::kCall) return results(evaluator, id, "operator()");
  if (operation == Operation::kIterate) return pointed(evaluator, results(evaluator, id, "begin"));
  return kNone;
}

Id CppRules::special_call(Evaluator& evaluator, Id file, const Expr& call) {
  const auto facts = evaluator.shared_facts(file);
  Id named = call.a, types = kNone;
  if (facts->exprs[named].kind == ExprKind::kApplied) {
    types = facts->exprs[named].b;
    named = facts->exprs[named].a;
  }
  const Expr callee = facts->exprs[named];
  const bool is_member = callee.kind == ExprKind::kMember;
  if (!is_member && callee.kind != ExprKind::kName) return kNone;
  const std::string_view name = facts->name(is_member ? callee.b : callee.a);
  const Targets found = evaluator.targets(file, named);
  ValueTable& values = evaluator.values();
  if (found.kind != Targets::Kind::kDecls) {
    std::vector<Id> sets;
    if (is_member && callee.a != kNone)
      for (const Id id : values.copy(evaluator.value_of(file, callee.a)))
        sets.push_back(container_call(evaluator, id, name));
    if (const Id set = evaluator.union_of(sets); set != ValueTable::kNothing) return set;
    return library_call(evaluator, file, name, types, call);
  }
  if (found.decls.size() < 2 && types == kNone) return kNone;
  std::vector<Id> bounds;
  if (is_member && callee.a != kNone) bounds = values.copy(evaluator.value_of(file, callee.a));
  std::erase_if(bounds, [&](Id id) { return values.at(id).kind != Kind::kInstance; });
  const Id bound = bounds.empty() ? kNone : bounds[0];
  std::vector<Id> given;
  for (const Id type : facts->list(types)) given.push_back(evaluator.instances_of(file, type));
  std::vector<Id> sets;
  for (const DeclRef ref : overloads(evaluator, file, found.decls, call)) {
    if (evaluator.decl(ref).kind != DeclKind::kFunction) return kNone;
    Id set = evaluator.result_of(ref, bound);
    if (!given.empty())
      set =
          evaluator.substituted(set, values.value({Kind::kInstance, ref, values.list(given)}), ref);
    sets.push_back(set);
  }
  return evaluator.union_of(sets);
}

/// What a method of a container, an iterator or a smart pointer gives.
Id CppRules::container_call(Evaluator& evaluator, Id id, std::string_view name) {
  ValueTable& values = evaluator.values();
  const Value value = values.at(id);
  const bool is_map = value.kind == Kind::kMap;
  if (!is_map && value.kind != Kind::kList && value.kind != Kind::kChannel)
    return ValueTable::kNothing;
  if (value.kind == Kind::kChannel && (name == "get" || name == "release" || name == "lock"))
    return values.set(std::span(&id, 1));
  if (base::is_listed(kElements, name)) return is_map ? values.items(value.parts)[0] : value.parts;
  const bool is_inserted = name == "insert" || name == "emplace";
  if (!is_inserted && !base::is_listed(kIterators, name)) return ValueTable::kNothing;
  const Id element = is_map ? operated(evaluator, id, Operation::kIterate) : value.parts;
  const Id iterator = values.set({Kind::kChannel, {}, element});
  if (!is_inserted) return iterator;
  const std::array pair{iterator, values.outside()};
  return values.set({Kind::kTuple, {}, values.list(pair)});
}

Id CppRules::library_call(Evaluator& evaluator, Id file, std::string_view name, Id types,
                          const Expr& call) {
  const auto facts = evaluator.shared_facts(file);
  const auto given = facts->list(call.b);
  const auto arguments = facts->list(types);
  ValueTable& values = evaluator.values();
  if (base::is_listed(kPointerCasts, name) && !arguments.empty())
    return values.set({Kind::kChannel, {}, evaluator.instances_of(file, arguments[0])});
  if (given.empty()) return kNone;
  if (base::is_listed(kPassed, name)) return evaluator.value_of(file, given[0]);
  if (name == "make_pair" || name == "make_tuple") {
    std::vector<Id> parts;
    for (const Id one : std::vector<Id>(given.begin(), given.end()))
      parts.push_back(evaluator.value_of(file, one));
    return values.set({Kind::kTuple, {}, values.list(parts)});
  }
  if (!base::is_listed(kFound, name)) return kNone;
  const Id first = evaluator.value_of(file, given[0]);
  std::vector<Id> sets;
  for (const Id id : values.copy(first)) {
    const bool is_container = values.at(id).kind != Kind::kChannel;
    sets.push_back(is_container ? container_call(evaluator, id, "begin")
                                : values.set(std::span(&id, 1)));
  }
  return evaluator.union_of(sets);
}

}  // namespace codeweaver::graph
