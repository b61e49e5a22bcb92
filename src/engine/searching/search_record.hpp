// The log record of a search.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>

#include "codeweaver/logger.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/search_types.hpp"

namespace codeweaver::engine {

/// Outcome of a search and kind of its query. The query text is only included in records of level
/// kDebug.
LogRecord search_record(std::string_view query, const SearchOptions& options,
                        const Result<FindCodeResponseSummary>& response);

}  // namespace codeweaver::engine
