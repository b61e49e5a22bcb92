// BM25F as an inner product: the terms of a chunk, and of a query, as sparse vectors.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "codeweaver/rank/bm25f.hpp"
#include "codeweaver/types.hpp"
#include "engine/content/features.hpp"
#include "engine/state/state_paths.hpp"
#include "store/search/term_coverage.hpp"

namespace codeweaver::engine {

/// The number of a term in sparse vectors. Of 100,000 terms one has to share its number.
std::uint32_t term_number(std::string_view term) noexcept;

/// Average field lengths that weights are made for. A collection's own move with each edit, so they
/// are kept until they have moved far.
struct LengthProfile {
  std::array<float, rank::kFieldCount> average{};

  std::string text() const;
  static std::optional<LengthProfile> parse(std::string_view text);
  /// Whether some average is off by more than 2 %, which moves a weight by less than that.
  bool is_far_from(const LengthProfile& now) const noexcept;
};

/// That of the committed segments of a tree; of one without any, ones. Cost: opens them. Errors:
/// kCorruption, kIo, kNotFound (they are gone).
Result<LengthProfile> current_lengths(const StatePaths& paths);

/// The saturated counts of a chunk's terms: the part of BM25F that is not the query's.
SparseVector document_weights(const ChunkTerms& terms, const LengthProfile& lengths);

/// The terms of a query by what they are worth in the index, in their order, without those that
/// occur nowhere.
SparseVector query_weights(const store::TermCoverage& query);

}  // namespace codeweaver::engine
