// Chunk sizes that fit each other.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "codeweaver/result.hpp"
#include "settings/load.hpp"

namespace codeweaver::settings {

/// Moves sizes that nobody set so that min <= target <= max <= hard; who sets max_chunk_size = 300
/// alone gets a target that is not larger. Errors: kInvalidArgument "INVALID_SETTING" when two
/// that were set contradict each other.
Result<void> fit_chunk_sizes(EffectiveSettings& effective);

}  // namespace codeweaver::settings
