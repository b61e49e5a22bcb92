// Uses of a name by text: where a language has no facts, only the words of a line are known.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/result.hpp"
#include "codeweaver/symbol_match.hpp"
#include "engine/overlay/index_rows.hpp"
#include "store/search/scored_chunk.hpp"
#include "store/search/snapshot.hpp"

namespace codeweaver::engine {

/// Chunks whose texts are read from the database together.
inline constexpr std::size_t kChunksAtOnce = 256;

/// Live chunks with the rarest term of the name. Every line that uses the name is in one of them.
std::vector<store::ScoredChunk> chunks_with_name(const store::Snapshot& snapshot,
                                                 std::string_view name);
/// The qualified name of the innermost definition that contains a line; empty: none begins in the
/// chunk.
std::string enclosing_definition(const std::vector<store::SymbolRecord>& definitions,
                                 std::uint32_t line, const store::ChunkRecord& record);
/// Adds the lines of a chunk that use the name, by its text. A definition of it is not a use.
Result<void> add_text_uses(const IndexRows& database, const store::SegmentChunk& info,
                           const store::ChunkText& chunk, std::string_view name,
                           std::vector<ReferenceMatch>& out);

}  // namespace codeweaver::engine
