// PythonRules: modules from files and folders.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "graph/evaluator.hpp"
#include "graph/paths.hpp"
#include "graph/python_rules.hpp"

namespace codeweaver::graph {
namespace {

constexpr std::array kSourceFolders{std::string_view("src"), std::string_view("lib"),
                                    std::string_view("python")};
constexpr std::array kProjectFiles{std::string_view("pyproject.toml"), std::string_view("setup.py"),
                                   std::string_view("setup.cfg")};

}  // namespace

bool PythonRules::has_file(Evaluator& evaluator, const std::string& folder, std::string_view name) {
  auto at = files_.find(folder);
  if (at == files_.end()) at = files_.emplace(folder, evaluator.tree().files_in(folder)).first;
  return std::ranges::binary_search(at->second, name);
}

const PythonRules::Layout& PythonRules::layout(Evaluator& evaluator) {
  if (layout_) return *layout_;
  layout_.emplace();
  const std::vector<std::string> packages = evaluator.tree().files_named("__init__.py");
  for (const std::string& path : packages)
    for (std::string_view at = folder_of(path);
         !at.empty() && layout_->folders.insert(std::string(at)).second;)
      at = folder_of(at);
  std::set<std::string> roots;
  for (const std::string_view name : kProjectFiles)
    for (const std::string& path : evaluator.tree().files_named(name)) {
      const std::string project(folder_of(path));
      roots.insert(project);
      for (const std::string_view source : kSourceFolders) roots.insert(path_in(project, source));
    }
  const auto add = [&](const std::string& root, const std::string& name) {
    layout_->roots[name].push_back(root);
  };
  for (const std::string& path : packages) {
    const std::string folder(folder_of(path));
    const std::string root(folder_of(folder));
    if (!folder.empty() && roots.contains(root))
      add(root, root.empty() ? folder : folder.substr(root.size() + 1));
  }
  for (const std::string& root : roots)
    for (const std::string& name : evaluator.tree().files_in(root))
      if (name.ends_with(".py")) add(root, name.substr(0, name.size() - 3));
  return *layout_;
}

/// A package without `__init__.py`.
bool PythonRules::is_namespace(Evaluator& evaluator, const std::string& folder) {
  if (layout(evaluator).folders.contains(folder)) return true;
  has_file(evaluator, folder, {});  // reads the folder
  return std::ranges::any_of(files_[folder],
                             [](std::string_view name) { return name.ends_with(".py"); });
}

Id PythonRules::module_at(Evaluator& evaluator, const std::string& path) {
  const auto [at, is_new] = numbers_.try_emplace(path, kNone);
  if (!is_new) return at->second;
  Module found;
  const auto slash = path.rfind('/');
  const std::string last = slash == std::string::npos ? path : path.substr(slash + 1);
  if (has_file(evaluator, path, "__init__.py"))
    found = {path_in(path, "__init__.py"), path};
  else if (!last.empty() && has_file(evaluator, std::string(folder_of(path)), last + ".py"))
    found = {path + ".py", {}};
  else if (!path.empty() && is_namespace(evaluator, path))
    found = {{}, path};
  if (found.path.empty() && found.folder.empty()) return kNone;
  modules_.push_back(std::move(found));
  return at->second = static_cast<Id>(modules_.size() - 1);
}

Id PythonRules::submodule(Evaluator& evaluator, Id module, std::string_view name) {
  const std::string folder = modules_[module].folder;
  return folder.empty() ? kNone : module_at(evaluator, path_in(folder, name));
}

Targets PythonRules::as_target(Id module) const {
  if (module == kNone) return Targets::outside();
  return {
      .kind = Targets::Kind::kModule, .decls = {}, .module = module, .reason = LinkReason::kImport};
}

const std::vector<std::string>& PythonRules::roots_of(Evaluator& evaluator,
                                                      const std::string& folder) {
  const auto [at, is_new] = roots_.try_emplace(folder);
  if (!is_new) return at->second;
  std::vector<std::string> around{folder};
  while (!around.back().empty()) around.emplace_back(folder_of(around.back()));
  std::vector<std::string> out;
  for (const std::string& one : around)
    if (one.empty() || !has_file(evaluator, one, "__init__.py")) out.push_back(one);
  for (const std::string& one : around)
    for (const std::string_view name : kSourceFolders) out.push_back(path_in(one, name));
  return roots_[folder] = std::move(out);
}

Id PythonRules::find_absolute(Evaluator& evaluator, const std::string& folder,
                              const std::string& path) {
  const auto [at, is_new] = found_.try_emplace({folder, path}, kNone);
  if (!is_new) return at->second;
  Id found = kNone;  // a namespace counts only if no root has more
  const auto is_found = [&](const std::string& root) {
    const Id one = module_at(evaluator, path_in(root, path));
    if (one == kNone) return false;
    const bool has_text = !modules_[one].path.empty();
    if (found == kNone || has_text) found = one;
    return has_text;
  };
  if (std::ranges::none_of(roots_of(evaluator, folder), is_found)) {
    const auto& roots = layout(evaluator).roots;
    if (const auto more = roots.find(path.substr(0, path.find('/'))); more != roots.end())
      static_cast<void>(std::ranges::any_of(more->second, is_found));
  }
  return found_[{folder, path}] = found;
}

Targets PythonRules::module(Evaluator& evaluator, Id file, std::string_view name) {
  std::string folder(folder_of(evaluator.path(file)));
  std::string path(name);
  std::erase(path, ' ');
  const auto dots = std::min(path.find_first_not_of('.'), path.size());
  path.erase(0, dots);
  std::ranges::replace(path, '.', '/');
  if (dots > 0) {
    for (std::size_t i = 1; i < dots; ++i) folder = std::string(folder_of(folder));
    return as_target(module_at(evaluator, path_in(folder, path)));
  }
  return as_target(find_absolute(evaluator, folder, path));
}

Import PythonRules::import_of(Evaluator& evaluator, DeclRef import) {
  const facts::Facts& facts = evaluator.facts(import.file);
  const facts::Decl& decl = facts.decls[import.decl];
  const std::string_view name = facts.name(decl.module);
  const Targets from = module(evaluator, import.file, name);
  if (from.kind != Targets::Kind::kModule)
    return {.of = name.starts_with('.') ? Import::Of::kMissing : Import::Of::kOutside};
  std::string path = modules_[from.module].path;
  if (decl.imported != kNone) {
    // The name is a module only if the text of the package does not declare it.
    const Targets found = in_module(evaluator, from.module, facts.name(decl.imported), import);
    if (found.kind == Targets::Kind::kModule) path = modules_[found.module].path;
  }
  Import out{.of = Import::Of::kFiles};
  if (!path.empty()) out.files.push_back(std::move(path));  // else a package without a text
  return out;
}

}  // namespace codeweaver::graph
