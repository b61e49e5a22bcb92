// Callers: the definitions that use a definition, level by level.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>

#include "codeweaver/callers.hpp"
#include "codeweaver/result.hpp"
#include "engine/searching/open/search_context.hpp"

namespace codeweaver::engine {

/// See HybridSearcher::find_callers().
Result<CallersAnswer> find_callers(const SearchContext& context, std::string_view name,
                                   const CallersOptions& options);

}  // namespace codeweaver::engine
