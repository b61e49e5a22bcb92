// Front matter: the block before the text of a Markdown page, between lines of dashes or pluses.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "syntax/syntax_tree.hpp"

namespace codeweaver::syntax {

/// Returns the page title from front matter (YAML or TOML) as a definition of kind "section" that
/// covers the whole file. Its doc is the description. nullopt: no title, or the text begins with a
/// heading of the same title. Cost: reads at most the first 16 KiB.
std::optional<Definition> front_matter_title(std::string_view text);

}  // namespace codeweaver::syntax
