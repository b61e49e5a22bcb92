// Shorter forms of the content of a match, for answers with little space.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_MATCH_EXCERPT_HPP_
#define CODEWEAVER_MATCH_EXCERPT_HPP_

#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "codeweaver/export.hpp"
#include "codeweaver/search_types.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// Returns the first line of code in `code`. `query_terms` (see text::analyze_query) decide which
/// part of a very long line is kept.
std::string signature_of(std::string_view code,
                         const std::set<std::string, std::less<>>& query_terms);

/// Returns the content of a match. If it has more than 10 lines, returns only its signature and the
/// lines with the most query terms; a line "..." marks each gap. A content that an earlier step
/// already shortened is returned unchanged. `query`: as typed.
std::string brief_snippet(const CodeMatch& match,
                          const std::set<std::string, std::less<>>& query_terms,
                          std::string_view query);

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_MATCH_EXCERPT_HPP_
