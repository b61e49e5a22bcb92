// UseGraph: names that files use, looked up in the files that they import.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/lookup/use_graph.hpp"

#include <algorithm>
#include <cmath>

#include "engine/searching/lookup/declared_symbol.hpp"
#include "graph/paths.hpp"

namespace codeweaver::engine {
namespace {

using facts::DeclKind;

/// What another file may use by name.
bool is_offered(const facts::Facts& facts, const facts::Decl& decl) {
  if (decl.is_local || decl.is_private || decl.name == facts::kNone) return false;
  if (declares_type(decl) || decl.kind == DeclKind::kFunction) return true;
  return decl.kind == DeclKind::kVariable && decl.owner == facts::kNone &&
         decl.scope != facts::kNone && facts.scopes[decl.scope].kind == facts::Scope::Kind::kModule;
}

}  // namespace

UseGraph::UseGraph(SymbolGraph::Question& question, const std::vector<std::string>& paths,
                   std::chrono::steady_clock::time_point end)
    : imports_(question.imports(end)),
      files_(paths.size()),
      uses_(paths.size()),
      package_of_(paths.size()) {
  is_complete_ = imports_->is_complete;
  for (std::uint32_t file = 0; file < paths.size(); ++file) {
    files_[file].path = paths[file];
    numbers_[paths[file]] = file;
  }
  for (std::uint32_t file = 0; file < paths.size() && is_complete_; ++file) {
    read(question, file);
    is_complete_ = std::chrono::steady_clock::now() < end;
  }
  for (std::uint32_t file = 0; file < paths.size(); ++file) passed_.push_back(passed_by(file));
  for (std::uint32_t file = 0; file < paths.size(); ++file) connect(file);
}

void UseGraph::read(SymbolGraph::Question& question, std::uint32_t file) {
  const auto facts = question.facts(files_[file].path);
  if (facts == nullptr) return;
  for (facts::Id id = 0; id < facts->decls.size(); ++id)
    if (is_offered(*facts, facts->decls[id]))
      files_[file].declared.try_emplace(
          std::string(facts->name(facts->decls[id].name)),
          UsingFile::Declared{id, declares_method(facts->decls[id]), 0});
  for (const auto& use : facts->uses)
    if (use.kind != facts::Use::Kind::kImport) ++uses_[file][std::string(facts->name_of(use))];
  if (facts->language != "go" && facts->language != "java") return;
  package_of_[file] = std::string(graph::folder_of(files_[file].path)) + ':' +
                      std::string(facts->name(facts->package));
  packages_[package_of_[file]].push_back(file);
}

std::vector<std::uint32_t> UseGraph::targets_of(std::uint32_t file) const {
  std::set<std::uint32_t> out;
  const auto add = [&](std::uint32_t node) {
    const auto known = numbers_.find(imports_->nodes()[node].path);
    if (known != numbers_.end()) out.insert(known->second);
  };
  for (const auto node : imports_->at(files_[file].path)) {
    if (imports_->nodes()[node].kind != ImportNode::Kind::kFile) continue;
    for (const auto edge : imports_->nodes()[node].imports) {
      const auto to = imports_->edges()[edge].to;
      if (imports_->nodes()[to].kind == ImportNode::Kind::kFile) add(to);
      for (const auto part : imports_->nodes()[to].files) add(part);
    }
  }
  if (!package_of_[file].empty())
    for (const auto other : packages_.at(package_of_[file])) out.insert(other);
  out.erase(file);
  return {out.begin(), out.end()};
}

UseGraph::Passed UseGraph::passed_by(std::uint32_t file) const {
  Passed out;
  for (const auto node : imports_->at(files_[file].path))
    for (const auto number : imports_->nodes()[node].imports) {
      const ImportEdge& edge = imports_->edges()[number];
      const auto next = numbers_.find(imports_->nodes()[edge.to].path);
      if (next == numbers_.end() || next->second == file) continue;
      for (const auto& name : edge.names) out.try_emplace(name, next->second);
    }
  return out;
}

std::uint32_t UseGraph::declaring(std::uint32_t target, std::string_view name) const {
  constexpr int kMostHops = 4;
  for (int hop = 0; hop < kMostHops; ++hop) {
    if (files_[target].declared.contains(name)) return target;
    const auto next = passed_[target].find(name);
    if (next == passed_[target].end()) break;
    target = next->second;
  }
  return static_cast<std::uint32_t>(files_.size());
}

/// Counts the uses of a name that `owner` declares, once for each file.
void UseGraph::count(std::uint32_t file, std::uint32_t owner, std::string_view name) {
  const auto uses = uses_[file].find(name);
  if (uses == uses_[file].end() || !counted_.emplace(owner, std::string(name)).second) return;
  files_[owner].declared.find(name)->second.uses += uses->second;
  files_[file].used[owner] += static_cast<double>(uses->second);
}

void UseGraph::connect(std::uint32_t file) {
  counted_.clear();
  const auto targets = targets_of(file);
  std::set<std::uint32_t> owners;  // of names that targets pass on
  for (const auto target : targets) {
    for (const auto& [name, declared] : files_[target].declared) count(file, target, name);
    for (const auto& [name, from] : passed_[target]) {
      const auto owner = uses_[file].contains(name) ? declaring(target, name) : files_.size();
      if (owner == files_.size() || owner == file) continue;
      count(file, static_cast<std::uint32_t>(owner), name);
      owners.insert(static_cast<std::uint32_t>(owner));
    }
  }
  for (const auto owner : owners)
    for (const auto& [name, declared] : files_[owner].declared)
      if (declared.is_member) count(file, owner, name);
  // An import without a known use, such as that of a header or of a file that passes names on.
  for (const auto target : targets)
    if (package_of_[file].empty() && !files_[file].used.contains(target))
      files_[file].used[target] = 1;
}

std::vector<double> UseGraph::ranks() const {
  constexpr double kDamping = 0.85;
  constexpr int kRounds = 40;
  const auto count = static_cast<double>(files_.size());
  std::vector<double> ranks(files_.size(), 1 / count), out_weights(files_.size());
  // Many uses count more than one, but not in proportion.
  const auto weight = [](double uses) { return std::log2(1 + uses); };
  for (std::size_t i = 0; i < files_.size(); ++i)
    for (const auto& [to, uses] : files_[i].used) out_weights[i] += weight(uses);
  for (int round = 0; round < kRounds; ++round) {
    double loose = 0;  // of files that use no other
    std::vector<double> next(files_.size(), 0);
    for (std::size_t i = 0; i < files_.size(); ++i) {
      if (out_weights[i] == 0) loose += ranks[i];
      for (const auto& [to, uses] : files_[i].used)
        next[to] += ranks[i] * weight(uses) / out_weights[i];
    }
    for (auto& one : next) one = (1 - kDamping) / count + kDamping * (one + loose / count);
    ranks = std::move(next);
  }
  return ranks;
}

}  // namespace codeweaver::engine
