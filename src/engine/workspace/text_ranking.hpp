// The order of what exact search found.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "codeweaver/text_hits.hpp"

namespace codeweaver::engine {

/// How much depends on a file, by its path; see HybridSearcher::uses_of.
using FileUses = std::unordered_map<std::string, std::uint64_t>;

/// Puts files into the order in which they are shown, see TextHitsOptions::is_by_path, and drops
/// lines above the limit, those of the last files first. A file that is not in `uses` has none.
void rank_hits(TextHits& hits, const TextHitsOptions& options, const FileUses& uses = {});

}  // namespace codeweaver::engine
