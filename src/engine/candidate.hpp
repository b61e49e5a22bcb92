// A candidate answer on its way through the query pipeline.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "codeweaver/rank/calibration.hpp"
#include "store/database.hpp"
#include "store/segment.hpp"

namespace codeweaver::engine {

/// A content's text with its chunk rows, shared by the candidates that come from it.
struct ContentText {
  std::string text;
  std::vector<store::ChunkRecord> chunks;
};

struct Candidate {
  std::uint32_t part = 0, chunk = 0;
  store::SegmentChunk info;
  double fused = 0;
  double lexical_raw = 0, dense_raw = 0;                ///< BM25F score, cosine
  std::optional<std::size_t> lexical_rank, dense_rank;  ///< 1-based, in its own list
  double sparse = 0, dense = 0;                         ///< calibrated
  std::optional<double> rerank;
  double semantic = 0;
  double similarity = 0;
  double relevance = 0;
  rank::ExactMatch exact = rank::ExactMatch::kNone;
  std::shared_ptr<const ContentText> content;  ///< null: gone since the snapshot

  const store::ChunkRecord& record() const { return content->chunks[info.ordinal]; }
  std::string_view text() const {
    return std::string_view(content->text).substr(record().begin, record().end - record().begin);
  }
};

}  // namespace codeweaver::engine
