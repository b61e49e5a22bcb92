// The part of the facts of a text that links need.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "facts/facts.hpp"

namespace codeweaver::facts {

/// The same facts without what no link depends on: uses of local variables and parameters, which
/// no answer lists; expressions that no other use, type or value depends on; local variables that
/// these do not name; blocks that declare nothing; places of local variables and parameters. All
/// other uses and declarations have the same links and places. Cost: linear.
Facts needed_facts(const Facts& facts);

}  // namespace codeweaver::facts
