// How long tree-sitter alone needs for the files of a tree.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "codeweaver/types.hpp"

namespace codeweaver::evaluate {

struct ParseTime {
  double wall = 0, cpu = 0;  ///< seconds, with reading the files
  std::size_t files = 0;     ///< that have a grammar
  std::uint64_t bytes = 0;   ///< of those files
};

/// Reads and parses every file with tree-sitter and nothing else, on `workers` threads (0: one a
/// core).
ParseTime time_parse_alone(std::span<const DiscoveredFile> files, std::size_t workers);

}  // namespace codeweaver::evaluate
