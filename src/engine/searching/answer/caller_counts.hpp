// How many definitions call what a match shows.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>

#include "codeweaver/search_types.hpp"
#include "engine/searching/answer/focus.hpp"
#include "engine/searching/fuse/candidate.hpp"
#include "engine/searching/open/search_context.hpp"

namespace codeweaver::engine {

/// Counts what HybridSearcher::call_graph lists as direct callers, without uses known by name only.
/// Nullopt: the match shows no definition, its language is not linked, or its name is so common
/// that counting would take long.
std::optional<CallerCount> count_callers(const SearchContext& context, const Candidate& candidate,
                                         const Focus& focus);

}  // namespace codeweaver::engine
