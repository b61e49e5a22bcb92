// Code map: the most important files and definitions that fit into some tokens.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "codeweaver/code_map.hpp"
#include "codeweaver/result.hpp"
#include "engine/searching/open/search_context.hpp"

namespace codeweaver::engine {

/// See HybridSearcher::code_map().
Result<CodeMap> code_map(const SearchContext& context, const CodeMapOptions& options);

}  // namespace codeweaver::engine
