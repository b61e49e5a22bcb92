// Texts in another language inside a file: scripts, styles, code fences, here-documents.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <tree_sitter/api.h>

#include <optional>
#include <string_view>

#include "syntax/names.hpp"

namespace codeweaver::syntax {

/// One embedded text, found at a node of the host's tree.
struct Embedded {
  TSNode content{};  ///< the host's node that spans it
  TSRange range{};   ///< the text itself: `content` without its quotes
  LanguageIndex language = 0;
  std::int32_t parent = -1;  ///< index of the enclosing definition of the host
};

/// The embedded text at `node`, which the table marks. nullopt: none, data, or unknown language.
std::optional<Embedded> embedded_at(TSNode node, const Source& source);

}  // namespace codeweaver::syntax
