// Clusters: groups pairs that are similar for an earlier model, to use them as hard negatives.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "pairs.hpp"

namespace codeweaver::training {

/// Chooses kClusters random queries. Returns the number of the nearest one for each of `pairs`, by
/// the vectors of the model file `model`. Throws std::runtime_error if the file cannot be read.
std::vector<std::uint32_t> cluster_pairs(const std::vector<TextPair>& pairs,
                                         const std::filesystem::path& model);

}  // namespace codeweaver::training
