// Jupyter notebooks to Markdown.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "document/document.hpp"

namespace codeweaver::document {

/// Prose as it is, code in fences of the notebook's language. Outputs are skipped without being
/// read, so that whatever they hold does no harm. A cell that cannot be read is left out, and the
/// others keep their numbers. Reads versions 3 and 4 of the format. Memory: the text that comes
/// out, and the largest cell. Errors: as to_markdown().
Result<std::string> notebook_to_markdown(std::string_view bytes, const Limits& limits,
                                         FindLanguage find_language);

}  // namespace codeweaver::document
