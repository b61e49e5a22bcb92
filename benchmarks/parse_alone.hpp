// The yardstick of indexing: tree-sitter parsing the same files, and nothing else.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "corpus.hpp"

namespace codeweaver::bench {

struct ParseTime {
  double wall = 0, cpu = 0;  ///< seconds
  std::size_t files = 0;     ///< that gave a tree
  std::uint64_t bytes = 0;   ///< of those
};

/// Parses one text with the grammar of `language`, under the limits that indexing keeps; false:
/// no grammar, a shape that is refused, or out of time.
bool parse_alone(std::string_view text, std::string_view language);

/// Reads and parses every file of the corpus once, on `workers` threads (0: one a core). Only the
/// parser's own work beside reading: no embedded languages, no second tries without macros.
ParseTime parse_alone(const Corpus& corpus, std::size_t workers);

}  // namespace codeweaver::bench
