// The order of what exact search found.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "codeweaver/text_hits.hpp"

namespace codeweaver::engine {

/// Puts files into the order in which they are shown, see TextHitsOptions::is_by_path, and drops
/// lines above the limit, those of the last files first.
void rank_hits(TextHits& hits, const TextHitsOptions& options);

}  // namespace codeweaver::engine
