// TreeEdit: how the files of a tree differ from those of the state before.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/content/prepared_file.hpp"

namespace codeweaver::engine {

/// All that changed in a tree between two runs.
struct TreeEdit {
  std::vector<WantedFile> present;   ///< new or changed files that have chunks
  std::vector<std::string> removed;  ///< files that are gone or have no chunks any more
};

}  // namespace codeweaver::engine
