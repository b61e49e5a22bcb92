// Posting marks: where in its postings a term of a query stands at every few chunks.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "store/postings/postings.hpp"

namespace codeweaver::store {

/// Left behind by one walk over postings that are not cut into blocks, so that another, of a few
/// chunks, need not pass by all that lies between.
class PostingMarks {
 public:
  /// Chunks from one mark to the next.
  static constexpr std::size_t kStride = 256;

  /// Makes room for a query of `terms` in `parts` segments; forgets all marks.
  void reset(std::size_t parts, std::size_t terms) {
    terms_ = terms;
    marks_.assign(parts * terms, {});
  }
  /// To be called for each posting in order, with the cursor there.
  void add(std::size_t part, std::size_t term, const PostingCursor& cursor) {
    auto& marks = marks_[part * terms_ + term];
    while (marks.size() * kStride <= cursor.chunk()) marks.push_back(cursor);
  }
  /// A cursor that is not past the first posting at `chunk` or behind; null where there is none.
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
