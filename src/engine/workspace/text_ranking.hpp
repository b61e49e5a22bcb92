// Ranking of exact search hits.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "codeweaver/text_hits.hpp"

namespace codeweaver::engine {

/// Number of uses of a file's definitions, by path; see HybridSearcher::uses_of.
using FileUses = std::unordered_map<std::string, std::uint64_t>;

/// Sorts files into the order of TextHitsOptions::is_by_path and drops lines above the limit, those
/// of the last files first. Files that are not in `uses` have no uses.
void rank_hits(TextHits& hits, const TextHitsOptions& options, const FileUses& uses = {});

}  // namespace codeweaver::engine
