// Similar terms: finds the term of a snapshot that a misspelled word probably means.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "store/search/snapshot.hpp"

namespace codeweaver::store {

/// A term that differs by typing errors from another one.
struct SimilarTerm {
  std::string text;
  std::size_t slips = 0;        ///< typing errors: see text::are_within_slips
  std::uint64_t frequency = 0;  ///< chunks with the term, deleted ones included
};

/// The term of letters that differs by the fewest typing errors, at most `slips`, from `term`; the
/// most frequent one if there are several, then the first in byte order. It begins with the same
/// letter, which users rarely mistype. Cost: a walk over the terms with that letter, and a
/// comparison for each of similar length.
std::optional<SimilarTerm> most_similar_term(const Snapshot& snapshot, std::string_view term,
                                             std::size_t slips);

}  // namespace codeweaver::store
