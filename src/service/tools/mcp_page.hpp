// Pages: the part of a find_code answer that fits a token limit, and where the next one begins.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "codeweaver/search_types.hpp"
#include "json/value.hpp"

namespace codeweaver::service {

/// The least token limit that always leaves room for an answer.
inline constexpr std::size_t kLeastTokens = 200;

/// Where a page begins, and in which state of the index its predecessor was found.
struct PageCursor {
  std::size_t offset = 0;  ///< matches before it
  std::uint64_t generation = 0;
  friend bool operator==(const PageCursor&, const PageCursor&) = default;
};

/// A cursor as text, bound to the question that it goes on with.
std::string write_cursor(const PageCursor& cursor, std::uint64_t question);
/// Errors: kInvalidArgument "INVALID_CURSOR" (no cursor of ours, or that of another question).
Result<PageCursor> read_cursor(std::string_view text, std::uint64_t question);

/// What one page may hold.
struct PageLimits {
  std::size_t offset = 0;
  std::size_t max_results = 50;
  std::size_t token_limit = 10'000;  ///< hard bound; at least kLeastTokens
  std::size_t token_aim = 0;         ///< of each form: a page ends here; 0: at the limit
  Detail detail = Detail::kSnippet;
  /// Snippets: of the first matches of all pages, those that may keep their whole content.
  std::size_t most_whole = 3;
  /// Matches that the first page names, without their code, where none is good; 0: as any other.
  std::size_t nearest = 0;
  std::string query{};         ///< as typed; chooses the lines of snippets
  std::uint64_t question = 0;  ///< for the cursor
};

/// An answer as a tool gives it.
struct Page {
  std::string text;        ///< plain: place, name and code of each match
  json::Value structured;  ///< FindCodeResponseSummary, and next_cursor where more follows
};

/// The matches from `offset` on that fit. Both forms carry the code, as of two clients one gives
/// its model the text, the other the structured content. Together they have at most token_limit
/// tokens, and `token_count` is their number. Of snippets the first match keeps its content if that
/// fits, and further ones, up to `most_whole`, if six matches fit with them; all others are cut to
/// short snippets. A first match that does not fit even so is cut to the lines that do. Related
/// symbols take the room that is left. `answer` holds all matches of the question, best first.
Page make_page(FindCodeResponseSummary answer, const PageLimits& limits);

}  // namespace codeweaver::service
