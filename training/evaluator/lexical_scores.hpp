// Lexical scores: exhaustive BM25F over a pool of definitions, the baseline of the evaluation.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "codeweaver/detail/bm25f.hpp"
#include "pairs.hpp"

namespace codeweaver::training {

/// Scores every definition of a pool with the library's analysis and formula.
class LexicalScores {
 public:
  explicit LexicalScores(const std::vector<TextPair>& pool);
  /// One score per definition; 0 if it shares no term with the query.
  std::vector<float> score(std::string_view query) const;

 private:
  using Counts = std::array<float, rank::kFieldCount>;
  struct Posting {
    std::uint32_t document;
    Counts counts;
  };
  std::unordered_map<std::string, std::vector<Posting>> postings_;
  std::vector<Counts> lengths_;
  rank::Bm25fCollection collection_;
  rank::Bm25fOptions options_;
};

}  // namespace codeweaver::training
