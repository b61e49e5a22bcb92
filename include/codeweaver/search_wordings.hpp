// search_wordings: one answer to a question in several wordings.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_SEARCH_WORDINGS_HPP_
#define CODEWEAVER_SEARCH_WORDINGS_HPP_

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "codeweaver/export.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/search_types.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// Searches for one wording, with these options.
using SearchCall = std::function<Result<FindCodeResponseSummary>(std::string_view query,
                                                                 const SearchOptions& options)>;

/// Calls `search` with the query and with each other wording, and merges the answers. The relevance
/// of a match becomes its mean over all wordings, where a wording that did not find it counts as 0.
/// The confidence is the highest of all answers; the times are added up. Without other wordings,
/// returns the answer of `search` unchanged.
/// Errors: the first error of `search`; kInvalidArgument "EMPTY_QUERY" (another wording is blank).
/// Cost: that of all calls.
///
/// \param options top_k and token_limit apply to the merged answer. If there are other wordings,
///     `search` receives no token_limit.
/// \param search Must search the same index each time.
Result<FindCodeResponseSummary> search_wordings(std::string_view query,
                                                std::span<const std::string> others,
                                                const SearchOptions& options,
                                                const SearchCall& search);

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_SEARCH_WORDINGS_HPP_
