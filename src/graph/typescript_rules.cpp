// TypeScriptRules: names, modules and members.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "graph/typescript_rules.hpp"

#include <algorithm>
#include <array>

#include "base/listed.hpp"
#include "facts/typescript_reader.hpp"
#include "graph/evaluator.hpp"

namespace codeweaver::graph {

using facts::Decl;
using facts::DeclKind;
using facts::TypeScriptReader;
using Kind = Value::Kind;

namespace {

/// Global names that also a text without imports and exports can mean only as such.
constexpr std::array kGlobalNames{
    std::string_view("Array"),         std::string_view("ArrayBuffer"),
    std::string_view("BigInt"),        std::string_view("Boolean"),
    std::string_view("Buffer"),        std::string_view("Date"),
    std::string_view("Error"),         std::string_view("Function"),
    std::string_view("Infinity"),      std::string_view("Intl"),
    std::string_view("JSON"),          std::string_view("Map"),
    std::string_view("Math"),          std::string_view("NaN"),
    std::string_view("Number"),        std::string_view("Object"),
    std::string_view("Promise"),       std::string_view("Proxy"),
    std::string_view("Record"),        std::string_view("Reflect"),
    std::string_view("RegExp"),        std::string_view("Set"),
    std::string_view("String"),        std::string_view("Symbol"),
    std::string_view("TypeError"),     std::string_view("URL"),
    std::string_view("Uint8Array"),    std::string_view("WeakMap"),
    std::string_view("WeakSet"),       std::string_view("arguments"),
    std::string_view("clearInterval"), std::string_view("clearTimeout"),
    std::string_view("console"),       std::string_view("document"),
    std::string_view("exports"),       std::string_view("globalThis"),
    std::string_view("isNaN"),         std::string_view("module"),
    std::string_view("parseFloat"),    std::string_view("parseInt"),
    std::string_view("process"),       std::string_view("require"),
    std::string_view("setInterval"),   std::string_view("setTimeout"),
    std::string_view("undefined"),     std::string_view("window")};

/// Members that every object or function has.
constexpr std::array kObjectMembers{
    std::string_view("apply"),          std::string_view("bind"),
    std::string_view("call"),           std::string_view("constructor"),
    std::string_view("hasOwnProperty"), std::string_view("isPrototypeOf"),
    std::string_view("prototype"),      std::string_view("toLocaleString"),
    std::string_view("toString"),       std::string_view("valueOf")};

constexpr std::array kMapMembers{std::string_view("clear"),   std::string_view("delete"),
                                 std::string_view("entries"), std::string_view("forEach"),
                                 std::string_view("get"),     std::string_view("has"),
                                 std::string_view("keys"),    std::string_view("set"),
                                 std::string_view("size"),    std::string_view("values")};

/// Files that usually declare names for all others.
constexpr std::array kAmbientFiles{
    std::string_view("global.d.ts"), std::string_view("globals.d.ts"),
    std::string_view("env.d.ts"),    std::string_view("index.d.ts"),
    std::string_view("types.d.ts"),  std::string_view("vite-env.d.ts")};

std::vector<DeclRef> refs(Id file, std::span<const Id> decls) {
  std::vector<DeclRef> out;
  for (const Id decl : decls) out.push_back({file, decl});
  return out;
}

}  // namespace

void TypeScriptRules::read_ambient(Evaluator& evaluator) {
  if (ambient_) return;
  ambient_.emplace();
  for (const std::string_view name : kAmbientFiles)
    for (const std::string& path : evaluator.tree().files_named(name)) {
      const Id file = evaluator.file(path);
      if (file == kNone) continue;
      const facts::Facts& facts = evaluator.facts(file);
      for (Id id = 0; id < facts.decls.size(); ++id) {
        const Decl& decl = facts.decls[id];
        const bool is_global =
            decl.scope == TypeScriptReader::kGlobals || (decl.scope == 0 && !facts.is_module);
        if (is_global) (*ambient_)[std::string(facts.name(decl.name))].push_back({file, id});
      }
    }
}

Targets TypeScriptRules::global(Evaluator& evaluator, Id file, std::string_view name) {
  const facts::Facts& facts = evaluator.facts(file);
  if (const Id id = facts.find_name(name); id != kNone)
    if (const auto found = facts.declared(TypeScriptReader::kGlobals, id); !found.empty())
      return Targets::of(refs(file, found), LinkReason::kScope);
  read_ambient(evaluator);
  if (const auto at = ambient_->find(std::string(name)); at != ambient_->end())
    return Targets::of(at->second, LinkReason::kPackage);
  // A module sees no names of other files but those that it imports.
  const bool is_outside = evaluator.facts(file).is_module || base::is_listed(kGlobalNames, name);
  return is_outside ? Targets::outside() : Targets{};
}

Targets TypeScriptRules::module(Evaluator& evaluator, Id file, std::string_view name) {
  const auto found = modules_.find(evaluator, evaluator.path(file), name);
  if (!found) return Targets::outside();
  if (*found == kNone) return {};
  const facts::Facts& facts = evaluator.facts(*found);
  if (const Id id = facts.find_name("export="); id != kNone)
    if (const auto all = facts.declared(TypeScriptReader::kExports, id); !all.empty())
      return Targets::of(refs(*found, all), LinkReason::kImport);
  return {
      .kind = Targets::Kind::kModule, .decls = {}, .module = *found, .reason = LinkReason::kImport};
}

Targets TypeScriptRules::imported(Evaluator& evaluator, DeclRef import) {
  const facts::Facts& facts = evaluator.facts(import.file);
  const Decl& decl = facts.decls[import.decl];
  if (decl.module == kNone)  // `export { name as other }`
    return Targets::of(refs(import.file, facts.declared(0, decl.imported)), LinkReason::kScope);
  const std::string_view name = facts.name(decl.imported);
  Targets from = module(evaluator, import.file, facts.name(decl.module));
  if (decl.imported == kNone || from.kind == Targets::Kind::kOutside) return from;
  if (from.kind == Targets::Kind::kModule) {
    Targets found = member_of_module(evaluator, from.module, name);
    const bool is_common_js = !evaluator.facts(from.module).is_module;
    return found.kind == Targets::Kind::kUnknown && name == "default" && is_common_js ? from
                                                                                      : found;
  }
  if (name == "default" || from.decls.empty()) return from;
  std::vector<DeclRef> members;  // of what CommonJS exports
  for (const DeclRef ref : from.decls)
    for (const Id value : evaluator.values().copy(evaluator.value_of(ref)))
      for (const DeclRef member : evaluator.member(value, name).decls) members.push_back(member);
  return Targets::of(std::move(members), LinkReason::kImport);
}

Import TypeScriptRules::import_of(Evaluator& evaluator, DeclRef import) {
  const facts::Facts& facts = evaluator.facts(import.file);
  const std::string name(facts.name(facts.decls[import.decl].module));
  const auto found = modules_.find(evaluator, evaluator.path(import.file), name);
  if (!found) return {.of = Import::Of::kOutside};
  if (*found != kNone) return {.of = Import::Of::kFiles, .files = {evaluator.path(*found)}};
  // A file of another kind: a style sheet, data.
  if (auto path = TypeScriptModules::other_file(evaluator, evaluator.path(import.file), name))
    return {.of = Import::Of::kFiles, .files = {*std::move(path)}};
  return {.of = Import::Of::kMissing};
}

bool TypeScriptRules::has_dynamic_types(Evaluator& evaluator, Id file) const {
  return evaluator.facts(file).language == "javascript";
}

Targets TypeScriptRules::member_of_module(Evaluator& evaluator, Id module, std::string_view name) {
  std::set<Id> seen;
  return exported(evaluator, module, name, seen);
}

Targets TypeScriptRules::exported(Evaluator& evaluator, Id file, std::string_view name,
                                  std::set<Id>& seen) {
  constexpr std::size_t kMostModules = 200;
  if (seen.size() > kMostModules || !seen.insert(file).second) return {};
  const facts::Facts& facts = evaluator.facts(file);
  if (const Id id = facts.find_name(name); id != kNone) {
    if (const auto found = facts.declared(TypeScriptReader::kExports, id); !found.empty())
      return Targets::of(refs(file, found), LinkReason::kImport);
    std::vector<DeclRef> own;  // what a module imports, it does not export
    for (const DeclRef ref : refs(file, facts.declared(0, id)))
      if (facts.decls[ref.decl].kind != DeclKind::kImport) own.push_back(ref);
    if (!own.empty()) return Targets::of(std::move(own), LinkReason::kImport);
  }
  const Id star = facts.find_name("*");
  if (star == kNone || name == "default") return {};
  bool is_outside = false;
  for (const DeclRef ref : refs(file, facts.declared(TypeScriptReader::kExports, star))) {
    const std::string from(facts.name(facts.decls[ref.decl].module));
    const auto next = modules_.find(evaluator, evaluator.path(file), from);
    is_outside = is_outside || !next;
    if (!next || *next == kNone) continue;
    Targets found = exported(evaluator, *next, name, seen);
    if (found.kind == Targets::Kind::kDecls) return found;
    is_outside = is_outside || found.kind == Targets::Kind::kOutside;
  }
  return is_outside ? Targets::outside() : Targets{};
}

std::vector<DeclRef> TypeScriptRules::own_members(Evaluator& evaluator, DeclRef of,
                                                  std::string_view name) {
  const facts::Facts& facts = evaluator.facts(of.file);
  const Id id = facts.find_name(name);
  if (id == kNone) return {};
  return refs(of.file, facts.members(of.decl, id));
}

/// A class has the static ones, its instances have the others.
void TypeScriptRules::keep_reachable(const Evaluator& evaluator, DeclRef of, bool is_class,
                                     std::vector<DeclRef>& members) {
  if (evaluator.decl(of).kind != DeclKind::kClass) return;
  std::erase_if(members, [&](DeclRef ref) { return evaluator.decl(ref).is_static != is_class; });
}

/// `error?: never` says that an object has no such member.
void TypeScriptRules::keep_possible(const Evaluator& evaluator, std::vector<DeclRef>& members) {
  const auto is_impossible = [&](DeclRef ref) {
    const Decl& decl = evaluator.decl(ref);
    if (decl.kind != DeclKind::kField || decl.type == kNone) return false;
    const facts::Expr& type = evaluator.facts(ref.file).exprs[decl.type];
    return type.kind == facts::ExprKind::kUnion && type.a == kNone;
  };
  if (!std::ranges::all_of(members, is_impossible)) std::erase_if(members, is_impossible);
}

/// A member of what bounds a type parameter, or a part of one.
Targets TypeScriptRules::bounded_member(Evaluator& evaluator, const Value& of,
                                        std::string_view name) {
  ValueTable& values = evaluator.values();
  if (of.kind == Kind::kPartOf) {
    for (const Id parameter : values.copy(of.parts)) {
      const Value bounded = values.at(parameter);
      if (bounded.kind != Kind::kTypeParameter) continue;
      const Id bound = evaluator.instances_of(bounded.decl.file, evaluator.decl(bounded.decl).type);
      for (const Id value : values.copy(part_of(evaluator, of, bound)))
        if (Targets found = evaluator.member(value, name); found.kind != Targets::Kind::kUnknown)
          return found;
    }
    return {};
  }
  const Decl& decl = evaluator.decl(of.decl);
  if (decl.kind == DeclKind::kClass || decl.kind == DeclKind::kInterface)
    return evaluator.member(values.value({Kind::kInstance, of.decl, ValueTable::kNothing}), name);
  Targets out;
  for (const Id value : values.copy(evaluator.instances_of(of.decl.file, decl.type))) {
    Targets found = evaluator.member(value, name);
    if (found.kind == Targets::Kind::kDecls) return found;
    if (found.kind == Targets::Kind::kOutside) out = found;
  }
  return out;
}

std::optional<Targets> TypeScriptRules::special_member(Evaluator& evaluator, const Value& of,
                                                       std::string_view name) {
  const auto outside_if = [](bool is_outside) {
    return is_outside ? Targets::outside() : Targets{};
  };
  switch (of.kind) {
    case Kind::kTypeParameter:
    case Kind::kPartOf:
      return bounded_member(evaluator, of, name);
    case Kind::kMap:  // an object with any keys has members, too
      return outside_if(base::is_listed(kMapMembers, name));
    case Kind::kPromise:
      return Targets::outside();
    case Kind::kFunction:
      if (auto own = own_members(evaluator, of.decl, name); !own.empty())
        return Targets::of(std::move(own), LinkReason::kReceiver);
      [[fallthrough]];
    case Kind::kCallback:
      return outside_if(name == "name" || name == "length" ||
                        base::is_listed(kObjectMembers, name));
    case Kind::kInstance:
    case Kind::kClass:
      return outside_if(base::is_listed(kObjectMembers, name));
    default:
      return std::nullopt;
  }
}

}  // namespace codeweaver::graph
