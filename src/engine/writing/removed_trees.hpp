// Taking trees out of a state, with what they alone used.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "codeweaver/result.hpp"
#include "engine/state/state_paths.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {

/// What becomes of texts that no tree uses any more.
enum class UnusedTexts : std::uint8_t {
  kRemove,    ///< their rows go
  kOverwrite  ///< so do their bytes: slower, for texts that must not stay
};

/// Removes `trees` of the state of `paths`, then texts and segments that nobody uses. Settings of
/// projects stay. For who holds the index lock. Errors: those of the database, kIo.
Result<void> remove_trees(store::Database& database, const StatePaths& paths,
                          const std::vector<std::string>& trees,
                          UnusedTexts unused = UnusedTexts::kRemove);

}  // namespace codeweaver::engine
