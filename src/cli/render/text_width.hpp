// Width of text on a terminal.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace codeweaver::cli {

/// Returns the number of columns that a text takes: two for a wide letter (East Asian scripts,
/// emoji), none for a combining mark and for the sequences that this program writes, else one.
/// Line feeds and tabs count as one.
std::size_t columns_of(std::string_view text);

/// Returns the number of rows of a text whose lines end with '\n'. A line wider than `columns`
/// takes several rows; 0: the width of the terminal is unknown.
std::size_t rows_of(std::string_view text, std::size_t columns);

}  // namespace codeweaver::cli
