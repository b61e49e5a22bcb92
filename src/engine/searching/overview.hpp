// Overview: for who wants to understand, the type that uses the best function comes before it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <vector>

#include "engine/searching/candidate.hpp"

namespace codeweaver::engine {

/// Moves a type to the front of `ordered` (by relevance, texts read): one of the next two, nearly
/// as relevant as the first match, whose text uses the function that is the first match. The type
/// shows what the function is for. Changes nothing otherwise.
void put_overview_first(std::vector<Candidate>& ordered);

}  // namespace codeweaver::engine
