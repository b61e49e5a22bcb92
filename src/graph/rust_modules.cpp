// RustModules: which file is which module.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "graph/rust_modules.hpp"

#include <algorithm>

#include "graph/evaluator.hpp"
#include "graph/paths.hpp"

namespace codeweaver::graph {

using facts::Decl;
using facts::DeclKind;

namespace {

constexpr std::size_t kMostModules = 50'000;

/// "src/a" for "src/a.rs"; "src" for "src/mod.rs" and for the root of a crate.
std::string folder_of_children(std::string_view path, bool is_root) {
  const std::string_view folder = folder_of(path);
  if (is_root || path.ends_with("/mod.rs") || path == "mod.rs") return std::string(folder);
  return std::string(path.substr(0, path.size() - 3));
}

/// The path without `.` and `..`.
std::string normal_path(std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    const auto slash = path.find('/');
    const std::string_view part = path.substr(0, slash);
    path = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
    if (part == "..") {
      if (!parts.empty()) parts.pop_back();
    } else if (part != "." && !part.empty()) {
      parts.push_back(part);
    }
  }
  std::string out;
  for (const std::string_view part : parts) out = path_in(out, part);
  return out;
}

}  // namespace

void RustModules::read_packages(Evaluator& evaluator) {
  if (has_packages_) return;
  has_packages_ = true;
  packages_ = rust_packages(evaluator.tree());
  known_ = static_cast<Id>(packages_.size());
  packages_.push_back({});  // of files that belong to none
  for (Id id = 0; id < packages_.size(); ++id) by_name_.emplace(packages_[id].name, id);
  is_read_.resize(packages_.size());
  of_package_.resize(packages_.size());
}

Id RustModules::package_of(std::string_view path) const {
  Id best = known_;
  for (Id id = 0; id < known_; ++id) {
    const std::string& folder = packages_[id].folder;
    const bool is_below =
        folder.empty() || (path.starts_with(folder) && path.substr(folder.size()).starts_with('/'));
    if (is_below && (best == known_ || folder.size() >= packages_[best].folder.size())) best = id;
  }
  return best;
}

void RustModules::begin(Evaluator& evaluator, Id file) {
  read_packages(evaluator);
  if (file == kNone) return;
  const Id own = package_of(evaluator.path(file));
  auto [at, is_new] = closures_.try_emplace(own);
  if (is_new) {
    std::vector<Id> all{own};
    for (std::size_t i = 0; i < all.size(); ++i)
      for (const auto& [name, package] : packages_[all[i]].dependencies)
        if (const auto found = by_name_.find(package); found != by_name_.end())
          if (std::ranges::find(all, found->second) == all.end()) all.push_back(found->second);
    for (const Id one : all) read_package(evaluator, one);
    closures_[own] = std::move(all);
  }
  const bool is_alone = alone_.contains(file) || module_of(evaluator, file, 0) == kNone;
  visible_ = closures_[is_alone ? alone(evaluator, file, own) : own];
}

/// The package of a file that no crate has: it sees what its folder's package sees. Its modules in
/// other files are not read, as these may stand for themselves, too.
Id RustModules::alone(Evaluator& evaluator, Id file, Id package) {
  const auto [at, is_new] = alone_.try_emplace(file, static_cast<Id>(packages_.size()));
  if (!is_new) return at->second;
  const Id made = at->second;
  packages_.push_back({.folder = {},
                       .name = {},
                       .library = packages_[package].library,
                       .library_root = {},
                       .roots = {},
                       .dependencies = packages_[package].dependencies});
  if (!packages_[package].library.empty())
    packages_[made].dependencies.emplace(packages_[package].library, packages_[package].name);
  is_read_.push_back(1);
  of_package_.emplace_back();
  closures_[made] = closures_[package];
  closures_[made].push_back(made);
  read_module(evaluator, add_module({.file = file, .package = made}), nullptr);
  return made;
}

Id RustModules::add_module(Module made) {
  const auto number = static_cast<Id>(modules_.size());
  if (made.parent == kNone) made.crate = number;
  modules_.push_back(made);
  of_package_[made.package].push_back(number);
  by_scope_.try_emplace({made.file, made.scope}, number);
  return number;
}

void RustModules::read_package(Evaluator& evaluator, Id package) {
  if (is_read_[package] != 0) return;
  is_read_[package] = 1;
  for (const std::string& root : packages_[package].roots) {
    const Id file = evaluator.file(normal_path(root));
    if (file == kNone || by_scope_.contains({file, 0})) continue;
    const Id number = add_module({.file = file, .package = package});
    const std::string folder = folder_of_children(root, true);
    read_module(evaluator, number, &folder);
  }
}

