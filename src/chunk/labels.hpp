// Labels: names, classes, context and symbols of pieces cut from a tree.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "chunk/chunk.hpp"
#include "chunk/content_class.hpp"
#include "chunk/definition_table.hpp"
#include "chunk/outline.hpp"
#include "chunk/segments.hpp"

namespace codeweaver::chunk {

/// Fills in the fields that depend on definitions: symbol, kind, doc, context, class, is_part and
/// `defines`. Returns for each piece how its content decides its class. `segments[i]` are the units
/// of `pieces[i]`; ranges and lines must be set. Stops when the budget ends.
std::vector<ByContent> label_definitions(const LineIndex& lines, const Outline& outline,
                                         const DefinitionTable& definitions,
                                         const std::vector<Segment>& segments,
                                         std::vector<Piece>& pieces, syntax::Budget& budget);

/// Fills in `references`: each name goes to the piece with its offset; unique, in order.
void label_references(const std::vector<syntax::Reference>& references, std::vector<Piece>& pieces);

/// Every definition and member with the piece in which its node starts, in source order.
std::vector<Symbol> list_symbols(const LineIndex& lines,
                                 const std::vector<syntax::Definition>& definitions,
                                 const std::vector<syntax::Member>& members,
                                 const std::vector<Piece>& pieces);

}  // namespace codeweaver::chunk
