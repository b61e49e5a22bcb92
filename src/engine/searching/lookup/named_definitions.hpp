// Named definitions: definitions of a snapshot with a given or similar name.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "codeweaver/detail/name_match.hpp"
#include "engine/overlay/index_rows.hpp"
#include "store/layout/chunk_set.hpp"
#include "store/search/scored_chunk.hpp"
#include "store/search/snapshot.hpp"

namespace codeweaver::engine {

/// A definition, and the chunk in which it begins.
struct NamedDefinition {
  store::ChunkKey chunk;
  store::SymbolRecord symbol;
  text::NameMatch match = text::NameMatch::kNone;
};

/// Index and chunks in which definitions are looked up.
struct DefinitionSource {
  const store::Snapshot& snapshot;
  IndexRows database;
  std::span<const store::ChunkSet> allowed;  ///< one set for each part
};

/// True if it only declares something that another symbol defines: a constructor, which has the
/// name of its type, or the methods of a type (Rust's `impl`).
bool is_secondary(const store::SymbolRecord& symbol);

/// Finds definitions with this name, including its qualifiers. If there are none, finds those with
/// the strongest match, at least `least`; kBegins and kHolds count as equally strong. Unordered, at
/// most `limit`. Cost: an indexed look-up; if that finds nothing and `least` is below kStyle, a
/// pass over all terms of the index.
Result<std::vector<NamedDefinition>> named_definitions(const DefinitionSource& source,
                                                       const text::NamePattern& name,
                                                       text::NameMatch least, std::size_t limit);

/// Finds definitions whose name differs by one typo, whatever the stemming of the index terms:
/// names in one letter case, with or without a leading underscore. Names in other styles are found
/// by `named_definitions`. Unordered, at most `limit`. Cost: look-ups in the dictionaries, then
/// database queries for names that may exist.
Result<std::vector<NamedDefinition>> definitions_one_slip_away(const DefinitionSource& source,
                                                               const text::NamePattern& name,
                                                               std::size_t limit);

}  // namespace codeweaver::engine
