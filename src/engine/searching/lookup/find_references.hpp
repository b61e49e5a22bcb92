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

/// See HybridSearcher::find_references().
Result<std::vector<ReferenceMatch>> find_references(const SearchContext& context,
                                                    std::string_view name, std::size_t limit);
/// The same for a name that is not qualified, and the definitions that it may mean. A use that is
/// linked to another definition is elsewhere. None: all definitions with this name. `is_late`: set
/// if some uses were not linked, because it took too long.
Result<std::vector<ReferenceMatch>> references_to(const SearchContext& context,
                                                  std::string_view name,
                                                  const std::vector<SymbolMatch>& wanted,
                                                  std::size_t limit, bool* is_late = nullptr);

/// See HybridSearcher::uses_of.
std::vector<std::uint64_t> uses_of(const store::Snapshot& snapshot,
                                   std::span<const std::string> paths);

}  // namespace codeweaver::engine
