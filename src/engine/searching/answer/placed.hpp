// Placed: the shown part of a candidate, at its place in the answer.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "engine/searching/answer/focus.hpp"
#include "engine/searching/fuse/candidate.hpp"
#include "engine/searching/open/search_context.hpp"

namespace codeweaver::engine {

struct Placed {
  const Candidate* candidate = nullptr;  ///< never null
  Focus focus;                           ///< views the candidate's content
  /// The relevance of the candidate; for its second part reduced by the evidence of that part and
  /// as another match of the same file.
  double relevance = 0;
  bool is_second = false;                  ///< second of two parts of the candidate
  std::vector<const Candidate*> copies{};  ///< less relevant candidates with nearly the same text
};

/// The first `count` places of an answer from `ranked`. Candidates keep their order; the second
/// part of one comes where it is more relevant than the next candidate. A candidate that is nearly
/// the same as an earlier one (NearCopies) has no place, unless it matches exactly. A smaller
/// `count` gives the same first places, except for their copies. Candidates that cannot be read are
/// shown whole and reported in `warnings`.
std::vector<Placed> place_parts(const SearchContext& context, const Question& question,
                                std::span<const Candidate> ranked, std::size_t count,
                                std::vector<std::string>& warnings);

}  // namespace codeweaver::engine
