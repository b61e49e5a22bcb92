// Texts from files, names and queries that a terminal shows without obeying them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace codeweaver::base {

/// Replaces control characters by their pictures (U+2400 and up), and C1 controls and characters
/// that change the text direction by U+FFFD. Keeps line feeds and tabs.
std::string printable(std::string_view text);

/// Like printable(), but also keeps a carriage return before a line feed.
std::string printable_lines(std::string_view text);

}  // namespace codeweaver::base
