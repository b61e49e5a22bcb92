// Scanning one text for lines that match, with the lines around them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "codeweaver/text_search.hpp"
#include "pattern/pattern.hpp"

namespace codeweaver::engine {

/// Finds what `options` ask for in a text. Views in the file's lines are into `text`. Bytes
/// of zero end the search as they do in ripgrep: of a file that was found in a folder, none of the
/// read that holds the first is searched. Cost: linear.
void scan_text(std::string_view text, const TextSearchOptions& options,
               pattern::LineMatcher& matcher, TextFile& file);

}  // namespace codeweaver::engine
