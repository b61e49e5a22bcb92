// Parses with tree-sitter only: the baseline for indexing time.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>

namespace codeweaver::syntax {

/// Parses `text` with the usual limits and drops the tree. `language` is an id. False: no grammar,
/// text refused by check_shape(), or budget used up.
bool parse_alone(std::string_view text, std::string_view language);

}  // namespace codeweaver::syntax
