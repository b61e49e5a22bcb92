// Removed definitions: those that a difference deletes or renames, and what still uses their names.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "codeweaver/call_graph.hpp"
#include "codeweaver/result.hpp"
#include "engine/searching/open/search_context.hpp"

namespace codeweaver::engine {

/// Adds those of `options.earlier` to the answer that neither their file nor a file of
/// `options.lines` defines, under their whole names. At most 200, each with at most 100 uses. Of
/// tests only, if the relation is tests; without tests, if these are left out.
Result<void> add_removed(const SearchContext& context, const CallGraphOptions& options,
                         CallGraphAnswer& answer);

}  // namespace codeweaver::engine
