// BM25F as an inner product: terms of chunks and queries as sparse vectors.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "codeweaver/detail/bm25f.hpp"
#include "codeweaver/types.hpp"
#include "engine/content/features.hpp"
#include "engine/state/state_paths.hpp"
#include "store/search/term_coverage.hpp"

namespace codeweaver::engine {

/// Number of a term in sparse vectors. Among 100,000 terms, about one shares its number.
std::uint32_t term_number(std::string_view term) noexcept;

/// Average field lengths used for weights. The averages of a collection change with each edit, so a
/// profile is kept until they differ much.
struct LengthProfile {
  std::array<float, rank::kFieldCount> average{};

  std::string text() const;
  static std::optional<LengthProfile> parse(std::string_view text);
  /// True if an average differs by more than 2 %; a weight changes by less than that.
  bool is_far_from(const LengthProfile& now) const noexcept;
};

/// The averages of a tree's committed segments; ones if it has none. Cost: opens the segments.
/// Errors: kCorruption, kIo, kNotFound (they were deleted).
Result<LengthProfile> current_lengths(const StatePaths& paths);

/// The saturated counts of a chunk's terms: the document part of BM25F.
SparseVector document_weights(const ChunkTerms& terms, const LengthProfile& lengths);

/// The weights of a query's terms in the index, in their order, without terms that do not occur.
SparseVector query_weights(const store::TermCoverage& query);

}  // namespace codeweaver::engine
