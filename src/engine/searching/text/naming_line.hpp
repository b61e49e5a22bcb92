// Naming lines: the line of a definition that contains its name.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "engine/overlay/index_rows.hpp"

namespace codeweaver::engine {

/// The last part of a qualified name: "acquire" of "Pool::acquire".
std::string_view last_name(std::string_view qualified) noexcept;

/// True if `line` contains `name` as a separate word.
bool contains_word(std::string_view line, std::string_view name) noexcept;

/// Index of the line of a definition that contains its name; annotations and return types can come
/// before it. [first, end) are the lines of the definition. Returns `first` if none of its first 40
/// lines contains the name.
std::size_t naming_line(std::span<const std::string_view> lines, std::size_t first, std::size_t end,
                        std::string_view name);

/// The naming line, without indentation, of a definition that begins in one of the chunks shortly
/// after `place`; used for the comment before a definition. Empty if none is found. Cost: reads
/// those chunks.
std::string signature_after(const IndexRows& database, store::ChunkPlace place,
                            std::string_view qualified_name);

}  // namespace codeweaver::engine
