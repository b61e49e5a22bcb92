// JavaPackages: folders of packages, and the types in their files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "graph/java_packages.hpp"

#include <algorithm>

#include "graph/paths.hpp"

namespace codeweaver::graph {
namespace {

constexpr std::string_view kJavaFile = ".java";

std::string folder_path(std::string package) {
  std::ranges::replace(package, '.', '/');
  return package;
}

bool is_java_type(facts::DeclKind kind) {
  return kind == facts::DeclKind::kClass || kind == facts::DeclKind::kInterface;
}

/// How many parts two paths have in common at their begin.
std::size_t common_parts(std::string_view a, std::string_view b) {
  std::size_t parts = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()) && a[i] == b[i]; ++i)
    parts += a[i] == '/' ? 1 : 0;
  return parts;
}

}  // namespace

const std::vector<std::string>& JavaPackages::folders(Evaluator& evaluator) {
  if (!folders_) folders_ = evaluator.tree().folders_with(kJavaFile);
  return *folders_;
}

const std::vector<std::string>& JavaPackages::folders_of(Evaluator& evaluator,
                                                         const std::string& package) {
  const auto [at, is_new] = folders_of_.try_emplace(package);
  if (!is_new || package.empty()) return at->second;
  const std::string path = folder_path(package);
  for (const std::string& folder : folders(evaluator))
    if (folder == path || folder.ends_with('/' + path)) at->second.push_back(folder);
  return at->second;
}

std::vector<Id> JavaPackages::files(Evaluator& evaluator, const std::string& package) {
  std::vector<Id> out;
  for (const std::string& folder : folders_of(evaluator, package))
    for (const std::string& name : evaluator.tree().files_in(folder)) {
      const Id file = name.ends_with(kJavaFile) ? evaluator.file(path_in(folder, name)) : kNone;
      if (file != kNone && evaluator.facts(file).name(evaluator.facts(file).package) == package)
        out.push_back(file);
    }
  return out;
}

bool JavaPackages::has(Evaluator& evaluator, const std::string& package) {
  const auto [at, is_new] = has_.try_emplace(package, false);
  if (!is_new) return at->second;
  const std::string path = '/' + folder_path(package) + '/';
  for (const std::string& folder : folders(evaluator))
    if (('/' + folder + '/').find(path) != std::string::npos) return at->second = true;
  return false;
}

Id JavaPackages::number(const std::string& package) {
  const auto [at, is_new] = numbers_.try_emplace(package, static_cast<Id>(names_.size()));
  if (is_new) names_.push_back(package);
  return at->second;
}

const JavaPackages::Types& JavaPackages::types_in(Evaluator& evaluator, const std::string& folder) {
  const auto [at, is_new] = types_.try_emplace(folder);
  if (!is_new) return at->second;
  Types types;
  for (const std::string& name : evaluator.tree().files_in(folder)) {
    const Id file = name.ends_with(kJavaFile) ? evaluator.file(path_in(folder, name)) : kNone;
    if (file == kNone) continue;
    const facts::Facts& facts = evaluator.facts(file);
    const std::string prefix = std::string(facts.name(facts.package)) + '.';
    for (Id id = 0; id < facts.decls.size(); ++id)
      if (facts.decls[id].scope == 0 && is_java_type(facts.decls[id].kind))
        types[prefix + std::string(facts.name(facts.decls[id].name))].push_back({file, id});
  }
  return at->second = std::move(types);
}

std::vector<DeclRef> JavaPackages::find_in(Evaluator& evaluator,
                                           const std::vector<std::string>& folders,
                                           const std::string& package, const std::string& name) {
  std::vector<DeclRef> out;
  for (const std::string& folder : folders) {  // the file with the name of the type, if possible
    const Id file = evaluator.file(path_in(folder, name + std::string(kJavaFile)));
    if (file == kNone) continue;
    const facts::Facts& facts = evaluator.facts(file);
    const Id id = facts.name(facts.package) == package ? facts.find_name(name) : kNone;
    if (id == kNone) continue;
    for (const Id decl : facts.declared(0, id))
      if (is_java_type(facts.decls[decl].kind)) out.push_back({file, decl});
  }
  if (!out.empty()) return out;
  for (const std::string& folder : folders) {
    const Types& types = types_in(evaluator, folder);
    if (const auto at = types.find(package + '.' + name); at != types.end())
      out.insert(out.end(), at->second.begin(), at->second.end());
  }
  return out;
}

std::vector<DeclRef> JavaPackages::find(Evaluator& evaluator, const std::string& package,
                                        const std::string& name, Id from) {
  std::vector<std::string> folders = folders_of(evaluator, package);
  const std::string own(folder_of(evaluator.path(from)));
  const facts::Facts& facts = evaluator.facts(from);
  const bool is_own =
      facts.name(facts.package) == package && std::ranges::find(folders, own) == folders.end();
  if (is_own) folders.push_back(own);
  const std::string key = (is_own ? own : std::string()) + ':' + package + '.' + name;
  auto known = found_.find(key);
  if (known == found_.end())
    known = found_.emplace(key, find_in(evaluator, folders, package, name)).first;
  std::vector<DeclRef> out = known->second;
  if (out.size() < 2) return out;
  const auto nearness = [&](DeclRef ref) {
    return common_parts(evaluator.path(from), evaluator.path(ref.file));
  };
  const std::size_t most = nearness(*std::ranges::max_element(out, {}, nearness));
  std::erase_if(out, [&](DeclRef ref) { return nearness(ref) < most; });
  return out;
}

}  // namespace codeweaver::graph
