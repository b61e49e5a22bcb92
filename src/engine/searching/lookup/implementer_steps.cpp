// ImplementerSteps: candidates by name, then their bases.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/lookup/implementer_steps.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>

#include "base/try.hpp"
#include "engine/searching/lookup/declared_definitions.hpp"
#include "engine/searching/lookup/declared_symbol.hpp"
#include "engine/searching/lookup/use_places.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kMostUsesOfBase = 5000, kMostOfName = 2000, kMostOverriding = 50;

CallGraphMatch implementer(const facts::Facts& facts, facts::Id decl, const std::string& path,
                           ReferenceLink link) {
  const auto line = facts.decls[decl].place.line;
  return {
      .symbol = declared_symbol(facts, decl, path), .path = path, .lines = {line}, .link = link};
}

}  // namespace

struct ImplementerSteps::Asked {
  SymbolMatch symbol;
  std::vector<graph::Target> types, methods;
  std::set<std::string> members;  // names of the methods that an interface declares
};

/// Nothing if the file has no facts.
ImplementerSteps::Asked ImplementerSteps::declarations(const SymbolMatch& symbol) {
  Asked out{.symbol = symbol, .types = {}, .methods = {}, .members = {}};
  if (context_.graph == nullptr) return out;
  SymbolGraph::Question question(*context_.graph, context_.database);
  const auto facts = question.facts(symbol.path);
  if (facts == nullptr) return out;
  for (auto& target : declarations_of(*facts, symbol)) {
    const auto& decl = facts->decls[target.decl];
    if (decl.kind == facts::DeclKind::kInterface)
      for (const auto& one : facts->decls)
        if (one.owner == target.decl && one.kind == facts::DeclKind::kFunction)
          out.members.emplace(facts->name(one.name));
    if (declares_type(decl))
      out.types.push_back(std::move(target));
    else if (declares_method(decl))
      out.methods.push_back(std::move(target));
  }
  return out;
}

/// Types that name the asked one as a base. Their files name it somewhere.
Result<std::vector<CallGraphMatch>> ImplementerSteps::derived(const Asked& asked) {
  CODEWEAVER_ASSIGN(const auto found, use_places(context_, {.name = asked.symbol.name,
                                                            .definition = asked.symbol,
                                                            .limit = kMostUsesOfBase}));
  is_late_ = is_late_ || found.is_late;
  std::set<std::string> files;
  for (const auto& use : found.places)
    if (use.link != ReferenceLink::kElsewhere) files.emplace(use.path);
  std::vector<CallGraphMatch> out;
  SymbolGraph::Question question(*context_.graph, context_.database);
  for (const auto& path : files) {
    const auto facts = question.facts(path);
    for (facts::Id id = 0; facts && id < facts->decls.size(); ++id) {
      const auto& decl = facts->decls[id];
      if (!declares_type(decl) || decl.bases == facts::kNone || decl.name == facts::kNone) continue;
      const auto is_base = [&](const graph::Target& base) {
        return question.kinship({path, id, decl.place}, base) == graph::Kinship::kDirect;
      };
      if (std::ranges::any_of(asked.types, is_base))
        out.push_back(implementer(*facts, id, path, ReferenceLink::kResolved));
    }
  }
  return out;
}

/// Types with all methods of the asked interface. One of them has the rarest of these.
Result<std::vector<CallGraphMatch>> ImplementerSteps::of_shape(const Asked& asked) {
  std::string rarest;
  std::optional<std::size_t> least;
  for (const auto& name : asked.members) {
    CODEWEAVER_ASSIGN(const auto places, context_.database.find_definitions(name, kMostOfName));
    if (least && places.size() >= *least) continue;
    least = places.size();
    rarest = name;
  }
  CODEWEAVER_ASSIGN(const auto files, files_defining_name(context_, rarest, kMostOfName));
  std::vector<CallGraphMatch> out;
  std::set<std::pair<std::string, facts::Id>> seen;
  SymbolGraph::Question question(*context_.graph, context_.database);
  for (const auto& path : files) {
    const auto facts = question.facts(path);
    for (facts::Id id = 0; facts && id < facts->decls.size(); ++id) {
      const auto& decl = facts->decls[id];
      if (!declares_method(decl) || facts->name(decl.name) != rarest) continue;
      const auto type = question.class_of({path, id, decl.place});
      if (!type || !seen.emplace(type->path, type->decl).second) continue;
      const auto has_shape = [&](const graph::Target& base) {
        return question.kinship(*type, base) == graph::Kinship::kShape;
      };
      if (std::ranges::any_of(asked.types, has_shape))
        out.push_back(implementer(*question.facts(type->path), type->decl, type->path,
                                  ReferenceLink::kCandidates));
    }
  }
  return out;
}

