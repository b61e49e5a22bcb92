// GoRules: packages from folders and go.mod files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "graph/go_rules.hpp"

#include <algorithm>
#include <array>

#include "base/lines.hpp"
#include "graph/evaluator.hpp"
#include "graph/paths.hpp"

namespace codeweaver::graph {

using facts::DeclKind;
using facts::ExprKind;

namespace {

constexpr std::array kBuiltIn{
    std::string_view("any"),     std::string_view("append"),     std::string_view("bool"),
    std::string_view("byte"),    std::string_view("cap"),        std::string_view("clear"),
    std::string_view("close"),   std::string_view("comparable"), std::string_view("complex"),
    std::string_view("copy"),    std::string_view("complex128"), std::string_view("complex64"),
    std::string_view("delete"),  std::string_view("error"),      std::string_view("false"),
    std::string_view("float32"), std::string_view("float64"),    std::string_view("imag"),
    std::string_view("int"),     std::string_view("int16"),      std::string_view("int32"),
    std::string_view("int64"),   std::string_view("int8"),       std::string_view("iota"),
    std::string_view("len"),     std::string_view("make"),       std::string_view("max"),
    std::string_view("min"),     std::string_view("new"),        std::string_view("nil"),
    std::string_view("panic"),   std::string_view("print"),      std::string_view("println"),
    std::string_view("real"),    std::string_view("recover"),    std::string_view("rune"),
    std::string_view("string"),  std::string_view("true"),       std::string_view("uint"),
    std::string_view("uint16"),  std::string_view("uint32"),     std::string_view("uint64"),
    std::string_view("uint8"),   std::string_view("uintptr")};

/// The module path of a go.mod file; empty: none.
std::string_view module_path(std::string_view text) {
  for (std::string_view line : base::split_lines(text)) {
    if (!line.starts_with("module ")) continue;
    line.remove_prefix(7);
    line = line.substr(0, line.find("//"));
    while (!line.empty() && (line.front() == ' ' || line.front() == '"')) line.remove_prefix(1);
    while (!line.empty() && (line.back() == ' ' || line.back() == '"')) line.remove_suffix(1);
    return line;
  }
  return {};
}

}  // namespace

const std::vector<Id>& GoRules::packages_in(Evaluator& evaluator, const std::string& folder) {
  const auto [at, is_new] = folders_.try_emplace(folder);
  if (!is_new) return at->second;
  std::vector<Id> numbers;
  for (const std::string& name : evaluator.tree().files_in(folder)) {
    if (!name.ends_with(".go")) continue;
    const Id file = evaluator.file(path_in(folder, name));
    if (file == kNone) continue;
    const facts::Facts& facts = evaluator.facts(file);
    const std::string_view clause = facts.name(facts.package);
    auto same = std::ranges::find_if(numbers, [&](Id id) { return packages_[id].name == clause; });
    if (same == numbers.end()) {
      packages_.push_back({.name = std::string(clause), .files = {}, .decls = {}, .methods = {}});
      numbers.push_back(static_cast<Id>(packages_.size() - 1));
      same = numbers.end() - 1;
    }
    Package& package = packages_[*same];
    package.files.push_back(file);
    package_of_file_[file] = *same;
    for (Id id = 0; id < facts.decls.size(); ++id) {
      const facts::Decl& decl = facts.decls[id];
      if (decl.kind == DeclKind::kImport) continue;
      if (decl.scope == 0) package.decls[std::string(facts.name(decl.name))].push_back({file, id});
      if (decl.owner_name != kNone)
        package
            .methods[std::string(facts.name(decl.owner_name)) + '.' +
                     std::string(facts.name(decl.name))]
            .push_back({file, id});
    }
  }
  return at->second = std::move(numbers);
}

Id GoRules::package_of(Evaluator& evaluator, Id file) {
  packages_in(evaluator, std::string(folder_of(evaluator.path(file))));
  const auto at = package_of_file_.find(file);
  return at == package_of_file_.end() ? kNone : at->second;
}

void GoRules::read_modules(Evaluator& evaluator) {
  if (modules_) return;
  modules_.emplace();
  for (const std::string& path : evaluator.tree().files_named("go.mod")) {
    const std::string text = evaluator.tree().text(path);
    if (const auto name = module_path(text); !name.empty())
      modules_->push_back({std::string(name), std::string(folder_of(path))});
  }
  std::ranges::stable_sort(*modules_, std::ranges::greater(),
                           [](const Module& one) { return one.path.size(); });
}

std::optional<Id> GoRules::find_package(Evaluator& evaluator, std::string_view import_path) {
  read_modules(evaluator);
  for (const auto& [path, folder] : *modules_) {
    if (!import_path.starts_with(path)) continue;
    std::string_view rest = import_path.substr(path.size());
    if (!rest.empty() && rest.front() != '/') continue;
    if (!rest.empty()) rest.remove_prefix(1);
    for (const Id id : packages_in(evaluator, path_in(folder, rest)))
      if (!packages_[id].name.ends_with("_test")) return id;
    return kNone;
  }
  return std::nullopt;
}

Targets GoRules::imported(Evaluator& evaluator, DeclRef import) {
  const facts::Facts& facts = evaluator.facts(import.file);
  const std::string path(facts.name(facts.decls[import.decl].module));
  const auto package = find_package(evaluator, path);
  if (!package) return Targets::outside();
  if (*package == kNone) return {};
  return {.kind = Targets::Kind::kModule,
          .decls = {},
          .module = *package,
          .reason = LinkReason::kImport};
}

Import GoRules::import_of(Evaluator& evaluator, DeclRef import) {
  const facts::Facts& facts = evaluator.facts(import.file);
  const auto package = find_package(evaluator, facts.name(facts.decls[import.decl].module));
  if (!package) return {.of = Import::Of::kOutside};
  if (*package == kNone) return {.of = Import::Of::kMissing};
  Import out{.of = Import::Of::kPackage};
  for (const Id file : packages_[*package].files) out.files.push_back(evaluator.path(file));
  return out;
}

Targets GoRules::global(Evaluator& evaluator, Id file, std::string_view name) {
  const Id own = package_of(evaluator, file);
  if (own == kNone) return {};
  const std::string key(name);
  if (const auto at = packages_[own].decls.find(key); at != packages_[own].decls.end())
    return Targets::of(at->second, LinkReason::kPackage);
  if (std::ranges::find(kBuiltIn, name) != kBuiltIn.end()) return Targets::outside();
  const facts::Facts& facts = evaluator.facts(file);
  for (Id id = 0; id < facts.decls.size(); ++id) {
    const facts::Decl& decl = facts.decls[id];
    if (decl.kind != DeclKind::kImport) continue;
    const auto package = find_package(evaluator, std::string(facts.name(decl.module)));
    if (!package || *package == kNone) continue;
    if (facts.name(decl.name) == ".") {
      const auto at = packages_[*package].decls.find(key);
      if (at != packages_[*package].decls.end())
        return Targets::of(at->second, LinkReason::kImport);
    } else if (packages_[*package].name == name) {  // the name differs from the end of the path
      return {.kind = Targets::Kind::kModule,
              .decls = {},
              .module = *package,
              .reason = LinkReason::kImport};
    }
  }
  return {};
}

Targets GoRules::member_of_module(Evaluator&, Id module, std::string_view name) {
  const auto at = packages_[module].decls.find(std::string(name));
  return at == packages_[module].decls.end() ? Targets{}
                                             : Targets::of(at->second, LinkReason::kImport);
}

std::vector<DeclRef> GoRules::own_members(Evaluator& evaluator, DeclRef of, std::string_view name) {
  const facts::Facts& facts = evaluator.facts(of.file);
  std::vector<DeclRef> out;
  if (const Id id = facts.find_name(name); id != kNone)
    for (const Id decl : facts.members(of.decl, id)) out.push_back({of.file, decl});
  const facts::Decl& decl = facts.decls[of.decl];
  if (!out.empty() || decl.is_local || decl.name == kNone) return out;
  const Id package = package_of(evaluator, of.file);
  if (package == kNone) return out;
  const auto at =
      packages_[package].methods.find(std::string(facts.name(decl.name)) + '.' + std::string(name));
  return at == packages_[package].methods.end() ? out : at->second;
}

DeclRef GoRules::class_of(Evaluator& evaluator, DeclRef member) {
  const facts::Decl& decl = evaluator.decl(member);
  if (decl.owner != kNone) return {member.file, decl.owner};
  const Id package = decl.owner_name == kNone ? kNone : package_of(evaluator, member.file);
  if (package == kNone) return {};
  const std::string name(evaluator.facts(member.file).name(decl.owner_name));
  const auto at = packages_[package].decls.find(name);
  return at == packages_[package].decls.end() ? DeclRef{} : at->second.front();
}

/// Compares names of methods only.
bool GoRules::satisfies(Evaluator& evaluator, DeclRef type, DeclRef interface) {
  if (evaluator.decl(interface).kind != DeclKind::kInterface || type == interface) return false;
  const Id value = evaluator.values().value({Value::Kind::kInstance, type, ValueTable::kNothing});
  bool has_methods = false;
  for (const DeclRef one : std::vector<DeclRef>(evaluator.bases(interface))) {
    if (one.file == kNone) continue;
    const facts::Facts& facts = evaluator.facts(one.file);
    for (const facts::Decl& method : facts.decls) {
      if (method.owner != one.decl || method.kind != DeclKind::kFunction) continue;
      has_methods = true;
      const Targets found = evaluator.member(value, facts.name(method.name));
      const bool fits = std::ranges::any_of(found.decls, [&](DeclRef ref) {
        const facts::Facts& of = evaluator.facts(ref.file);
        const Id signature = of.decls[ref.decl].signature;
        return signature == kNone || method.signature == kNone ||
               of.name(signature) == facts.name(method.signature);
      });
      if (!fits) return false;
    }
  }
  return has_methods;
}

Id GoRules::special_call(Evaluator& evaluator, Id file, const facts::Expr& call) {
  const facts::Facts& facts = evaluator.facts(file);
  const facts::Expr& called = facts.exprs[call.a];
  if (called.kind != ExprKind::kName || facts.name(called.a) != "append") return kNone;
  const auto arguments = facts.list(call.b);
  if (arguments.empty() || evaluator.targets(file, call.a).kind != Targets::Kind::kOutside)
    return kNone;
  return evaluator.value_of(file, arguments[0]);
}

}  // namespace codeweaver::graph
