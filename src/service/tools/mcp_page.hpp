// Pages: cuts a find_code answer to a token limit and gives the cursor of the next page.
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

/// The smallest token limit; every answer fits it.
inline constexpr std::size_t kLeastTokens = 200;

/// Where a page begins, and the state of the index that the previous page came from.
struct PageCursor {
  std::size_t offset = 0;  ///< matches before the page
  std::uint64_t generation = 0;
  friend bool operator==(const PageCursor&, const PageCursor&) = default;
};

/// The text of a cursor. It is valid only for the query with the hash `question`.
std::string write_cursor(const PageCursor& cursor, std::uint64_t question);
/// Errors: kInvalidArgument "INVALID_CURSOR" (malformed, or it belongs to another query).
Result<PageCursor> read_cursor(std::string_view text, std::uint64_t question);

/// The limits of one page.
struct PageLimits {
  std::size_t offset = 0;
  std::size_t max_results = 50;
  std::size_t token_limit = 10'000;  ///< hard bound; at least kLeastTokens
  std::size_t token_aim = 0;         ///< per form, where a page should end; 0: no aim
  Detail detail = Detail::kSnippet;
  /// For snippets: the first matches of the answer that may keep their whole content.
  std::size_t most_whole = 3;
  /// Matches that the first page lists without bodies if the answer is doubtful; 0: no special
  /// page.
  std::size_t nearest = 0;
  std::string query{};         ///< as typed; selects the lines of snippets
  std::uint64_t question = 0;  ///< for the cursor
};

/// An answer in the two forms that a tool returns.
struct Page {
  std::string text;        ///< plain: place, name and code of each match
  json::Value structured;  ///< FindCodeResponseSummary, with next_cursor if there are more pages
};

/// The page of the matches from `offset` on. `answer` has all matches of the query, best first.
/// - Both forms contain the code: some clients give their model the text, others the structured
///   content. Together they have at most token_limit tokens; `token_count` is their sum.
/// - Snippets: the first match stays whole if it fits. Further matches, up to `most_whole`, stay
///   whole if six matches fit with them. All others are cut to short snippets.
/// - A first match that still does not fit is cut to the lines that fit.
/// - Related symbols are added if they fit.
Page make_page(FindCodeResponseSummary answer, const PageLimits& limits);

}  // namespace codeweaver::service
