// References: the lines that use a name, and how many chunks use the names of a file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/hybrid_searcher.hpp"
#include "engine/searching/open/search_context.hpp"
#include "store/search/snapshot.hpp"

namespace codeweaver::engine {

/// Lines that call or import `name`, or name it as a type; for a qualified name the last part
/// counts. Lines that define it are excluded. Sorted by path and line, at most `limit`. Cost: reads
/// the chunks that contain the rarest term of the name.
Result<std::vector<ReferenceMatch>> find_references(const SearchContext& context,
                                                    std::string_view name, std::size_t limit);

/// See HybridSearcher::uses_of.
std::vector<std::uint64_t> uses_of(const store::Snapshot& snapshot,
                                   std::span<const std::string> paths);

}  // namespace codeweaver::engine
