// What a log tells of a search.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>

#include "codeweaver/logger.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/search_types.hpp"

namespace codeweaver::engine {

/// How a search went and what kind of query it was, without the query: that is for records of
/// level kDebug alone.
LogRecord search_record(std::string_view query, const SearchOptions& options,
                        const Result<FindCodeResponseSummary>& response);

}  // namespace codeweaver::engine
