// find_references: lines that use a name, based on the references recorded for chunks.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "codeweaver/hybrid_searcher.hpp"
#include "engine/searching/open/search_context.hpp"

namespace codeweaver::engine {

/// Lines that call or import `name`, or name it as a type; for a qualified name the last part
/// counts. Lines that define it are excluded. Sorted by path and line, at most `limit`. Cost: reads
/// the chunks that contain the rarest term of the name.
Result<std::vector<ReferenceMatch>> find_references(const SearchContext& context,
                                                    std::string_view name, std::size_t limit);

}  // namespace codeweaver::engine
