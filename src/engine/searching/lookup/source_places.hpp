// Source places: chunks for files and lines in a query, in the notation of compilers and traces.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/searching/lookup/named_definitions.hpp"
#include "store/search/scored_chunk.hpp"

namespace codeweaver::engine {

/// A file, a line in it, and the function that the query places there.
struct SourcePlace {
  std::string file;        ///< a path below any root, or its last part
  std::uint32_t line = 0;  ///< 0: not given
  std::string function{};  ///< may be qualified; empty: not given
};

/// The place that the whole query denotes: "src/a.py:12", "a.py:12:5", "a.py#L12", "a.py:12-20",
/// "src/a.py".
std::optional<SourcePlace> read_place(std::string_view query);

/// The position of a place in a snapshot.
struct FoundPlace {
  store::ChunkKey chunk;
  std::uint32_t line = 0;  ///< of the chunk's content; 0: not given
};

/// Finds the chunk with the given line in the file whose path shares the longest end with the given
/// path; several chunks if several files share as much. If the file defines the function elsewhere,
/// returns that definition: the code has moved since. Empty if there is no matching file. Cost: one
/// step for each file. Errors: those of reading definitions.
Result<std::vector<FoundPlace>> find_place(const DefinitionSource& source,
                                           const SourcePlace& place);

}  // namespace codeweaver::engine
