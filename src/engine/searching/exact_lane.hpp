// Exact lane: chunks that a query says word for word, found beside the two sides.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <vector>

#include "engine/searching/lane.hpp"
#include "engine/searching/question.hpp"
#include "engine/searching/search_context.hpp"
#include "store/search/scored_chunk.hpp"
#include "store/search/term_coverage.hpp"

namespace codeweaver::engine {

struct LaneEntry {
  store::ChunkKey chunk;
  Lane lane;
};

/// What was found, most wanted first, each chunk once.
struct ExactLane {
  std::vector<LaneEntry> entries{};
  /// Chunks to be looked at as well: they hold all words of the query, or one of many names.
  std::vector<store::ChunkKey> others{};

  const Lane* find(store::ChunkKey chunk) const noexcept;
};

/// Looks for the places of a trace or the one that the query is; for the definitions that it names
/// in any spelling; and for the chunks that hold all its words. Errors: those of the database.
Result<ExactLane> find_exact(const SearchContext& context, const Question& question,
                             const store::TermCoverage& coverage);

}  // namespace codeweaver::engine
