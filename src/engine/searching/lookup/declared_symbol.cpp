// Declared symbols: by path, line and name.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/lookup/declared_symbol.hpp"

#include <algorithm>
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
  return {.name = std::string(facts.name(name)),
          .kind = std::string(declared_kind(declared)),
          .path = path,
          .lines = {line, std::max(line, declared.end_line)}};
}

Result<void> complete_symbol_of(const SearchContext& context, SymbolMatch& declared) {
  CODEWEAVER_ASSIGN(auto around,
                    definitions_at(context, declared.path, {&declared.lines.start_line, 1}));
  auto& found = around.front();
  if (found && found->name == declared.name)
    declared = std::move(*found);
  else
    declared.qualified_name = found ? found->qualified_name + '.' + declared.name : declared.name;
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
