// Boundaries: how good a place between two neighbouring units is for a cut.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "chunk/definition_table.hpp"
#include "chunk/line_index.hpp"
#include "chunk/outline.hpp"
#include "chunk/partition.hpp"

namespace codeweaver::chunk {

/// Returns one boundary per unit; the first is unused.
/// - Cuts are expensive inside a line, before closing and after opening tokens, after a comment
///   directly above code, deep in the tree, and inside a documented definition of up to
///   `max_tokens` that a grammar spreads over several nodes.
/// - Joins are expensive where an opened definition begins or ends.
std::vector<Boundary> price_boundaries(const LineIndex& lines, const Outline& outline,
                                       const DefinitionTable& definitions, std::uint32_t max_tokens,
                                       syntax::Budget& budget);

}  // namespace codeweaver::chunk
