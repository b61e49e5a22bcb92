// Runs the stages of a query in order: Question, Retrieved, Fused, Ranked, answer.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>

#include "codeweaver/call_context.hpp"
#include "codeweaver/logger.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/search_types.hpp"
#include "codeweaver/why_not.hpp"
#include "engine/searching/open/search_context.hpp"

namespace codeweaver::engine {

/// Answers one query; see HybridSearcher::search.
Result<FindCodeResponseSummary> search(const SearchContext& context, std::string_view query,
                                       const SearchOptions& options, const CallContext& call);

/// Follows one file through the same stages up to the stage that drops it; see
/// HybridSearcher::why_not. `options` must have no deadline, because every stage has to run, and
/// must have `explain` set.
Result<WhyNot> why_not(const SearchContext& context, std::string_view query, std::string_view path,
                       const SearchOptions& options, const CallContext& call);

/// Outcome of a search and kind of its query. The query text is only included in records of level
/// kDebug.
LogRecord search_record(std::string_view query, const SearchOptions& options,
                        const Result<FindCodeResponseSummary>& response);

}  // namespace codeweaver::engine
