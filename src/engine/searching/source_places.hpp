// Source places: chunks of the files and lines that a query gives, as compilers and traces do.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/searching/named_definitions.hpp"
#include "store/search/scored_chunk.hpp"

namespace codeweaver::engine {

/// A file, a line of it, and the function that is said to be there.
struct SourcePlace {
  std::string file;        ///< a path of any root, or its end
  std::uint32_t line = 0;  ///< 0: not said
  std::string function{};  ///< may be qualified; empty: not said
};

/// The place that a query is: "src/a.py:12", "a.py:12:5", "a.py#L12", "a.py:12-20", "src/a.py".
std::optional<SourcePlace> read_place(std::string_view query);

/// Where a place is in a snapshot.
struct FoundPlace {
  store::ChunkKey chunk;
  std::uint32_t line = 0;  ///< of the chunk's content; 0: none was asked for
};

/// The chunk with that line of the file whose path shares most of its end with the one given;
/// several where files share as much. A function that the file defines, but not around that line,
/// is meant instead: the code has moved on since. Empty: no such file. Cost: a step a file.
/// Errors: those of reading definitions.
Result<std::vector<FoundPlace>> find_place(const DefinitionSource& source,
                                           const SourcePlace& place);

}  // namespace codeweaver::engine
