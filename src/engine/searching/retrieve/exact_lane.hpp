// Exact lane: chunks that the query names or quotes, in addition to the results of both sides.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <vector>

#include "engine/searching/open/search_context.hpp"
#include "engine/searching/question/question.hpp"
#include "engine/searching/retrieve/lane.hpp"
#include "store/search/scored_chunk.hpp"
#include "store/search/term_coverage.hpp"

namespace codeweaver::engine {

struct LaneEntry {
  store::ChunkKey chunk;
  Lane lane;
};

/// Found chunks, best first, without duplicates.
struct ExactLane {
  std::vector<LaneEntry> entries{};
  /// Additional chunks to consider: they contain all words of the query, or one of many names.
  std::vector<store::ChunkKey> others{};

  const Lane* find(store::ChunkKey chunk) const noexcept;
};

/// Finds the places of a stack trace, or the place that the query consists of; the definitions that
/// the query names, in any naming style; and the chunks that contain all its words. Errors: those
/// of the database.
Result<ExactLane> find_exact(const SearchContext& context, const Question& question,
                             const store::TermCoverage& coverage);

}  // namespace codeweaver::engine
