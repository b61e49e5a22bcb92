// RustRules: what names, paths and members mean.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "graph/rust_rules.hpp"

#include <algorithm>

#include "graph/evaluator.hpp"

namespace codeweaver::graph {

using facts::Decl;
using facts::DeclKind;
using facts::Expr;
using facts::ExprKind;
using Kind = Value::Kind;

namespace {

bool is_rust_type(DeclKind kind) {
  return kind == DeclKind::kClass || kind == DeclKind::kInterface;
}

bool is_target(const Targets& found) {
  return found.kind != Targets::Kind::kUnknown;
}

}  // namespace

void RustRules::begin(Evaluator& evaluator, Id file) {
  modules_.begin(evaluator, file);
  for (const Id package : modules_.visible_packages()) read_impls(evaluator, package);
}

Targets RustRules::imported(Evaluator& evaluator, DeclRef import) {
  for (const RustSpace space : {RustSpace::kType, RustSpace::kValue, RustSpace::kMacro})
    if (Targets found = modules_.imported(evaluator, import, space); is_target(found)) return found;
  return {};
}

Targets RustRules::member_of_module(Evaluator& evaluator, Id module, std::string_view name) {
  return modules_.in_module(evaluator, module, name, RustSpace::kValue);
}

std::vector<DeclRef> RustRules::own_members(Evaluator& evaluator, DeclRef of,
                                            std::string_view name) {
  return declared_in(evaluator, of, name);
}

DeclRef RustRules::class_of(Evaluator& evaluator, DeclRef member) {
  const Id owner = evaluator.decl(member).owner;
  if (owner == kNone) return {};
  const Decl& of = evaluator.decl({member.file, owner});
  if (of.name != kNone) return {member.file, owner};
  const auto head = head_of(evaluator, member.file, of.type);
  return head && head->first != kNone ? DeclRef{head->first, head->second} : DeclRef{};
}

bool RustRules::satisfies(Evaluator& evaluator, DeclRef type, DeclRef interface) {
  return evaluator.decl(interface).kind == DeclKind::kInterface &&
         std::ranges::any_of(impls_for({type.file, type.decl}),
                             [&](const Impl& one) { return one.trait == interface; });
}

std::optional<Targets> RustRules::named_targets(Evaluator& evaluator, Id file, const Expr& expr) {
  const facts::Facts& facts = evaluator.facts(file);
  switch (expr.kind) {
    case ExprKind::kName: {
      if (expr.a == kNone) return Targets{};
      const std::string_view name = facts.name(expr.a);
      for (const RustSpace space : {RustSpace::kValue, RustSpace::kType, RustSpace::kMacro})
        if (Targets found = modules_.find(evaluator, file, expr.b, name, space); is_target(found))
          return found;
      const Id own = modules_.module_of(evaluator, file, expr.b);
      if (own != kNone)
        if (Targets found = modules_.crate_named(modules_.module(own).package, name);
            is_target(found))
          return found;
      return Targets::outside();
    }
    case ExprKind::kTypeName: {
      Targets found = modules_.first(evaluator, file, expr.a, facts.name(expr.b), RustSpace::kType);
      return is_target(found) ? found : Targets::outside();
    }
    case ExprKind::kMacroName:
      return modules_.find(evaluator, file, expr.a, facts.name(expr.b), RustSpace::kMacro);
    case ExprKind::kTypeMember:
      return path_targets(evaluator, file, expr, RustSpace::kType);
    case ExprKind::kPath:
      return path_targets(evaluator, file, expr, RustSpace::kValue);
    case ExprKind::kFieldOf:
    case ExprKind::kMethodOf:
      return member_targets(evaluator, file, expr);
    case ExprKind::kCalled:
      return converting_targets(evaluator, file, expr);
    default:
      return Targets{};
  }
}

/// `a::name`, where a is a module or a type.
Targets RustRules::path_targets(Evaluator& evaluator, Id file, const Expr& expr, RustSpace space) {
  const std::string name(evaluator.facts(file).name(expr.b));
  if (expr.a == kNone) {
    const Id own = modules_.module_of(evaluator, file, 0);
    return own == kNone ? Targets{} : modules_.crate_named(modules_.module(own).package, name);
  }
  const ExprKind kind = evaluator.facts(file).exprs[expr.a].kind;
  const bool is_named = kind == ExprKind::kTypeName || kind == ExprKind::kTypeMember;
  const Targets of = is_named ? evaluator.targets(file, expr.a) : Targets{};
  if (of.kind == Targets::Kind::kModule) {
    const bool is_type = space == RustSpace::kType;
    for (const RustSpace one : {is_type ? RustSpace::kType : RustSpace::kValue,
                                is_type ? RustSpace::kValue : RustSpace::kType, RustSpace::kMacro})
      if (Targets found = modules_.in_module(evaluator, of.module, name, one); is_target(found))
        return found;
    return {};
  }
  std::vector<DeclRef> out;
  bool is_outside = of.kind == Targets::Kind::kOutside;
  for (const Id value : evaluator.values().copy(evaluator.instances_of(file, expr.a))) {
    const Value& one = evaluator.values().at(value);
    is_outside = is_outside || one.kind == Kind::kOutside || one.kind == Kind::kLibrary;
    std::vector<Member> found;
    members_of(evaluator, value, name, found);
    for (const Member& member : found)
      if (std::ranges::find(out, member.decl) == out.end()) out.push_back(member.decl);
  }
  if (out.empty()) return is_outside ? Targets::outside() : Targets{};
  return Targets::of(std::move(out), LinkReason::kReceiver);
}

/// `Type::from(value)`: of several impls, those for the type of the value.
Targets RustRules::converting_targets(Evaluator& evaluator, Id file, const Expr& expr) {
  const Call call = call_of(evaluator, file, evaluator.facts(file).exprs[expr.a]);
  Targets found = evaluator.targets(file, call.callee);
  if (found.decls.size() < 2 || call.arguments.empty()) return found;
  const Id given = argument(evaluator, call, 0);
  std::erase_if(found.decls, [&](DeclRef ref) {
    const facts::Facts& facts = evaluator.facts(ref.file);
    const auto parameters = facts.list(facts.decls[ref.decl].parameters);
    if (parameters.empty()) return false;
    const Id type = facts.decls[parameters[0]].type;
    return !may_be(evaluator, evaluator.instances_of(ref.file, type), given);
  });
  return found.decls.empty() ? Targets{} : found;
}

Targets RustRules::member_targets(Evaluator& evaluator, Id file, const Expr& expr) {
  const std::string name(evaluator.facts(file).name(expr.b));
  std::vector<DeclRef> out;
  bool is_outside = false;
  for (const Id value : evaluator.values().copy(evaluator.value_of(file, expr.a))) {
    const std::vector<Member> found = expr.kind == ExprKind::kFieldOf
                                          ? fields(evaluator, value, name)
                                          : methods(evaluator, value, name);
    const Kind kind = evaluator.values().at(value).kind;
    is_outside = is_outside || kind == Kind::kOutside || kind == Kind::kLibrary ||
                 kind == Kind::kList || kind == Kind::kTuple;
    for (const Member& member : found)
      if (std::ranges::find(out, member.decl) == out.end()) out.push_back(member.decl);
  }
  if (out.empty()) return is_outside ? Targets::outside() : Targets{};
  return Targets::of(std::move(out), LinkReason::kReceiver);
}

/// The set of instances of an alias with type arguments.
Id RustRules::alias_instances(Evaluator& evaluator, DeclRef alias, std::span<const Id> given) {
  const facts::Facts& facts = evaluator.facts(alias.file);
  const Id set = evaluator.instances_of(alias.file, facts.decls[alias.decl].type);
  Given arguments;
  const auto parameters = facts.list(facts.decls[alias.decl].type_parameters);
  for (std::size_t i = 0; i < std::min(parameters.size(), given.size()); ++i)
    arguments[{alias.file, parameters[i]}] = given[i];
  return arguments.empty() ? set : replaced(evaluator, set, arguments);
}

Id RustRules::instances_of(Evaluator& evaluator, DeclRef named, std::span<const Id> given) {
  ValueTable& values = evaluator.values();
  const Decl& decl = evaluator.decl(named);
  if (is_rust_type(decl.kind)) return values.set({Kind::kInstance, named, values.list(given)});
  if (decl.kind == DeclKind::kTypeParameter)
    return values.set({Kind::kTypeParameter, named, kNone});
  if (decl.kind == DeclKind::kField) return evaluator.instances_of(named.file, decl.type);
  if (decl.kind == DeclKind::kAlias) return alias_instances(evaluator, named, given);
  return ValueTable::kNothing;
}

Id RustRules::special_type(Evaluator& evaluator, Id file, Id id) {
  const facts::Facts& facts = evaluator.facts(file);
  const Expr type = facts.exprs[id];
  const bool is_generic = type.kind == ExprKind::kGenericType;
  const Id base = is_generic ? type.a : id;
  const Expr named = facts.exprs[base];
  std::vector<Id> given;
  if (is_generic) {
    const auto list = facts.list(type.b);
    for (const Id one : std::vector<Id>(list.begin(), list.end()))
      given.push_back(evaluator.instances_of(file, one));
  }
  if (named.kind == ExprKind::kLibraryType)
    return library_set(evaluator, std::string(facts.name(named.a)), given);
  const std::string name(facts.name(named.b));
  if (named.kind == ExprKind::kTypeMember && named.a != kNone) {
    const Targets of = type_path(evaluator, file, named.a);
    if (of.kind != Targets::Kind::kModule && of.kind != Targets::Kind::kOutside)
      return projected(evaluator, evaluator.instances_of(file, named.a), name, {file, base});
  }
  const Targets found = evaluator.targets(file, base);
  if (found.kind == Targets::Kind::kModule) return ValueTable::kNothing;
  if (found.kind != Targets::Kind::kDecls) {
    if (name == "Future" && given.size() == 1)
      return evaluator.values().set({Kind::kPromise, {}, given[0]});
    return library_set(evaluator, name, given);
  }
  std::vector<Id> sets;
  for (const DeclRef ref : found.decls) sets.push_back(instances_of(evaluator, ref, given));
  return evaluator.union_of(sets);
}

}  // namespace codeweaver::graph
