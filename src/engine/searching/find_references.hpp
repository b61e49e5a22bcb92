// find_references: where a name is used, out of what the chunks refer to.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "codeweaver/hybrid_searcher.hpp"
#include "engine/searching/search_context.hpp"

namespace codeweaver::engine {

/// Lines that call, import or name as a type what is called `name` (the last part of a qualified
/// one), without those that define it; by path and line, at most `limit`. Cost: reads the chunks
/// that hold the rarest of the name's terms.
Result<std::vector<ReferenceMatch>> find_references(const SearchContext& context,
                                                    std::string_view name, std::size_t limit);

}  // namespace codeweaver::engine
