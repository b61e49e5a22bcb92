// TermCoverage: statistics of query terms: postings, document frequencies, idf weights, shares.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "codeweaver/detail/bm25f.hpp"
#include "store/postings/posting_blocks.hpp"
#include "store/search/snapshot.hpp"

namespace codeweaver::store {

using rank::QueryTerm;

/// Statistics of a query's terms, computed once per query: their postings, their weights, and the
/// share of the query that a set of them covers. `snapshot` and `terms` must outlive it.
class TermCoverage {
 public:
  TermCoverage(const Snapshot& snapshot, std::span<const QueryTerm> terms);
  /// The idf-weighted share of a set of terms (bits as in FieldScores::terms), [0, 1]. Optional
  /// terms do not count.
  float operator()(std::uint64_t terms) const noexcept;
  const Snapshot& snapshot() const noexcept { return *snapshot_; }
  std::span<const QueryTerm> terms() const noexcept { return terms_; }
  /// Term weight times idf; 0 if no live chunk contains the term.
  std::span<const float> weights() const noexcept { return weights_; }
  /// idf of each term, without its weight; 0 if no live chunk contains the term.
  std::span<const float> idf() const noexcept { return idf_; }
  /// Number of live chunks that contain a term.
  std::uint64_t frequency(std::size_t term) const noexcept { return frequency_[term]; }
  /// The postings of a term in a part; empty if it does not occur.
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

/// Whether any chunk, including deleted ones, may contain a term. Cost: a lookup per segment.
bool holds_term(const Snapshot& snapshot, std::string_view term);

}  // namespace codeweaver::store
