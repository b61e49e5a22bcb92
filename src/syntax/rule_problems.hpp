// Checks rows of the language table against their grammars.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "syntax/language.hpp"

namespace codeweaver::syntax {

/// Errors in the row of a language that has a grammar: unknown node types, fields, hooks, kinds and
/// conditions. Empty: no errors; a test checks this for every row.
std::vector<std::string> rule_problems(LanguageIndex language);

}  // namespace codeweaver::syntax
