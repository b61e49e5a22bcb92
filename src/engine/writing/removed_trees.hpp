// Removes trees from a state, with the data that only they used.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "codeweaver/result.hpp"
#include "engine/state/state_paths.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {

/// How to delete texts that no tree uses any more.
enum class UnusedTexts : std::uint8_t {
  kRemove,    ///< delete their rows
  kOverwrite  ///< also overwrite their bytes: slower, for texts that must not remain on disk
};

/// Removes `trees` from the state of `paths`, then unused texts and segments. Keeps the settings of
/// projects. The caller must hold the index lock. Errors: those of the database, kIo.
Result<void> remove_trees(store::Database& database, const StatePaths& paths,
                          const std::vector<std::string>& trees,
                          UnusedTexts unused = UnusedTexts::kRemove);

}  // namespace codeweaver::engine
