// Symbol look-up: definitions with an exactly or approximately known name.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/hybrid_searcher.hpp"
#include "engine/overlay/index_rows.hpp"
#include "store/search/snapshot.hpp"

namespace codeweaver::engine {

/// See HybridSearcher::find_symbol.
Result<std::vector<SymbolMatch>> find_symbols(const store::Snapshot& snapshot,
                                              const IndexRows& database, std::string_view name,
                                              std::size_t limit);
/// The same, without definitions that differ from `name` in upper and lower case or in separators,
/// if others do not.
Result<std::vector<SymbolMatch>> find_spelled_symbols(const store::Snapshot& snapshot,
                                                      const IndexRows& database,
                                                      std::string_view name, std::size_t limit);

/// See HybridSearcher::similar_symbols.
Result<std::vector<std::string>> similar_symbols(const store::Snapshot& snapshot,
                                                 const IndexRows& database, std::string_view name,
                                                 std::size_t limit);

}  // namespace codeweaver::engine
