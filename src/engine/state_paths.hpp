// Where the files of one project's index lie.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>

namespace codeweaver::engine {

/// Names inside one state directory.
struct StatePaths {
  std::filesystem::path folder;

  std::filesystem::path database() const { return folder / "index.db"; }
  std::filesystem::path segments() const { return folder / "segments"; }
  std::filesystem::path lock() const { return folder / "index.lock"; }
};

}  // namespace codeweaver::engine
