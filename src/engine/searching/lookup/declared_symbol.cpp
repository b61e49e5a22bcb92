// Declared symbols: by path, line and name.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/lookup/declared_symbol.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "base/try.hpp"
#include "engine/searching/lookup/definitions_at.hpp"
#include "facts/java_reader.hpp"

namespace codeweaver::engine {
namespace {

using facts::DeclKind;

std::string_view declared_kind(const facts::Decl& decl) {
  if (declares_method(decl)) return "method";
  if (decl.kind == DeclKind::kFunction) return "function";
  if (declares_type(decl)) return decl.kind == DeclKind::kInterface ? "interface" : "class";
  return decl.kind == DeclKind::kField ? "field" : "variable";
}

}  // namespace

bool declares_type(const facts::Decl& decl) noexcept {
  return decl.kind == DeclKind::kClass || decl.kind == DeclKind::kInterface ||
         decl.kind == DeclKind::kAlias;
}

bool declares_method(const facts::Decl& decl) noexcept {
  return decl.kind == DeclKind::kFunction &&
         (decl.owner != facts::kNone || decl.owner_name != facts::kNone);
}

SymbolMatch declared_symbol(const facts::Facts& facts, facts::Id decl, const std::string& path) {
  const auto& declared = facts.decls[decl];
  const auto line = declared.place.line;
  const bool is_unnamed = facts.name(declared.name) == facts::JavaReader::kConstructor;
  const auto name = is_unnamed && declared.owner != facts::kNone ? facts.decls[declared.owner].name
                                                                 : declared.name;
  const std::string own(facts.name(name));
  const bool has_class =
      declared.owner != facts::kNone && facts.decls[declared.owner].name != facts::kNone;
  const auto* const of = has_class ? &facts.decls[declared.owner] : nullptr;
  return {.name = own,
          .qualified_name = of == nullptr ? own : std::string(facts.name(of->name)) + '.' + own,
          .kind = std::string(declared_kind(declared)),
          .path = path,
          .lines = {line, std::max(line, declared.end_line)}};
}

Result<void> complete_symbol_of(const SearchContext& context, SymbolMatch& declared) {
  const auto line = declared.lines.start_line;
  CODEWEAVER_ASSIGN(auto own, definition_named(context, declared.path, line, declared.name));
  if (own) {
    declared = std::move(*own);
    return {};
  }
  const auto owner = std::string_view(declared.qualified_name)
                         .substr(0, declared.qualified_name.size() - declared.name.size());
  std::optional<SymbolMatch> around;
  if (!owner.empty()) {
    CODEWEAVER_ASSIGN(
        around, definition_named(context, declared.path, line, owner.substr(0, owner.size() - 1)));
  } else {
    CODEWEAVER_ASSIGN(auto found, definitions_at(context, declared.path, {&line, 1}));
    around = std::move(found.front());
  }
  if (around) declared.qualified_name = around->qualified_name + '.' + declared.name;
  return {};
}

std::vector<graph::Target> declarations_of(const facts::Facts& facts, const SymbolMatch& symbol) {
  std::vector<graph::Target> out;
  for (facts::Id id = 0; id < facts.decls.size(); ++id) {
    const auto& decl = facts.decls[id];
    if ((declares_type(decl) || decl.kind == DeclKind::kFunction) &&
        facts.name(decl.name) == symbol.name && symbol.lines.start_line <= decl.place.line &&
        decl.place.line <= symbol.lines.end_line)
      out.push_back({symbol.path, id, decl.place});
  }
  return out;
}

}  // namespace codeweaver::engine
