// Posting marks: where in its postings each term of a query stands at every few chunks.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "store/postings.hpp"

namespace codeweaver::store {

/// Left behind by one walk over the postings of a query, so that another, of a few chunks, need
/// not pass by all that lies between.
class PostingMarks {
 public:
  /// Chunks from one mark to the next.
  static constexpr std::size_t kStride = 256;

  /// Makes room for a query of `terms` in `parts` segments; forgets all marks.
  void reset(std::size_t parts, std::size_t terms) {
    terms_ = terms;
    marks_.assign(parts * terms, {});
  }
  /// To be called for each multiple of kStride from 0 on, with the cursor at its first posting
  /// there or behind.
  void add(std::size_t part, std::size_t term, const PostingCursor& cursor) {
    marks_[part * terms_ + term].push_back(cursor);
  }
  /// Moves `cursor` towards the first posting at `chunk` or behind, never past it.
  void skip_to(std::size_t part, std::size_t term, std::size_t chunk,
               PostingCursor& cursor) const noexcept {
    if (marks_.empty()) return;
    const auto& marks = marks_[part * terms_ + term];
    const std::size_t i = chunk / kStride;
    if (i < marks.size() && marks[i].chunk() > cursor.chunk()) cursor = marks[i];
  }

 private:
  std::size_t terms_ = 0;
  std::vector<std::vector<PostingCursor>> marks_;  ///< by part, then term
};

}  // namespace codeweaver::store
