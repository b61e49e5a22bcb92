// Excerpts: what part of a chunk an answer shows.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "codeweaver/search_types.hpp"

namespace codeweaver::engine {

/// Whether a line is blank, or of a comment or an annotation, by how it begins.
bool is_comment_or_decorator(std::string_view line);

/// A chunk cut down to `detail`: all of it, up to 64 KiB; its signature and the lines that hold
/// most terms of the query ("..." for what is left out); or its signature line alone. Terms are
/// those of text::analyze_query. `signature`: the line, from 0, of what the chunk is named after;
/// nullopt: its first line of code. `asked`: the line, from 0, around which lines are shown;
/// nullopt: those of the terms are.
std::string excerpt(std::string_view chunk, Detail detail,
                    const std::set<std::string, std::less<>>& query_terms,
                    std::optional<std::size_t> signature = std::nullopt,
                    std::optional<std::size_t> asked = std::nullopt);

}  // namespace codeweaver::engine
