// Names defined by calls: tests by title, attributes, constants, R classes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <vector>

#include "syntax/names.hpp"

namespace codeweaver::syntax {

/// The definition that the call at `node` makes, for hooks of calls. Empty for other hooks.
Found find_by_call(Hook hook, TSNode node, const Source& source);

/// Like find_by_call(), for calls that can define several names.
std::vector<Found> find_all_by_call(Hook hook, TSNode node, const Source& source);

}  // namespace codeweaver::syntax
