// Sections of pages: what headings and titles of HTML name.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <tree_sitter/api.h>

#include <string_view>
#include <vector>

#include "syntax/budget.hpp"
#include "syntax/syntax_tree.hpp"

namespace codeweaver::syntax {

/// The title of a page and a section for each heading that has text, in source order; the path of
/// headings (by level) is its qualified name, beginning with what the title says beside them. A
/// section's node holds what stands beside the heading up to the next of its level. Cost: one pass,
/// and little for each heading; where the budget ends, what was found so far.
std::vector<Definition> html_sections(const TSTree* tree, std::string_view text, Budget& budget);

}  // namespace codeweaver::syntax
