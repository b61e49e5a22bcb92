// Naming lines: where a definition says what it is called.
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

/// Whether `name` stands in `line` as a word of its own.
bool stands_in(std::string_view line, std::string_view name) noexcept;

/// The line of a definition that holds its name, by its index: annotations and the type that a
/// function returns may stand in lines before. [first, end) are its lines; `first` where none of
/// the first forty holds it.
std::size_t naming_line(std::span<const std::string_view> lines, std::size_t first, std::size_t end,
                        std::string_view name);

/// The naming line of a definition that begins in one of the few chunks after `place`, without
/// indentation: of the comment before a definition. Empty: none does. Cost: those chunks are read.
std::string signature_after(const IndexRows& database, store::ChunkPlace place,
                            std::string_view qualified_name);

}  // namespace codeweaver::engine
