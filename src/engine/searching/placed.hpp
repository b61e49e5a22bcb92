// Placed: what is shown of a candidate, at its place in the answer.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "engine/searching/candidate.hpp"
#include "engine/searching/focus.hpp"
#include "engine/searching/search_context.hpp"

namespace codeweaver::engine {

struct Placed {
  const Candidate* candidate = nullptr;  ///< never null
  Focus focus;                           ///< views its content
  /// The candidate's; of its second part less, by its evidence and as a further match of its file.
  double relevance = 0;
  bool is_second = false;                  ///< of two parts of its candidate
  std::vector<const Candidate*> copies{};  ///< less relevant ones of nearly the same text
};

/// The first `count` places of an answer made of `ranked`: candidates in their order, a second part
/// of one anywhere below it where it is more relevant than the next candidate. What says nearly the
/// same as a candidate before it (NearCopies) has no place, unless it matches exactly. Fewer places
/// are the first ones of more, but for their copies. What cannot be read is told in `warnings`, and
/// shown whole.
std::vector<Placed> place_parts(const SearchContext& context, const Question& question,
                                std::span<const Candidate> ranked, std::size_t count,
                                std::vector<std::string>& warnings);

}  // namespace codeweaver::engine
