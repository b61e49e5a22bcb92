// Clusters: groups pairs that an earlier model finds alike, so that they meet as hard negatives.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "pairs.hpp"

namespace codeweaver::training {

/// For each of `pairs` the number of the nearest of kClusters queries drawn at random, by the
/// vectors of the model file at `model`. Throws std::runtime_error if that cannot be read.
std::vector<std::uint32_t> cluster_pairs(const std::vector<TextPair>& pairs,
                                         const std::filesystem::path& model);

}  // namespace codeweaver::training
