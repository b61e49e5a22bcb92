// Front matter: what stands before the text of a Markdown page, between lines of dashes or pluses.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "syntax/syntax_tree.hpp"

namespace codeweaver::syntax {

/// The title that front matter (YAML or TOML) gives a page, as a definition of kind "section" that
/// reaches over the file, its description as the doc. nullopt: there is none, or the text begins
/// with that very heading. Cost: the first 16 KiB at most.
std::optional<Definition> front_matter_title(std::string_view text);

}  // namespace codeweaver::syntax
