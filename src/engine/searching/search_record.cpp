// The log record of a search.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/search_record.hpp"

#include <string>

#include "codeweaver/detail/query_kind.hpp"

namespace codeweaver::engine {

LogRecord search_record(std::string_view query, const SearchOptions& options,
                        const Result<FindCodeResponseSummary>& response) {
  LogRecord record;
  record.component = "searcher";
  record.operation = "hybrid_search";
  record.context = {{"query_kind", to_string(text::query_kind(query))},
                    {"query_bytes", query.size()},
                    {"top_k", options.top_k}};
  if (!options.ref.empty()) record.context.push_back({"ref", options.ref});
  if (!response) {
    record.level = response.error().category == ErrorCategory::kInvalidArgument ? LogLevel::kWarning
                                                                                : LogLevel::kError;
    record.status = "failed";
    record.error = response.error();
    return record;
  }
  record.status = "success";
  record.context.push_back({"results", response->total_results});
  record.context.push_back({"candidates", response->total_matches});
  std::string strategies;
  for (const auto strategy : response->search_strategy)
    strategies += (strategies.empty() ? "" : ",") + std::string(to_string(strategy));
  record.context.push_back({"strategy", strategies});
  if (response->query_intent)
    record.context.push_back({"intent", to_string(response->query_intent->intent_type)});
  if (!response->warnings.empty())
    record.context.push_back({"warnings", response->warnings.size()});
  return record;
}

}  // namespace codeweaver::engine
