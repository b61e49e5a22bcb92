// Known names: what a snapshot holds that begins like what somebody types.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "store/search/snapshot.hpp"

namespace codeweaver::engine {

/// Paths of live files that begin with `prefix` or whose file name does, in order. Cost: one step a
/// file.
std::vector<std::string> paths_like(const store::Snapshot& snapshot, std::string_view prefix,
                                    std::size_t limit);

/// Qualified names of live chunks that begin with `prefix` or whose last part does, in order, each
/// once. Cost: one step a chunk.
std::vector<std::string> symbols_like(const store::Snapshot& snapshot, std::string_view prefix,
                                      std::size_t limit);

}  // namespace codeweaver::engine
