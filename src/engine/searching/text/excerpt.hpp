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

/// True for C preprocessor lines; they contain definitions, not comments. `line` has no leading
/// blanks.
bool is_directive(std::string_view line);

/// True if the line is blank, or starts like a comment or an annotation.
bool is_comment_or_decorator(std::string_view line);

/// A snippet of up to kWholeLines lines is the whole text; kBriefLines is the limit of the shorter
/// form for small token budgets.
inline constexpr std::size_t kWholeLines = 40, kBriefLines = 10;

/// Options for cutting an excerpt. Line numbers are relative to the chunk and start at 0.
struct ExcerptShape {
  /// The line that names the chunk; nullopt: its first line of code.
  std::optional<std::size_t> signature{};
  /// The line given by the query; nullopt: the lines with the most query terms are shown.
  std::optional<std::size_t> asked{};
  /// A snippet with at most this many lines is not cut.
  std::size_t whole_lines = kWholeLines;
  /// The query as typed. Lines that contain it word for word are always part of a snippet.
  std::string_view query{};
};

/// Cuts a chunk down to `detail`.
/// - kFull: all of it, up to 64 KiB
/// - kSnippet: all of it if it has at most `shape.whole_lines` lines; else its signature and the
///   lines with the most query terms
/// - kSummary: its signature line
/// In a snippet, a line "..." marks each place where nonblank lines were skipped. `query_terms` are
/// those of text::analyze_query.
std::string excerpt(std::string_view chunk, Detail detail,
                    const std::set<std::string, std::less<>>& query_terms,
                    const ExcerptShape& shape = {});

/// A shorter snippet of the current content of a match, cut like in excerpt() if it has more than
/// `whole_lines` lines. A content that was cut before is returned unchanged.
std::string shorter_snippet(const CodeMatch& match, std::size_t whole_lines,
                            const std::set<std::string, std::less<>>& query_terms,
                            std::string_view query);

}  // namespace codeweaver::engine
