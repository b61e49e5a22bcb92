// Names of what calls define: tests by title, attributes, constants, classes of R.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <vector>

#include "syntax/names.hpp"

namespace codeweaver::syntax {

/// What the call at `node` defines, for the hooks of calls; nothing for the others.
Found find_by_call(Hook hook, TSNode node, const Source& source);

/// The same where one call defines several.
std::vector<Found> find_all_by_call(Hook hook, TSNode node, const Source& source);

}  // namespace codeweaver::syntax
