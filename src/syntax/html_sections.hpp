// Sections of HTML pages, named by headings and titles.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <tree_sitter/api.h>

#include <string_view>
#include <vector>

#include "syntax/budget.hpp"
#include "syntax/syntax_tree.hpp"

namespace codeweaver::syntax {

/// Returns the page title and a section for each heading that has text, in source order. The
/// qualified name is the path of headings (by level). It begins with the part of the title that no
/// heading repeats. A section's node covers the heading and everything up to the next heading of
/// its level. Cost: one pass, plus little for each heading. If the budget ends, returns the results
/// so far.
std::vector<Definition> html_sections(const TSTree* tree, std::string_view text, Budget& budget);

}  // namespace codeweaver::syntax
