// Known names: paths and symbols of a snapshot that complete a typed prefix.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "store/search/snapshot.hpp"

namespace codeweaver::engine {

/// Paths of live files whose path or file name starts with `prefix`, sorted, at most `limit`. Cost:
/// one step for each file.
std::vector<std::string> paths_like(const store::Snapshot& snapshot, std::string_view prefix,
                                    std::size_t limit);

/// Qualified names of live chunks whose name or last name part starts with `prefix`, sorted,
/// without duplicates, at most `limit`. Cost: one step for each chunk.
std::vector<std::string> symbols_like(const store::Snapshot& snapshot, std::string_view prefix,
                                      std::size_t limit);

}  // namespace codeweaver::engine
