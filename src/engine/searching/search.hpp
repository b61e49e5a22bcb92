// The stages of a query, one after the other: Question, Retrieved, Fused, Ranked, answer.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <stop_token>
#include <string_view>

#include "engine/searching/search_context.hpp"

namespace codeweaver::engine {

/// Answers one query; see HybridSearcher::search.
Result<FindCodeResponseSummary> search(const SearchContext& context, std::string_view query,
                                       const SearchOptions& options, std::stop_token stop);

/// Follows one file through the same stages to where it is left out; see HybridSearcher::why_not.
/// `options` without a deadline, as each stage has to be seen, and with explain.
Result<WhyNot> why_not(const SearchContext& context, std::string_view query, std::string_view path,
                       const SearchOptions& options, std::stop_token stop);

}  // namespace codeweaver::engine
