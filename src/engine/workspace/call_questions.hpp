// Questions for callers, callees, tests and impact, answered by the call graph.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>

#include "codeweaver/call_context.hpp"
#include "codeweaver/detail/asked_uses.hpp"
#include "codeweaver/workspace.hpp"

namespace codeweaver::engine {

/// The places that the call graph gives for the question, nearest first. nullopt: the project does
/// not define the name, the name alone is known of all places, or the search is not one of the
/// whole working tree.
Result<std::optional<FindCodeResponseSummary>> calls_answer(CodeWeaver& core,
                                                            const text::AskedUses& asked,
                                                            const SearchOptions& options,
                                                            const CallContext& call);

}  // namespace codeweaver::engine
