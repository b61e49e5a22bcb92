// How central files are: how many chunks of a project use the names that they define.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "store/search/snapshot.hpp"

namespace codeweaver::engine {

/// See HybridSearcher::uses_of.
std::vector<std::uint64_t> uses_of(const store::Snapshot& snapshot,
                                   std::span<const std::string> paths);

}  // namespace codeweaver::engine
