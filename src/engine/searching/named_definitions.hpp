// Named definitions: what a snapshot defines under a name, or under one like it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "codeweaver/text/name_match.hpp"
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

/// Where definitions are looked up.
struct DefinitionSource {
  const store::Snapshot& snapshot;
  IndexRows database;
  std::span<const store::ChunkSet> allowed;  ///< one set a part
};

/// Whether it declares what another one defines: a constructor, which is named after its type, or
/// the methods of a type (Rust's `impl`).
bool is_secondary(const store::SymbolRecord& symbol);

/// Definitions named so, qualifiers counted; where there are none, those with the strongest match
/// there is, `least` at the weakest: the parts of a name together. In no order. Cost: an indexed
/// look-up; where that finds none and `least` is below kStyle, a walk over all terms of the index.
Result<std::vector<NamedDefinition>> named_definitions(const DefinitionSource& source,
                                                       const text::NamePattern& name,
                                                       text::NameMatch least, std::size_t limit);

/// Definitions whose names are one slip away, however the terms of the index are stemmed: written
/// in one case with or without an underscore before them; other styles come with what
/// `named_definitions` finds. In no order. Cost: look-ups in the dictionaries, then in the database
/// for names that may be there.
Result<std::vector<NamedDefinition>> definitions_one_slip_away(const DefinitionSource& source,
                                                               const text::NamePattern& name,
                                                               std::size_t limit);

}  // namespace codeweaver::engine
