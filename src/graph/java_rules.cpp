// JavaRules: the order in which names are looked up.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "graph/java_rules.hpp"

#include <algorithm>

namespace codeweaver::graph {

using facts::Decl;
using facts::DeclKind;
using facts::Expr;
using facts::ExprKind;
using facts::Scope;
using Kind = Value::Kind;

namespace {

bool is_type(DeclKind kind) {
  return kind == DeclKind::kClass || kind == DeclKind::kInterface;
}

bool is_variable(DeclKind kind) {
  return kind == DeclKind::kVariable || kind == DeclKind::kParameter;
}

}  // namespace

std::optional<Targets> JavaRules::named_targets(Evaluator& evaluator, Id file, const Expr& expr) {
  const auto name = [&](Id id) { return std::string(evaluator.facts(file).name(id)); };
  switch (expr.kind) {
    case ExprKind::kName:
      return value_named(evaluator, file, expr.b, name(expr.a));
    case ExprKind::kMember: {
      if (expr.a == kNone) return Targets{};
      const ExprKind before = evaluator.facts(file).exprs[expr.a].kind;
      if (before == ExprKind::kModule) return static_import(evaluator, file, expr);
      if (before != ExprKind::kName && before != ExprKind::kMember) return std::nullopt;
      const Targets of = evaluator.targets(file, expr.a);
      if (of.kind != Targets::Kind::kModule) return std::nullopt;
      return in_package(evaluator, file, of.module, name(expr.b));
    }
    case ExprKind::kTypeName:
      return type_named(evaluator, file, expr.a, name(expr.b));
    case ExprKind::kTypeMember:
      return type_member(evaluator, file, expr);
    case ExprKind::kMethod:
      return methods(evaluator, file, expr);
    case ExprKind::kMethodRef:
      return reference(evaluator, file, expr);
    case ExprKind::kLabel:
      return label(evaluator, file, expr);
    default:
      return std::nullopt;
  }
}

/// Private members are only visible within their file.
bool JavaRules::is_inherited(Evaluator& evaluator, DeclRef member, DeclRef of) const {
  return member.file == of.file || !evaluator.decl(member).is_private;
}

Id JavaRules::implicit_bound(Evaluator& evaluator, Id file, const Expr& expr, DeclRef ref) {
  if (expr.kind != ExprKind::kName || evaluator.decl(ref).kind != DeclKind::kField) return kNone;
  const std::vector<Id> all = bounds(evaluator, file, {.scope = expr.b}, ref);
  return all.empty() ? kNone : all[0];
}

Targets JavaRules::member_type(Evaluator& evaluator, DeclRef of, std::string_view name) {
  for (const DeclRef one : std::vector<DeclRef>(evaluator.bases(of))) {
    if (one.file == kNone) continue;
    const facts::Facts& facts = evaluator.facts(one.file);
    const Id id = facts.find_name(name);
    if (id == kNone) continue;
    for (const Id member : facts.members(one.decl, id))
      if (is_type(facts.decls[member].kind) && is_inherited(evaluator, {one.file, member}, of))
        return Targets::of({{one.file, member}}, LinkReason::kReceiver);
  }
  return {};
}

DeclRef JavaRules::field(Evaluator& evaluator, DeclRef of, std::string_view name) {
  for (const DeclRef one : std::vector<DeclRef>(evaluator.bases(of))) {
    if (one.file == kNone) continue;
    const facts::Facts& facts = evaluator.facts(one.file);
    const Id id = facts.find_name(name);
    if (id == kNone) continue;
    for (const Id member : facts.members(one.decl, id))
      if (facts.decls[member].kind == DeclKind::kField &&
          is_inherited(evaluator, {one.file, member}, of))
        return {one.file, member};
  }
  return {};
}

Targets JavaRules::type_named(Evaluator& evaluator, Id file, Id scope, std::string_view name) {
  const facts::Facts& facts = evaluator.facts(file);
  const Id id = facts.find_name(name);
  for (; scope != kNone; scope = facts.scopes[scope].parent) {
    const Scope& own = facts.scopes[scope];
    for (const Id one : facts.declared(scope, id)) {
      const Decl& decl = facts.decls[one];
      if (is_type(decl.kind) || decl.kind == DeclKind::kTypeParameter)
        return Targets::of({{file, one}}, LinkReason::kScope);
      if (decl.kind != DeclKind::kImport) continue;
      const Targets from = imported(evaluator, {file, one});
      if (decl.imported == kNone) return from;
      for (const DeclRef ref : from.decls)  // a static import also takes types
        if (Targets found = member_type(evaluator, ref, name); !found.decls.empty()) return found;
    }
    if (own.kind != Scope::Kind::kClass || own.owner == kNone) continue;
    Targets found = member_type(evaluator, {file, own.owner}, name);
    if (found.kind == Targets::Kind::kDecls) {
      found.reason = LinkReason::kScope;
      return found;
    }
  }
  return type_in_imports(evaluator, file, std::string(name));
}

/// A type of the own package, or of an import of several types.
Targets JavaRules::type_in_imports(Evaluator& evaluator, Id file, const std::string& name) {
  const facts::Facts& facts = evaluator.facts(file);
  const std::string package(facts.name(facts.package));
  if (auto found = packages_.find(evaluator, package, name, file); !found.empty())
    return Targets::of(std::move(found), LinkReason::kPackage);
  if (const Id star = facts.find_name("*"); star != kNone)
    for (const Id one : facts.declared(0, star)) {
      const Targets from =
          at_path(evaluator, file, std::string(facts.name(facts.decls[one].module)));
      Targets found;
      if (from.kind == Targets::Kind::kModule)
        found = Targets::of(packages_.find(evaluator, packages_.name(from.module), name, file),
                            LinkReason::kImport);
      for (const DeclRef ref : from.decls)
        if (found.decls.empty()) found = member_type(evaluator, ref, name);
      if (!found.decls.empty()) {
        found.reason = LinkReason::kImport;
        return found;
      }
    }
  return packages_.has(evaluator, name) ? at_path(evaluator, file, name) : Targets::outside();
}

Targets JavaRules::at_path(Evaluator& evaluator, Id file, const std::string& path) {
  // The longest package first, as a class may have the name of a package.
  for (auto end = path.size(); end != std::string::npos && end > 0;
       end = path.rfind('.', end - 1)) {
    const std::string package = path.substr(0, end);
    if (!packages_.has(evaluator, package)) continue;
    if (end == path.size())
      return {.kind = Targets::Kind::kModule,
              .decls = {},
              .module = packages_.number(package),
              .reason = LinkReason::kImport};
    Targets found;
    for (auto begin = end + 1; begin <= path.size();) {
      const auto dot = std::min(path.find('.', begin), path.size());
      const std::string name = path.substr(begin, dot - begin);
      if (begin == end + 1)
        found = Targets::of(packages_.find(evaluator, package, name, file), LinkReason::kImport);
      else
        found = member_type(evaluator, found.decls[0], name);
      if (found.decls.empty()) return Targets::outside();
      begin = dot + 1;
    }
    found.reason = LinkReason::kImport;
    return found;
  }
  return Targets::outside();
}

Targets JavaRules::imported(Evaluator& evaluator, DeclRef import) {
  const facts::Facts& facts = evaluator.facts(import.file);
  return at_path(evaluator, import.file, std::string(facts.name(facts.decls[import.decl].module)));
}

Import JavaRules::import_of(Evaluator& evaluator, DeclRef import) {
  const Targets found = imported(evaluator, import);
  Import out;
  if (found.kind == Targets::Kind::kModule) {
    out.of = Import::Of::kPackage;
    for (const Id file : packages_.files(evaluator, packages_.name(found.module)))
      out.files.push_back(evaluator.path(file));
  } else if (found.kind == Targets::Kind::kDecls) {
    out.of = Import::Of::kFiles;
    for (const DeclRef ref : found.decls) out.files.push_back(evaluator.path(ref.file));
  }
  return out;
}

Targets JavaRules::module(Evaluator& evaluator, Id file, std::string_view name) {
  return at_path(evaluator, file, std::string(name));
}

Targets JavaRules::in_package(Evaluator& evaluator, Id file, Id package, const std::string& name) {
  const std::string of = packages_.name(package);
  auto found = packages_.find(evaluator, of, name, file);
  if (!found.empty()) return Targets::of(std::move(found), LinkReason::kImport);
  const std::string path = of + '.' + name;
  if (!packages_.has(evaluator, path)) return Targets::outside();
  return {.kind = Targets::Kind::kModule,
          .decls = {},
          .module = packages_.number(path),
          .reason = LinkReason::kImport};
}

Targets JavaRules::type_member(Evaluator& evaluator, Id file, const Expr& expr) {
  if (expr.a == kNone) return {};
  const std::string name(evaluator.facts(file).name(expr.b));
  const Expr before = evaluator.facts(file).exprs[expr.a];
  Targets of;
  if (before.kind == ExprKind::kTypeOf) {  // outer.new Inner()
    for (const Id value : evaluator.values().copy(evaluator.value_of(file, before.a))) {
      const Value one = evaluator.values().at(value);
      if (one.kind == Kind::kInstance) of = Targets::of({one.decl}, LinkReason::kReceiver);
    }
  } else if (before.kind == ExprKind::kModule) {
    of = at_path(evaluator, file, std::string(evaluator.facts(file).name(before.a)));
  } else {
    of = evaluator.targets(file, before.kind == ExprKind::kGenericType ? before.a : expr.a);
  }
  if (of.kind == Targets::Kind::kModule) return in_package(evaluator, file, of.module, name);
  for (const DeclRef ref : of.decls)
    if (is_type(evaluator.decl(ref).kind))
      if (Targets found = member_type(evaluator, ref, name); !found.decls.empty()) return found;
  return of.kind == Targets::Kind::kUnknown ? Targets{} : Targets::outside();
}

std::vector<DeclRef> JavaRules::static_sources(Evaluator& evaluator, Id file, std::string_view name,
                                               bool takes_all, bool& is_outside) {
  const facts::Facts& facts = evaluator.facts(file);
  const Id id = facts.find_name(takes_all ? std::string_view("*") : name);
  std::vector<DeclRef> out;
  if (id == kNone) return out;
  for (const Id one : facts.declared(0, id)) {
    const Decl& decl = facts.decls[one];
    if (decl.kind != DeclKind::kImport || decl.imported == kNone) continue;
    const Targets from = imported(evaluator, {file, one});
    is_outside = is_outside || from.kind == Targets::Kind::kOutside;
    out.insert(out.end(), from.decls.begin(), from.decls.end());
  }
  return out;
}

Targets JavaRules::value_named(Evaluator& evaluator, Id file, Id scope, std::string_view name) {
  const facts::Facts& facts = evaluator.facts(file);
  const Id id = facts.find_name(name);
  for (Id at = scope; at != kNone; at = facts.scopes[at].parent) {
    const Scope& own = facts.scopes[at];
    for (const Id one : facts.declared(at, id))
      if (is_variable(facts.decls[one].kind)) return Targets::of({{file, one}}, LinkReason::kScope);
    if (own.kind != Scope::Kind::kClass || own.owner == kNone) continue;
    const DeclRef found = field(evaluator, {file, own.owner}, name);
    if (found.file != kNone) return Targets::of({found}, LinkReason::kScope);
  }
  bool is_outside = false;
  for (const bool takes_all : {false, true})
    for (const DeclRef source : static_sources(evaluator, file, name, takes_all, is_outside))
      if (const DeclRef found = field(evaluator, source, name); found.file != kNone)
        return Targets::of({found}, LinkReason::kImport);
  return type_named(evaluator, file, scope, name);
}

/// A label of a `switch`: a constant of the enumeration, or another name.
Targets JavaRules::label(Evaluator& evaluator, Id file, const Expr& expr) {
  const auto span = evaluator.facts(file).list(expr.a);
  const std::vector<Id> parts(span.begin(), span.end());
  const std::string name(evaluator.facts(file).name(expr.b));
  if (parts.size() != 2 || parts[1] == kNone) return {};
  const Id tested = evaluator.value_of(file, parts[0]);
  for (const Id id : evaluator.values().copy(tested)) {
    const Value value = evaluator.values().at(id);
    if (value.kind != Kind::kInstance) continue;
    const DeclRef found = field(evaluator, value.decl, name);
    if (found.file != kNone) return Targets::of({found}, LinkReason::kReceiver);
  }
  if (tested == ValueTable::kNothing) return {};
  return evaluator.targets(file, parts[1]);
}

Targets JavaRules::global(Evaluator& evaluator, Id file, std::string_view name) {
  return type_in_imports(evaluator, file, std::string(name));
}

/// The members that a static import names.
Targets JavaRules::static_import(Evaluator& evaluator, Id file, const Expr& expr) {
  const std::string name(evaluator.facts(file).name(expr.b));
  const std::string path(evaluator.facts(file).name(evaluator.facts(file).exprs[expr.a].a));
  const Targets of = at_path(evaluator, file, path);
  std::vector<DeclRef> out;
  for (const DeclRef ref : of.decls) {
    for (const Function& one : collect(evaluator, ref, name, 0, kNone)) out.push_back(one.decl);
    if (const DeclRef found = field(evaluator, ref, name); found.file != kNone)
      out.push_back(found);
    for (const DeclRef type : member_type(evaluator, ref, name).decls) out.push_back(type);
  }
  if (out.empty() && of.kind != Targets::Kind::kUnknown) return Targets::outside();
  return Targets::of(std::move(out), LinkReason::kImport);
}

/// Fields before types, as for an expression.
std::vector<DeclRef> JavaRules::own_members(Evaluator& evaluator, DeclRef of,
                                            std::string_view name) {
  const facts::Facts& facts = evaluator.facts(of.file);
  const Id id = facts.find_name(name);
  if (id == kNone) return {};
  std::vector<DeclRef> out;
  for (const Id one : facts.members(of.decl, id)) out.push_back({of.file, one});
  const auto is_field = [&](DeclRef ref) { return evaluator.decl(ref).kind == DeclKind::kField; };
  const bool has_field = std::ranges::any_of(out, is_field);
  std::erase_if(out, [&](DeclRef ref) {
    return has_field ? !is_field(ref) : !is_type(evaluator.decl(ref).kind);
  });
  return out;
}

std::optional<Targets> JavaRules::special_member(Evaluator& evaluator, const Value& of,
                                                 std::string_view name) {
  if (of.kind == Kind::kLibrary) return Targets::outside();
  if (of.kind != Kind::kTypeParameter) return std::nullopt;
  const facts::Facts& facts = evaluator.facts(of.decl.file);
  Targets out = Targets::outside();
  for (const Id bound : facts.list(facts.decls[of.decl.decl].bases))
    for (const Id one : evaluator.values().copy(evaluator.instances_of(of.decl.file, bound)))
      if (Targets found = evaluator.member(one, name); found.kind == Targets::Kind::kDecls)
        return found;
  return out;
}

Id JavaRules::special_type(Evaluator& evaluator, Id file, Id id) {
  const facts::Facts& facts = evaluator.facts(file);
  const Expr type = facts.exprs[id];
  const bool is_generic = type.kind == ExprKind::kGenericType;
  const Id base = is_generic ? type.a : id;
  const Expr named = facts.exprs[base];
  std::vector<Id> given;
  if (is_generic)
    for (const Id one : facts.list(type.b)) given.push_back(evaluator.instances_of(file, one));
  if (named.kind == ExprKind::kLibraryType)
    return library_set(evaluator, std::string(facts.name(named.a)), given);
  const Targets found = evaluator.targets(file, base);
  if (found.kind == Targets::Kind::kOutside)
    return library_set(evaluator, std::string(evaluator.facts(file).name(named.b)), given);
  ValueTable& values = evaluator.values();
  std::vector<Id> out;
  for (const DeclRef ref : found.decls) {
    if (is_type(evaluator.decl(ref).kind))
      out.push_back(values.value({Kind::kInstance, ref, values.list(given)}));
    else if (evaluator.decl(ref).kind == DeclKind::kTypeParameter)
      out.push_back(values.value({Kind::kTypeParameter, ref, kNone}));
  }
  return values.set(out);
}

}  // namespace codeweaver::graph
