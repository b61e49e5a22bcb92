// Refuses texts with a shape that makes parsers slow, before any parse.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>

#include "codeweaver/result.hpp"
#include "syntax/syntax_tree.hpp"

namespace codeweaver::syntax {

/// Errors: kInvalidArgument "FILE_TOO_LARGE", "BINARY_CONTENT", "LINE_TOO_LONG". If
/// `brackets_match` (the language nests by brackets), also "NESTING_TOO_DEEP".
Result<void> check_shape(std::string_view text, const ParseLimits& limits, bool brackets_match);

}  // namespace codeweaver::syntax
