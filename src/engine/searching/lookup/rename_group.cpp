// RenameGroup: grows from the declarations of a definition by what is related to them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/lookup/rename_group.hpp"

#include <algorithm>
#include <tuple>

#include "engine/searching/lookup/declared_symbol.hpp"
#include "facts/java_reader.hpp"
#include "facts/read_facts.hpp"
#include "graph/paths.hpp"

namespace codeweaver::engine {
namespace {

using facts::Decl;
using facts::DeclKind;
using facts::Facts;

bool is_renamed(const Decl& decl) {
  return !decl.is_local && decl.kind != DeclKind::kImport && decl.kind != DeclKind::kParameter &&
         decl.kind != DeclKind::kTypeParameter;
}

/// True in a language where several functions of a class have one name and are not one.
bool has_overloads(const Facts& facts) {
  return facts.language == "java" || facts.language == "cpp";
}

bool has_same_owner(const Facts& facts, const Decl& one, const Facts& others, const Decl& other) {
  return facts.name(one.owner_name) == others.name(other.owner_name);
}

}  // namespace

RenameGroup::RenameGroup(SymbolGraph::Question& question, std::string_view name,
                         std::span<const std::string> paths)
    : question_(question) {
  for (const auto& path : paths) {
    const auto facts = question.facts(path);
    const auto id = facts == nullptr ? facts::kNone : facts->find_name(name);
    if (id == facts::kNone) continue;
    for (facts::Id decl = 0; decl < facts->decls.size(); ++decl)
      if (facts->decls[decl].name == id && is_renamed(facts->decls[decl]))
        all_.push_back({path, decl, facts->decls[decl].place});
    const auto constructor = facts->find_name(facts::JavaReader::kConstructor);
    for (facts::Id decl = 0; constructor != facts::kNone && decl < facts->decls.size(); ++decl)
      if (const auto& made = facts->decls[decl]; made.name == constructor &&
                                                 made.owner != facts::kNone &&
                                                 facts->decls[made.owner].name == id)
        all_.push_back({path, decl, made.place});
  }
}

std::vector<std::size_t> RenameGroup::declared_by(const SymbolMatch& definition) const {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < all_.size(); ++i) {
    const auto& one = all_[i];
    if (one.path != definition.path || one.place.line < definition.lines.start_line ||
        one.place.line > definition.lines.end_line)
      continue;
    // Members with the name of their class are within its lines, too.
    if (out.empty() || one.place.line < all_[out.front()].place.line) out = {i};
  }
  return out;
}

bool RenameGroup::is_override(const graph::Target& one, const graph::Target& other) {
  return question_.may_run(one, other) || question_.may_run(other, one);
}

bool RenameGroup::is_constructor_of(const graph::Target& one, const graph::Target& type) {
  const auto facts = question_.facts(type.path);
  if (!declares_type(facts->decls[type.decl])) return false;
  const auto of = question_.class_of(one);
  return of && of->path == type.path && of->decl == type.decl;
}

bool RenameGroup::is_related(const graph::Target& one, const graph::Target& other) {
  const auto facts = question_.facts(one.path), others = question_.facts(other.path);
  const Decl &a = facts->decls[one.decl], &b = others->decls[other.decl];
  if (is_constructor_of(one, other) || is_constructor_of(other, one)) return true;
  if (facts::is_cpp(facts->language) && question_.is_same(one, other)) return true;
  const bool are_methods = declares_method(a) && declares_method(b);
  const bool may_differ = has_overloads(*facts) && a.kind == DeclKind::kFunction;
  if (may_differ && facts->list(a.parameters).size() != others->list(b.parameters).size())
    return false;
  if (one.path == other.path && a.scope == b.scope && a.owner == b.owner && a.kind == b.kind &&
      has_same_owner(*facts, a, *others, b))
    return !may_differ || facts->name(a.signature) == others->name(b.signature);
  // Files for several systems define one function each.
  if (facts->language == "go" && a.scope == 0 && b.scope == 0 && a.kind == b.kind &&
      graph::folder_of(one.path) == graph::folder_of(other.path))
    return true;
  if (facts->language == "go" && are_methods && a.owner_name != facts::kNone &&
      has_same_owner(*facts, a, *others, b) &&
      graph::folder_of(one.path) == graph::folder_of(other.path))
    return true;
  return are_methods && is_override(one, other);
}

bool RenameGroup::begin(const SymbolMatch& definition, std::chrono::steady_clock::time_point end) {
  members_.clear();
  const auto first = declared_by(definition);
  std::vector<std::size_t> left = first;
  members_.insert(first.begin(), first.end());
  while (!left.empty() && !is_late_) {
    const auto one = left.back();
    left.pop_back();
    is_late_ = std::chrono::steady_clock::now() > end;
    for (std::size_t other = 0; other < all_.size(); ++other)
      if (!members_.contains(other) && is_related(all_[one], all_[other])) {
        members_.insert(other);
        left.push_back(other);
      }
  }
  return !first.empty();
}

bool RenameGroup::has(const graph::Target& target) const {
  return std::ranges::any_of(members_, [&](std::size_t one) {
    return all_[one].decl == target.decl && all_[one].path == target.path;
  });
}

bool RenameGroup::has(const SymbolMatch& definition) const {
  const auto declared = declared_by(definition);
  return std::ranges::any_of(declared, [&](std::size_t one) { return members_.contains(one); });
}

std::vector<graph::Target> RenameGroup::members() const {
  std::vector<graph::Target> out;
  for (const auto one : members_) out.push_back(all_[one]);
  std::ranges::sort(out, {}, [](const graph::Target& one) {
    return std::tuple(std::string_view(one.path), one.place.line, one.place.column);
  });
  return out;
}

}  // namespace codeweaver::engine
