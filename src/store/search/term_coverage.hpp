// TermCoverage: statistics of query terms: postings, document frequencies, idf weights, shares.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "codeweaver/rank/bm25f.hpp"
#include "store/postings/posting_blocks.hpp"
#include "store/search/snapshot.hpp"

namespace codeweaver::store {

using rank::QueryTerm;

/// Statistics of a query's terms, taken once for all that follows: where they are, what each is
/// worth, and which share of the query a set of them covers. `snapshot` and `terms` must outlive
/// it.
class TermCoverage {
 public:
  TermCoverage(const Snapshot& snapshot, std::span<const QueryTerm> terms);
  /// The idf-weighted share of the terms whose bits (as in FieldScores::terms) are set, [0, 1].
  /// Optional terms are not counted.
  float operator()(std::uint64_t terms) const noexcept;
  const Snapshot& snapshot() const noexcept { return *snapshot_; }
  std::span<const QueryTerm> terms() const noexcept { return terms_; }
  /// Term weight times idf; 0 for one that no live chunk holds.
  std::span<const float> weights() const noexcept { return weights_; }
  /// idf of each term, not weighted; 0 as above.
  std::span<const float> idf() const noexcept { return idf_; }
  /// Live chunks that hold a term.
  std::uint64_t frequency(std::size_t term) const noexcept { return frequency_[term]; }
  /// The postings of a term in a part; empty where it does not occur.
  const TermPostings& postings(std::size_t part, std::size_t term) const noexcept {
    return postings_[part * terms_.size() + term];
  }

 private:
  const Snapshot* snapshot_;
  std::span<const QueryTerm> terms_;
  std::vector<TermPostings> postings_;
  std::vector<std::uint64_t> frequency_;
  std::vector<float> weights_, idf_, share_;
};

/// Whether any chunk, deleted ones included, may hold a term. Cost: a look-up a segment.
bool holds_term(const Snapshot& snapshot, std::string_view term);

}  // namespace codeweaver::store
