// The grammars that this build contains.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <tree_sitter/api.h>

#include <string_view>

namespace codeweaver::syntax {

/// The grammar called `name` ("python"); static storage. Null: not in this build.
const TSLanguage* find_grammar(std::string_view name) noexcept;

}  // namespace codeweaver::syntax
