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

/// One boundary a unit, the first unused. Cutting is dear inside a line, before closing tokens and
/// after opening ones, after a comment that stands right above code, and the deeper the place lies;
/// keeping together is dear where a definition that was opened begins or ends. Cutting is also dear
/// inside a documented definition of up to `max_tokens` that a grammar spreads over several nodes.
std::vector<Boundary> price_boundaries(const LineIndex& lines, const Outline& outline,
                                       const DefinitionTable& definitions, std::uint32_t max_tokens,
                                       syntax::Budget& budget);

}  // namespace codeweaver::chunk
