// Excerpts: what part of a chunk an answer shows.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/search_types.hpp"

namespace codeweaver::engine {

/// Lines of `text` without their terminators.
std::vector<std::string_view> split_lines(std::string_view text);

/// A chunk cut down to `detail`: all of it, up to 64 KiB; its signature and the lines that hold
/// most terms of the query ("..." for what is left out); or its signature line alone. Terms are
/// those of text::analyze_query.
std::string excerpt(std::string_view chunk, Detail detail,
                    const std::set<std::string, std::less<>>& query_terms);

}  // namespace codeweaver::engine
