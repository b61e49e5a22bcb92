// The time that tree-sitter alone needs for the files of a tree.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "codeweaver/types.hpp"

namespace codeweaver::evaluate {

struct ParseTime {
  double wall = 0, cpu = 0;  ///< seconds, including reading the files
  std::size_t files = 0;     ///< files with a grammar
  std::uint64_t bytes = 0;   ///< size of those files
};

/// Reads every file and parses it with tree-sitter only, on `workers` threads (0: one per core).
ParseTime time_parse_alone(std::span<const DiscoveredFile> files, std::size_t workers);

}  // namespace codeweaver::evaluate
