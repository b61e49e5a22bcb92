// Posting marks: positions in the postings of query terms, one every few chunks.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "store/postings/postings.hpp"

namespace codeweaver::store {

/// Recorded during one walk over postings that are not cut into blocks, so that a later walk over a
/// few chunks can skip the postings in between.
class PostingMarks {
 public:
  /// Chunks from one mark to the next.
  static constexpr std::size_t kStride = 256;

  /// Prepares for a query of `terms` terms in `parts` segments; forgets all marks.
  void reset(std::size_t parts, std::size_t terms) {
    terms_ = terms;
    marks_.assign(parts * terms, {});
  }
  /// Call it for each posting in order, with the cursor at the posting.
  void add(std::size_t part, std::size_t term, const PostingCursor& cursor) {
    auto& marks = marks_[part * terms_ + term];
    while (marks.size() * kStride <= cursor.chunk()) marks.push_back(cursor);
  }
  /// A cursor that is not past the first posting at or after `chunk`; null: no marks.
  const PostingCursor* before(std::size_t part, std::size_t term,
                              std::size_t chunk) const noexcept {
    if (marks_.empty()) return nullptr;
    const auto& marks = marks_[part * terms_ + term];
    return marks.empty() ? nullptr : &marks[std::min(chunk / kStride, marks.size() - 1)];
  }

 private:
  std::size_t terms_ = 0;
  std::vector<std::vector<PostingCursor>> marks_;  ///< by part, then term
};

}  // namespace codeweaver::store
