// Declared symbols: declarations of the symbol graph as definitions of the index, and back.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "codeweaver/result.hpp"
#include "codeweaver/symbol_match.hpp"
#include "engine/searching/open/search_context.hpp"
#include "facts/facts.hpp"
#include "graph/linker.hpp"

namespace codeweaver::engine {

/// A class, an interface, or another name of a type.
bool declares_type(const facts::Decl& decl) noexcept;
/// A method of a class or of an interface.
bool declares_method(const facts::Decl& decl) noexcept;

/// The declaration as a definition. Its qualified name has its class alone.
SymbolMatch declared_symbol(const facts::Facts& facts, facts::Id decl, const std::string& path);
/// Replaces it by the definition of the index, if there is one. Otherwise it is named after its
/// class, or after the definition around it.
Result<void> complete_symbol_of(const SearchContext& context, SymbolMatch& declared);

/// The types and functions that the file declares with the name and in the lines of a definition.
std::vector<graph::Target> declarations_of(const facts::Facts& facts, const SymbolMatch& symbol);

}  // namespace codeweaver::engine
