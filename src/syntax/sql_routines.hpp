// Procedures, functions, triggers and packages of SQL dialects that the grammar cannot read.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "syntax/syntax_tree.hpp"

namespace codeweaver::syntax {

/// Appends what statements like `CREATE OR REPLACE PROCEDURE dbo.name` name in `text` and is not
/// among `known`. Reads words alone: bodies differ from dialect to dialect. Cost: one pass.
void add_routines(std::string_view text, const std::vector<Definition>& known,
                  std::vector<Member>& out);

}  // namespace codeweaver::syntax
