// DeclaredDefinitions: candidates by name, then the declarations that are the same.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/lookup/declared_definitions.hpp"

#include "base/try.hpp"
#include "engine/state/item_path.hpp"
#include "facts/read_facts.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kMostOfDeclaredName = 200;

}  // namespace

Result<std::set<std::string>> files_defining_name(const SearchContext& context,
                                                  std::string_view name, std::size_t most) {
  CODEWEAVER_ASSIGN(const auto places, context.database.find_definitions(name, most + 1));
  std::set<std::string> out;
  if (places.size() > most) return out;
  for (const auto& place : places) out.emplace(shown_path(place.path));
  return out;
}

Result<std::vector<graph::Target>> DeclaredDefinitions::of(SymbolGraph::Question& question,
                                                           const graph::Target& target) {
  const auto declaring = question.facts(target.path);
  const auto& declared = declaring->decls[target.decl];
  if (!declared.is_declaration || !facts::is_cpp(declaring->language))
    return std::vector<graph::Target>{target};
  const std::pair key(target.path, target.decl);
  if (const auto at = known_.find(key); at != known_.end()) return at->second;
  const auto name = declaring->name(declared.name);
  CODEWEAVER_ASSIGN(const auto files, files_defining_name(context_, name, kMostOfDeclaredName));
  std::vector<graph::Target> out;
  for (const auto& path : files) {
    const auto facts = question.facts(path);
    if (facts == nullptr) continue;
    const auto id = facts->find_name(name);
    for (facts::Id decl = 0; id != facts::kNone && decl < facts->decls.size(); ++decl) {
      if (facts->decls[decl].name != id || facts->decls[decl].is_declaration) continue;
      const graph::Target one{path, decl, facts->decls[decl].place};
      if (question.is_same(one, target)) out.push_back(one);
    }
  }
  if (out.empty()) out.push_back(target);
  return known_.emplace(key, std::move(out)).first->second;
}

}  // namespace codeweaver::engine
