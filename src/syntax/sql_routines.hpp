// Procedures, functions, triggers and packages of SQL dialects that the grammar cannot read.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "syntax/syntax_tree.hpp"

namespace codeweaver::syntax {

/// Appends the names in statements like `CREATE OR REPLACE PROCEDURE dbo.name` in `text` that are
/// not in `known`. Reads only words, because bodies differ between dialects. Cost: one pass.
void add_routines(std::string_view text, const std::vector<Definition>& known,
                  std::vector<Member>& out);

}  // namespace codeweaver::syntax
