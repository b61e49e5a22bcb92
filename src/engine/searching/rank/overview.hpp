// Overview: for understanding, the type that uses the best function comes first.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <vector>

#include "engine/searching/fuse/candidate.hpp"

namespace codeweaver::engine {

/// Moves a type to the front of `ordered` (sorted by relevance, with texts) if the first match is a
/// function. The type must be one of the next two, nearly as relevant, and its text must use the
/// function: it shows the purpose of the function. Otherwise changes nothing.
void put_overview_first(std::vector<Candidate>& ordered);

}  // namespace codeweaver::engine
