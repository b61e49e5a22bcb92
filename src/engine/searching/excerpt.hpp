// Excerpts: the part of a chunk that an answer shows.
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

/// Lines up to which a snippet is the whole text, and lines of the shorter form that makes it fit
/// a token budget.
inline constexpr std::size_t kWholeLines = 40, kBriefLines = 10;

/// How an excerpt is cut. Line numbers count from 0 in the chunk.
struct ExcerptShape {
  /// The line that names the chunk; nullopt: its first line of code.
  std::optional<std::size_t> signature{};
  /// The line that the query gives; nullopt: the lines with most of its terms are shown.
  std::optional<std::size_t> asked{};
  /// A snippet of at most this many lines is not cut.
  std::size_t whole_lines = kWholeLines;
  /// The query as typed. A line that holds it word for word is always in a snippet.
  std::string_view query{};
};

/// A chunk cut down to `detail`. kFull: all of it, up to 64 KiB. kSnippet: all of it if it has at
/// most `shape.whole_lines` lines, else its signature and the lines that hold most terms of the
/// query. kSummary: its signature line. "..." on a line of its own marks each place where lines
/// that are not blank are left out of a snippet. Terms are those of text::analyze_query.
std::string excerpt(std::string_view chunk, Detail detail,
                    const std::set<std::string, std::less<>>& query_terms,
                    const ExcerptShape& shape = {});

/// A shorter snippet of a match, of its content as it is, cut as excerpt() does where that has more
/// than `whole_lines` lines. A content that is cut already comes back as it is.
std::string shorter_snippet(const CodeMatch& match, std::size_t whole_lines,
                            const std::set<std::string, std::less<>>& query_terms,
                            std::string_view query);

}  // namespace codeweaver::engine