void RustModules::read_module(Evaluator& evaluator, Id number, const std::string* folder) {
  const Module of = modules_[number];
  const facts::Facts& facts = evaluator.facts(of.file);
  for (Id id = 0; id < facts.decls.size(); ++id) {
    const Decl& decl = facts.decls[id];
    if (decl.is_macro && of.scope == 0)
      macros_[{of.crate, std::string(facts.name(decl.name))}].push_back({of.file, id});
    if (decl.kind != DeclKind::kNamespace || decl.scope != of.scope) continue;
    const DeclRef ref{of.file, id};
    if (decl.inner != kNone) {
      const Id made = add_module({.file = of.file,
                                  .scope = decl.inner,
                                  .parent = number,
                                  .crate = of.crate,
                                  .package = of.package});
      by_decl_[ref] = made;
      const std::string within =
          folder == nullptr ? std::string() : path_in(*folder, facts.name(decl.name));
      read_module(evaluator, made, folder == nullptr ? nullptr : &within);
    } else if (folder != nullptr) {
      const Id made = read_file_module(evaluator, number, ref, *folder);
      if (made != kNone) by_decl_[ref] = made;
    }
  }
}

Id RustModules::read_file_module(Evaluator& evaluator, Id parent, DeclRef ref,
                                 const std::string& folder) {
  const Module around = modules_[parent];
  const facts::Facts& facts = evaluator.facts(ref.file);
  const Decl& decl = facts.decls[ref.decl];
  const std::string name(facts.name(decl.name));
  std::vector<std::string> paths;
  if (decl.module != kNone) {
    const std::string_view beside =
        around.scope == 0 ? folder_of(evaluator.path(around.file)) : std::string_view(folder);
    paths.push_back(normal_path(path_in(beside, facts.name(decl.module))));
  } else {
    paths.push_back(path_in(folder, name + ".rs"));
    paths.push_back(path_in(path_in(folder, name), "mod.rs"));
  }
  for (const std::string& path : paths) {
    const Id file = evaluator.file(path);
    if (file == kNone || modules_.size() > kMostModules) continue;
    // Another crate may have the same file, as tests have `mod common`.
    if (const auto at = by_scope_.find({file, 0}); at != by_scope_.end()) return at->second;
    const Id made = add_module(
        {.file = file, .parent = parent, .crate = around.crate, .package = around.package});
    const std::string within = folder_of_children(path, decl.module != kNone);
    read_module(evaluator, made, &within);
    return made;
  }
  return kNone;
}

Id RustModules::module_of(Evaluator& evaluator, Id file, Id scope) const {
  const facts::Facts& facts = evaluator.facts(file);
  while (scope != kNone && facts.scopes[scope].kind != facts::Scope::Kind::kModule)
    scope = facts.scopes[scope].parent;
  const auto at = by_scope_.find({file, scope == kNone ? 0 : scope});
  return at == by_scope_.end() ? kNone : at->second;
}

Id RustModules::module_at(DeclRef decl) const {
  const auto at = by_decl_.find(decl);
  return at == by_decl_.end() ? kNone : at->second;
}

Targets RustModules::as_target(Id module) const {
  return {
      .kind = Targets::Kind::kModule, .decls = {}, .module = module, .reason = LinkReason::kImport};
}

Targets RustModules::crate_named(Id package, std::string_view name) {
  const RustPackage& own = packages_[package];
  Id of = kNone;
  if (const auto at = own.dependencies.find(name); at != own.dependencies.end()) {
    const auto found = by_name_.find(at->second);
    if (found == by_name_.end() || packages_[found->second].library.empty())
      return Targets::outside();
    of = found->second;
  } else if (!own.library.empty() && own.library == name && package < known_) {
    of = package;
  } else if (name == "std" || name == "core" || name == "alloc" || name == "proc_macro") {
    return Targets::outside();
  }
  // A library may have another name than its package.
  for (Id id = 0; of == kNone && id < known_; ++id)
    if (packages_[id].library == name &&
        std::ranges::any_of(own.dependencies,
                            [&](const auto& one) { return one.second == packages_[id].name; }))
      of = id;
  if (of == kNone) return {};
  for (const Id module : of_package_[of])
    if (modules_[module].parent == kNone) return as_target(module);
  return {};
}

}  // namespace codeweaver::graph
