// The call graph: definitions that are related to the ones with a name.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>

#include "codeweaver/call_graph.hpp"
#include "codeweaver/result.hpp"
#include "engine/searching/open/search_context.hpp"

namespace codeweaver::engine {

/// See HybridSearcher::call_graph().
Result<CallGraphAnswer> call_graph(const SearchContext& context, std::string_view start,
                                   const CallGraphOptions& options);

}  // namespace codeweaver::engine
