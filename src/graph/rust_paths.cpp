// RustModules: scopes, imports and paths.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>

#include "graph/evaluator.hpp"
#include "graph/rust_modules.hpp"

namespace codeweaver::graph {

using facts::Decl;
using facts::DeclKind;

namespace {

constexpr std::size_t kMostFollowed = 40;  // imports of imports, and modules within a search

/// 0: not in the space; 2: what is meant if there are others, too.
int fits_space(const Decl& decl, RustSpace space) {
  if (decl.is_macro) return space == RustSpace::kMacro ? 2 : 0;
  switch (decl.kind) {
    case DeclKind::kFunction:
    case DeclKind::kVariable:
    case DeclKind::kParameter:
      return space == RustSpace::kValue ? 2 : 0;
    case DeclKind::kClass:
      return space == RustSpace::kType ? 2 : space == RustSpace::kValue ? 1 : 0;
    case DeclKind::kField:  // a variant
      return space == RustSpace::kMacro ? 0 : 2;
    case DeclKind::kInterface:
    case DeclKind::kAlias:
    case DeclKind::kTypeParameter:
    case DeclKind::kNamespace:
      return space == RustSpace::kType ? 2 : 0;
    default:
      return 0;
  }
}

bool is_found(const Targets& found) {
  return found.kind != Targets::Kind::kUnknown;
}

}  // namespace

Targets RustModules::chosen(Evaluator& evaluator, Id file, std::span<const Id> decls,
                            RustSpace space, Id from) {
  const facts::Facts& facts = evaluator.facts(file);
  std::vector<DeclRef> best;
  int fit = 0;
  Targets imports;
  for (const Id id : decls) {
    const Decl& decl = facts.decls[id];
    if (decl.kind == DeclKind::kImport) {
      if (decl.is_private && from != kNone &&
          !is_seen(module_of(evaluator, file, decl.scope), from))
        continue;
      if (Targets found = imported(evaluator, {file, id}, space); is_found(found))
        if (imports.kind != Targets::Kind::kDecls) imports = std::move(found);
      continue;
    }
    const int one = fits_space(decl, space);
    if (one == 0 || one < fit) continue;
    if (one > fit) best.clear();
    fit = one;
    best.push_back({file, id});
  }
  if (best.empty()) return imports;
  if (best.size() == 1 || evaluator.decl(best[0]).kind == DeclKind::kNamespace)
    for (const DeclRef one : best)
      if (const Id module = module_at(one); module != kNone) return as_target(module);
  return Targets::of(std::move(best), LinkReason::kScope);
}

/// True if the module is `from`, or contains it.
bool RustModules::is_seen(Id module, Id from) const {
  for (; from != kNone; from = modules_[from].parent)
    if (from == module) return true;
  return false;
}

Targets RustModules::find(Evaluator& evaluator, Id file, Id scope, std::string_view name,
                          RustSpace space) {
  const facts::Facts& facts = evaluator.facts(file);
  const Id id = facts.find_name(name);
  const Id star = facts.find_name("*");
  for (; scope != kNone; scope = facts.scopes[scope].parent) {
    if (id != kNone)
      if (const auto decls = facts.declared(scope, id); !decls.empty())
        if (Targets found = chosen(evaluator, file, decls, space, kNone); is_found(found))
          return found;
    if (star != kNone && !facts.declared(scope, star).empty())
      if (Targets found = through_globs(evaluator, file, scope, name, space, kNone);
          is_found(found))
        return found;
    if (facts.scopes[scope].kind == facts::Scope::Kind::kModule && space != RustSpace::kMacro)
      break;
  }
  if (space != RustSpace::kMacro) return {};
  return macro_of_crate(evaluator, module_of(evaluator, file, 0), name);
}

Targets RustModules::macro_of_crate(Evaluator&, Id module, std::string_view name) {
  if (module == kNone) return Targets::outside();
  const std::string key(name);
  if (const auto at = macros_.find({modules_[module].crate, key}); at != macros_.end())
    return Targets::of(at->second, LinkReason::kPackage);
  const RustPackage& own = packages_[modules_[module].package];
  for (const Id package : visible_) {
    if (of_package_[package].empty()) continue;
    const Id root = of_package_[package][0];
    const bool is_named = package == modules_[module].package ||
                          std::ranges::any_of(own.dependencies, [&](const auto& one) {
                            return one.second == packages_[package].name;
                          });
    if (!is_named) continue;
    if (const auto at = macros_.find({root, key}); at != macros_.end())
      return Targets::of(at->second, LinkReason::kPackage);
  }
  return Targets::outside();
}

/// What the imports of all names in a scope give. `from`: the module that asks, if not this one.
Targets RustModules::through_globs(Evaluator& evaluator, Id file, Id scope, std::string_view name,
                                   RustSpace space, Id from) {
  const facts::Facts& facts = evaluator.facts(file);
  const Id star = facts.find_name("*");
  if (star == kNone || searched_.size() > kMostFollowed) return {};
  const Id own = module_of(evaluator, file, scope);
  for (const Id id : facts.declared(scope, star)) {
    const Decl& decl = facts.decls[id];
    if (decl.is_private && from != kNone && !is_seen(own, from)) continue;
    if (!active_.insert({{file, id}, space}).second) continue;
    const Targets of = path(evaluator, file, scope, facts.name(decl.module));
    Targets found;
    if (of.kind == Targets::Kind::kModule)
      found = within(evaluator, of.module, name, space, own);
    else if (of.kind == Targets::Kind::kDecls && space != RustSpace::kMacro)
      found = within_decls(evaluator, of, name);
    active_.erase({{file, id}, space});
    if (is_found(found)) {
      found.reason = LinkReason::kImport;
      return found;
    }
  }
  return {};
}

/// The variants of an enumeration.
Targets RustModules::within_decls(Evaluator& evaluator, const Targets& of, std::string_view name) {
  std::vector<DeclRef> out;
  for (const DeclRef one : of.decls) {
    const facts::Facts& facts = evaluator.facts(one.file);
    const Id id = facts.find_name(name);
    if (id == kNone) continue;
    for (const Id member : facts.members(one.decl, id))
      if (facts.decls[member].is_static) out.push_back({one.file, member});
  }
  return Targets::of(std::move(out), LinkReason::kImport);
}

Targets RustModules::within(Evaluator& evaluator, Id number, std::string_view name, RustSpace space,
                            Id from) {
  const Module of = modules_[number];
  if (name == "self") return as_target(number);
  if (name == "super") return of.parent == kNone ? Targets{} : as_target(of.parent);
  const facts::Facts& facts = evaluator.facts(of.file);
  const auto key = std::pair(number, std::string(name));
  if (std::ranges::find(searched_, key) != searched_.end()) return {};
  if (const Id id = facts.find_name(name); id != kNone)
    if (const auto decls = facts.declared(of.scope, id); !decls.empty())
      if (Targets found = chosen(evaluator, of.file, decls, space, from); is_found(found))
        return found;
  searched_.push_back(key);
  Targets found = through_globs(evaluator, of.file, of.scope, name, space, from);
  searched_.pop_back();
  if (!is_found(found) && space == RustSpace::kMacro && of.parent == kNone) {
    if (const auto at = macros_.find({number, std::string(name)}); at != macros_.end())
      return Targets::of(at->second, LinkReason::kImport);
  }
  return found;
}

Targets RustModules::in_module(Evaluator& evaluator, Id module, std::string_view name,
                               RustSpace space) {
  return within(evaluator, module, name, space, kNone);
}

Targets RustModules::first(Evaluator& evaluator, Id file, Id scope, std::string_view name,
                           RustSpace space) {
  const Id own = module_of(evaluator, file, scope);
  if (own == kNone) return {};
  if (name == "crate") return as_target(modules_[own].crate);
  if (name == "self") return as_target(own);
  if (name == "super")
    return modules_[own].parent == kNone ? Targets{} : as_target(modules_[own].parent);
  Targets found = find(evaluator, file, scope, name, space);
  if (is_found(found) || space != RustSpace::kType) return found;
  if (found = crate_named(modules_[own].package, name); is_found(found)) return found;
  // Paths of the edition 2015 begin at the root of the crate.
  return within(evaluator, modules_[own].crate, name, space, own);
}

/// What a path such as `a::b` names; the module itself for an empty one.
Targets RustModules::path(Evaluator& evaluator, Id file, Id scope, std::string_view path) {
  const Id own = module_of(evaluator, file, scope);
  if (own == kNone) return {};
  const bool is_of_crates = path.starts_with("::");
  Targets at;
  bool is_first = true;
  while (!path.empty()) {
    const auto end = path.find("::");
    const std::string_view name = path.substr(0, end);
    path = end == std::string_view::npos ? std::string_view() : path.substr(end + 2);
    if (name.empty()) continue;
    if (is_first)
      at = is_of_crates ? crate_named(modules_[own].package, name)
                        : first(evaluator, file, scope, name, RustSpace::kType);
    else if (at.kind == Targets::Kind::kModule)
      at = within(evaluator, at.module, name, RustSpace::kType, own);
    else if (at.kind == Targets::Kind::kDecls)
      at = within_decls(evaluator, at, name);
    is_first = false;
    if (!is_found(at)) return Targets::outside();
    if (at.kind == Targets::Kind::kOutside) return at;
  }
  return is_first ? as_target(own) : at;
}

Targets RustModules::imported(Evaluator& evaluator, DeclRef import, RustSpace space) {
  const facts::Facts& facts = evaluator.facts(import.file);
  const Decl& decl = facts.decls[import.decl];
  if (active_.size() > kMostFollowed || !active_.insert({import, space}).second) return {};
  const std::string_view module = facts.name(decl.module), name = facts.name(decl.imported);
  const Id own = module_of(evaluator, import.file, decl.scope);
  Targets found;
  if (own != kNone && module == "::") {
    found = space == RustSpace::kType ? crate_named(modules_[own].package, name) : Targets{};
    if (!is_found(found) && space == RustSpace::kType) found = Targets::outside();
  } else if (module.empty()) {
    found = first(evaluator, import.file, decl.scope, name, space);
    if (!is_found(found) && space == RustSpace::kType) found = Targets::outside();
  } else {
    const Targets of = path(evaluator, import.file, decl.scope, module);
    if (name.empty())  // all names
      found = of;
    else if (of.kind == Targets::Kind::kModule)
      found = within(evaluator, of.module, name, space, own);
    else if (of.kind == Targets::Kind::kDecls && space != RustSpace::kMacro)
      found = within_decls(evaluator, of, name);
    else if (of.kind == Targets::Kind::kOutside)
      found = of;
  }
  active_.erase({import, space});
  if (is_found(found)) found.reason = LinkReason::kImport;
  return found;
}

}  // namespace codeweaver::graph
