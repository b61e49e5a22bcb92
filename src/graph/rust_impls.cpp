// RustRules: impls by their types, and members of values.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>

#include "graph/evaluator.hpp"
#include "graph/rust_rules.hpp"

namespace codeweaver::graph {

using facts::Decl;
using facts::DeclKind;
using facts::Expr;
using facts::ExprKind;
using Kind = Value::Kind;

namespace {

constexpr int kMostAliases = 8;
constexpr int kMostDereferences = 6;
constexpr int kMostSuperTraits = 8;
constexpr Id kAnyType = kNone - 1;  // second part of the head of `impl<T> Trait for T`

constexpr std::array kPointers{std::string_view("Box"),
                               std::string_view("Rc"),
                               std::string_view("Arc"),
                               std::string_view("Ref"),
                               std::string_view("RefMut"),
                               std::string_view("MutexGuard"),
                               std::string_view("RwLockReadGuard"),
                               std::string_view("RwLockWriteGuard"),
                               std::string_view("Cow"),
                               std::string_view("Pin"),
                               std::string_view("LazyLock"),
                               std::string_view("Lazy"),
                               std::string_view("ManuallyDrop"),
                               std::string_view("Guarded"),
                               std::string_view("LazyCell"),
                               std::string_view("OwnedMutexGuard"),
                               std::string_view("PeekMut"),
                               std::string_view("CachePadded")};
constexpr std::array kOfPointers{std::string_view("clone"), std::string_view("as_ref"),
                                 std::string_view("as_mut"), std::string_view("to_owned")};

}  // namespace

/// What a path of types names, without evaluating anything.
Targets RustRules::type_path(Evaluator& evaluator, Id file, Id type) {
  const facts::Facts& facts = evaluator.facts(file);
  const Expr expr = facts.exprs[type];
  if (expr.kind == ExprKind::kTypeName)
    return modules_.first(evaluator, file, expr.a, facts.name(expr.b), RustSpace::kType);
  if (expr.kind != ExprKind::kTypeMember) return {};
  if (expr.a == kNone) {
    const Id own = modules_.module_of(evaluator, file, 0);
    return own == kNone ? Targets{}
                        : modules_.crate_named(modules_.module(own).package, facts.name(expr.b));
  }
  const Targets of = type_path(evaluator, file, expr.a);
  if (of.kind == Targets::Kind::kOutside) return of;
  if (of.kind != Targets::Kind::kModule) return {};
  return modules_.in_module(evaluator, of.module, facts.name(expr.b), RustSpace::kType);
}

std::optional<RustRules::Head> RustRules::head_of(Evaluator& evaluator, Id file, Id type,
                                                  int depth) {
  if (type == kNone || depth > kMostAliases) return std::nullopt;
  const facts::Facts& facts = evaluator.facts(file);
  const Expr expr = facts.exprs[type];
  const auto of_library = [&](std::string_view name) { return head_of(library(name, kNone)); };
  switch (expr.kind) {
    case ExprKind::kGenericType:
      return head_of(evaluator, file, expr.a, depth + 1);
    case ExprKind::kLibraryType:
      return of_library(std::string(facts.name(expr.a)));
    case ExprKind::kListType:
      return of_library("[]");
    case ExprKind::kTupleType:
      return of_library("()");
    case ExprKind::kUnionType:
      return head_of(evaluator, file, facts.list(expr.a)[0], depth + 1);
    case ExprKind::kTypeName:
    case ExprKind::kTypeMember:
      break;
    default:
      return std::nullopt;
  }
  const Targets found = type_path(evaluator, file, type);
  if (found.kind == Targets::Kind::kModule) return std::nullopt;
  if (found.kind != Targets::Kind::kDecls)
    return of_library(std::string(evaluator.facts(file).name(expr.b)));
  const DeclRef ref = found.decls[0];
  const Decl& decl = evaluator.decl(ref);
  if (decl.kind == DeclKind::kAlias) return head_of(evaluator, ref.file, decl.type, depth + 1);
  if (decl.kind == DeclKind::kTypeParameter) return Head{kNone, kAnyType};
  return Head{ref.file, ref.decl};
}

std::optional<RustRules::Head> RustRules::head_of(const Value& value) {
  switch (value.kind) {
    case Kind::kInstance:
    case Kind::kClass:
      return Head{value.decl.file, value.decl.decl};
    case Kind::kLibrary:
      return Head{kNone, value.decl.decl};
    case Kind::kList:
      return head_of(library("[]", kNone));
    case Kind::kTuple:
      return head_of(library("()", kNone));
    default:
      return std::nullopt;
  }
}

void RustRules::read_impls(Evaluator& evaluator, Id package) {
  if (std::ranges::find(packages_, package) != packages_.end()) return;
  packages_.push_back(package);
  std::vector<Id> files;
  for (const Id module : modules_.modules_of(package))
    files.push_back(modules_.module(module).file);
  std::ranges::sort(files);
  const auto rest = std::ranges::unique(files);
  files.erase(rest.begin(), rest.end());
  for (const Id file : files) {
    const facts::Facts& facts = evaluator.facts(file);
    for (Id id = 0; id < facts.decls.size(); ++id) {
      const Decl& decl = facts.decls[id];
      if (decl.kind != DeclKind::kClass || decl.name != kNone) continue;
      const auto head = head_of(evaluator, file, decl.type);
      if (!head) continue;
      Impl made{.decl = {file, id}, .trait = {}};
      if (const auto bases = facts.list(decl.bases); !bases.empty()) {
        const auto trait = head_of(evaluator, file, bases[0]);
        if (trait && trait->first != kNone)
          made.trait = {trait->first, trait->second};
        else
          made.trait_name = trait ? trait->second : kAnyType;
      }
      impls_[*head].emplace_back(package, made);
    }
  }
}

std::vector<RustRules::Impl> RustRules::impls_for(const Head& head) const {
  std::vector<Impl> out;
  const auto at = impls_.find(head);
  if (at == impls_.end()) return out;
  const auto& visible = modules_.visible_packages();
  for (const auto& [package, one] : at->second)
    if (std::ranges::find(visible, package) != visible.end()) out.push_back(one);
  return out;
}

/// Members that a type, an impl or a trait declares itself.
std::vector<DeclRef> RustRules::declared_in(Evaluator& evaluator, DeclRef owner,
                                            std::string_view name) {
  std::vector<DeclRef> out;
  const facts::Facts& facts = evaluator.facts(owner.file);
  if (const Id id = facts.find_name(name); id != kNone)
    for (const Id member : facts.members(owner.decl, id)) out.push_back({owner.file, member});
  return out;
}

void RustRules::members_of(Evaluator& evaluator, Id id, std::string_view name,
                           std::vector<Member>& out) {
  const Value value = evaluator.values().at(id);
  if (!evaluator.step()) return;
  if (value.kind == Kind::kInstance || value.kind == Kind::kClass) {
    if (evaluator.decl(value.decl).kind == DeclKind::kInterface) {
      members_in_trait(evaluator, value.decl, id, name, out);
    } else {
      for (const DeclRef one : declared_in(evaluator, value.decl, name))
        if (evaluator.decl(one).is_static) out.push_back({one, id, {}});  // a variant
    }
  } else if (value.kind == Kind::kTypeParameter) {
    if (evaluator.decl(value.decl).kind == DeclKind::kInterface)
      members_in_trait(evaluator, value.decl, id, name, out);
    else
      members_in_bounds(evaluator, value.decl, id, name, out);
  } else if (value.kind == Kind::kPartOf) {
    const Targets of = evaluator.targets(value.decl.file, value.decl.decl);
    for (const DeclRef alias : of.decls) members_in_bounds(evaluator, alias, id, name, out);
  }
  if (!out.empty()) return;
  if (const auto head = head_of(value)) members_in_impls(evaluator, *head, id, name, out);
  if (out.empty() && value.kind != Kind::kOutside && value.kind != Kind::kFunction)
    members_in_impls(evaluator, {kNone, kAnyType}, id, name, out);
}

void RustRules::members_in_impls(Evaluator& evaluator, const Head& head, Id value,
                                 std::string_view name, std::vector<Member>& out) {
  const std::vector<Impl> impls = impls_for(head);
  const bool is_any = head == Head{kNone, kAnyType};
  ValueTable& values = evaluator.values();
  for (const bool is_inherent : {true, false}) {
    std::vector<Member> found;
    for (const Impl& one : impls) {
      if (one.is_inherent() != is_inherent) continue;
      for (const DeclRef decl : declared_in(evaluator, one.decl, name))
        found.push_back({decl, value, one.decl});
    }
    if (found.size() > 1 && !is_any)
      std::erase_if(found, [&](const Member& one) {
        const Id type = evaluator.decl(one.impl).type;
        return !may_be(evaluator, evaluator.instances_of(one.impl.file, type),
                       values.set(std::span(&value, 1)));
      });
    out.insert(out.end(), found.begin(), found.end());
    if (!out.empty()) return;
  }
  for (const Impl& one : impls)
    if (one.trait.file != kNone) members_in_trait(evaluator, one.trait, value, name, out);
}

void RustRules::members_in_trait(Evaluator& evaluator, DeclRef trait, Id value,
                                 std::string_view name, std::vector<Member>& out, int depth) {
  for (const DeclRef one : declared_in(evaluator, trait, name))
    if (std::ranges::none_of(out, [&](const Member& other) { return other.decl == one; }))
      out.push_back({one, value, {}});
  if (!out.empty() || depth == kMostSuperTraits) return;
  const facts::Facts& facts = evaluator.facts(trait.file);
  const auto bases = facts.list(facts.decls[trait.decl].bases);
  for (const Id base : std::vector<Id>(bases.begin(), bases.end()))
    if (const auto head = head_of(evaluator, trait.file, base); head && head->first != kNone)
      members_in_trait(evaluator, {head->first, head->second}, value, name, out, depth + 1);
}

std::vector<Value> RustRules::bounds_of(Evaluator& evaluator, DeclRef parameter) {
  std::vector<Value> out;
  const facts::Facts& facts = evaluator.facts(parameter.file);
  const auto bases = facts.list(facts.decls[parameter.decl].bases);
  for (const Id base : std::vector<Id>(bases.begin(), bases.end()))
    for (const Id one : evaluator.values().copy(evaluator.instances_of(parameter.file, base)))
      out.push_back(evaluator.values().at(one));
  return out;
}

void RustRules::members_in_bounds(Evaluator& evaluator, DeclRef parameter, Id value,
                                  std::string_view name, std::vector<Member>& out) {
  for (const Value& bound : bounds_of(evaluator, parameter))
    if (bound.kind == Kind::kInstance) members_in_trait(evaluator, bound.decl, value, name, out);
}

/// False if a type certainly is not an instance of a pattern: `Foo<A>` and `Foo<B>`.
bool RustRules::may_be(Evaluator& evaluator, Id pattern, Id set, int depth) {
  ValueTable& values = evaluator.values();
  const std::vector<Id> wanted = values.copy(pattern), given = values.copy(set);
  if (wanted.empty() || given.empty() || depth > kMostDereferences) return true;
  for (const Id one : wanted)
    for (const Id other : given) {
      const Value a = values.at(one), b = values.at(other);
      const auto is_open = [](const Value& value) {
        return value.kind == Kind::kTypeParameter || value.kind == Kind::kPartOf ||
               value.kind == Kind::kOutside || value.kind == Kind::kFunction;
      };
      if (is_open(a) || is_open(b)) return true;
      const bool has_head = a.decl == b.decl && (a.kind == b.kind || b.kind == Kind::kClass);
      if (!has_head) continue;
      if (a.kind != Kind::kInstance && a.kind != Kind::kLibrary && a.kind != Kind::kTuple)
        return true;
      const std::vector<Id> parts = values.copy(a.parts), others = values.copy(b.parts);
      bool fits = true;
      for (std::size_t i = 0; i < std::min(parts.size(), others.size()); ++i)
        fits = fits && may_be(evaluator, parts[i], others[i], depth + 1);
      if (fits) return true;
    }
  return false;
}

Id RustRules::dereferenced(Evaluator& evaluator, Id id) {
  ValueTable& values = evaluator.values();
  const Value value = values.at(id);
  if (value.kind == Kind::kLibrary) {
    const std::string_view name = library_name(value);
    const auto parts = values.items(value.parts);
    if (!parts.empty() && std::ranges::find(kPointers, name) != kPointers.end())
      return parts.back();
    if (!parts.empty() && name == "Vec") return values.set({Kind::kList, {}, parts[0]});
    if (name == "String") return library_set(evaluator, "str");
    return ValueTable::kNothing;
  }
  if (value.kind != Kind::kInstance && value.kind != Kind::kClass) return ValueTable::kNothing;
  for (const Impl& one : impls_for({value.decl.file, value.decl.decl}))
    if (one.trait_name != kNone && one.trait_name < names_.size() &&
        names_[one.trait_name] == "Deref")
      return associated(evaluator, id, "Target");
  return ValueTable::kNothing;
}

std::vector<RustRules::Member> RustRules::methods(Evaluator& evaluator, Id value,
                                                  std::string_view name) {
  std::vector<Member> out;
  std::vector<Id> left{value};
  for (int depth = 0; depth < kMostDereferences && !left.empty(); ++depth) {
    std::vector<Id> next;
    for (const Id one : left) {
      members_of(evaluator, one, name, out);
      const bool is_library = evaluator.values().at(one).kind == Kind::kLibrary;
      if (is_library && std::ranges::find(kOfPointers, name) != kOfPointers.end()) continue;
      for (const Id inner : evaluator.values().copy(dereferenced(evaluator, one)))
        next.push_back(inner);
    }
    std::erase_if(out, [&](const Member& one) {
      return evaluator.decl(one.decl).kind != DeclKind::kFunction;
    });
    if (!out.empty()) return out;
    left = std::move(next);
  }
  return out;
}

std::vector<RustRules::Member> RustRules::fields(Evaluator& evaluator, Id value,
                                                 std::string_view name) {
  std::vector<Member> out;
  std::vector<Id> left{value};
  for (int depth = 0; depth < kMostDereferences && !left.empty(); ++depth) {
    std::vector<Id> next;
    for (const Id id : left) {
      const Value one = evaluator.values().at(id);
      if (one.kind == Kind::kInstance || one.kind == Kind::kClass)
        for (const DeclRef decl : declared_in(evaluator, one.decl, name))
          if (evaluator.decl(decl).kind == DeclKind::kField && !evaluator.decl(decl).is_static)
            out.push_back({decl, id, {}});
      for (const Id inner : evaluator.values().copy(dereferenced(evaluator, id)))
        next.push_back(inner);
    }
    if (!out.empty()) return out;
    left = std::move(next);
  }
  return out;
}

Id RustRules::associated(Evaluator& evaluator, Id value, std::string_view name) {
  std::vector<Member> found;
  if (const auto head = head_of(evaluator.values().at(value)))
    members_in_impls(evaluator, *head, value, name, found);
  std::vector<Id> sets;
  for (const Member& member : found) {
    const Decl& decl = evaluator.decl(member.decl);
    if (decl.kind != DeclKind::kAlias || decl.type == kNone) continue;
    const Id set = evaluator.instances_of(member.decl.file, decl.type);
    sets.push_back(replaced(evaluator, set, given_by(evaluator, member)));
  }
  return evaluator.union_of(sets);
}

}  // namespace codeweaver::graph