Result<std::vector<CallGraphMatch>> ImplementerSteps::overriding(const Asked& asked,
                                                                 std::size_t most) {
  CODEWEAVER_ASSIGN(const auto files, files_defining_name(context_, asked.symbol.name, most));
  std::vector<std::pair<graph::Target, ReferenceLink>> found;
  SymbolGraph::Question question(*context_.graph, context_.database);
  for (const auto& path : files) {
    const auto facts = question.facts(path);
    for (facts::Id id = 0; facts && id < facts->decls.size(); ++id) {
      const auto& decl = facts->decls[id];
      if (!declares_method(decl) || facts->name(decl.name) != asked.symbol.name) continue;
      auto kinship = graph::Kinship::kNone;
      const auto type = question.class_of({path, id, decl.place});
      for (const auto& method : asked.methods) {
        const auto base = question.class_of(method);
        if (type && base && kinship == graph::Kinship::kNone)
          kinship = question.kinship(*type, *base);
      }
      if (kinship == graph::Kinship::kNone) continue;
      const bool is_shape = kinship == graph::Kinship::kShape;
      found.emplace_back(graph::Target{path, id, decl.place},
                         is_shape ? ReferenceLink::kCandidates : ReferenceLink::kResolved);
    }
  }
  std::vector<CallGraphMatch> out;
  for (const auto& [method, link] : found) {
    const auto facts = question.facts(method.path);
    const auto is_definition = [&](const auto& other) {
      return question.is_same(other.first, method);
    };
    if (facts->decls[method.decl].is_declaration && std::ranges::any_of(found, is_definition))
      continue;
    out.push_back(implementer(*facts, method.decl, method.path, link));
  }
  return out;
}

Result<std::vector<CallGraphMatch>> ImplementerSteps::from(const SymbolMatch& symbol,
                                                           std::size_t depth) {
  std::vector<CallGraphMatch> out;
  const auto asked = declarations(symbol);
  const auto add = [&](std::vector<CallGraphMatch> found) {
    std::ranges::move(found, std::back_inserter(out));
  };
  if (!asked.types.empty()) {
    CODEWEAVER_ASSIGN(auto found, derived(asked));
    add(std::move(found));
  }
  if (!asked.members.empty()) {
    CODEWEAVER_ASSIGN(auto found, of_shape(asked));
    add(std::move(found));
  }
  if (!asked.methods.empty() && depth == 1) {  // those of all subclasses
    CODEWEAVER_ASSIGN(auto found, overriding(asked, kMostOfName));
    add(std::move(found));
  }
  for (auto& one : out) {
    one.depth = depth;
    one.via = symbol.qualified_name;
    CODEWEAVER_TRY(complete_symbol_of(context_, one.symbol));
  }
  return out;
}

Result<std::vector<CallGraphMatch>> ImplementerSteps::overriding(const SymbolMatch& method,
                                                                 std::size_t depth) {
  const auto asked = declarations(method);
  if (asked.methods.empty()) return std::vector<CallGraphMatch>();
  CODEWEAVER_ASSIGN(auto out, overriding(asked, kMostOverriding));
  for (auto& one : out) {
    one.depth = depth;
    CODEWEAVER_TRY(complete_symbol_of(context_, one.symbol));
  }
  return out;
}

}  // namespace codeweaver::engine
