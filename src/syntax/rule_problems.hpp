// Checks rows of the language table against their grammars.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "syntax/language.hpp"

namespace codeweaver::syntax {

/// What is wrong with the row of a language that has a grammar: node types, fields, hooks, kinds
/// and conditions that do not exist. Empty: nothing, as a test ensures for every row.
std::vector<std::string> rule_problems(LanguageIndex language);

}  // namespace codeweaver::syntax
