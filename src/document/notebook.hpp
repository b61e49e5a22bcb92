// Jupyter notebooks to Markdown.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "document/document.hpp"

namespace codeweaver::document {

/// Copies prose unchanged and puts code in fences with the notebook's language. Skips outputs
/// without parsing them, so their content cannot cause errors. Skips unreadable cells; the other
/// cells keep their numbers. Supports versions 3 and 4 of the format. Memory: the resulting text
/// plus the largest cell. Errors: as to_markdown().
Result<std::string> notebook_to_markdown(std::string_view bytes, const Limits& limits,
                                         FindLanguage find_language);

}  // namespace codeweaver::document
