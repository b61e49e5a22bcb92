// TreeEdit: differences between the files of a tree and its previous state.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/content/prepared_file.hpp"

namespace codeweaver::engine {

/// All changes of a tree between two runs.
struct TreeEdit {
  std::vector<WantedFile> present;   ///< new or changed files that have chunks
  std::vector<std::string> removed;  ///< files that were deleted or have no chunks any more
};

}  // namespace codeweaver::engine
