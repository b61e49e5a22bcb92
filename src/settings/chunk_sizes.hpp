// Makes the chunk sizes consistent.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "codeweaver/result.hpp"
#include "settings/load.hpp"

namespace codeweaver::settings {

/// Changes the sizes that still have their default so that min <= target <= max <= hard. For
/// example, if only max_chunk_size = 300 is set, the target becomes at most 300. Errors:
/// kInvalidArgument "INVALID_SETTING" if two sizes that were set contradict each other.
Result<void> fit_chunk_sizes(EffectiveSettings& effective);

}  // namespace codeweaver::settings
