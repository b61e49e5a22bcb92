// How many definitions call what a match shows.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "codeweaver/search_types.hpp"
#include "engine/searching/open/search_context.hpp"
#include "store/segments/segment.hpp"

namespace codeweaver::engine {

/// Counts what HybridSearcher::call_graph lists as direct callers of a definition, without uses
/// known by name only. Nullopt: there is no such definition, its language is not linked, or its
/// name is so common that counting would take long.
/// \param chunk The chunk that shows the definition.
/// \param qualified_name Of the definition; empty: none.
/// \param line A line of the file within the definition.
std::optional<CallerCount> count_callers(const SearchContext& context,
                                         const store::SegmentChunk& chunk,
                                         std::string_view qualified_name, std::uint32_t line);

}  // namespace codeweaver::engine
