// A query from its text to its answer; each stage is a function of the earlier values.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/search.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "base/try.hpp"
#include "codeweaver/detail/query_kind.hpp"
#include "engine/searching/answer/answer.hpp"

namespace codeweaver::engine {
namespace {

/// The damage found while reading: data that could not be read is missing from the answer.
std::optional<Error> damage_met(const SearchContext& context) {
  if (auto damage = context.database.damage()) return damage;
  for (const auto& part : context.snapshot.parts)
    if (auto damage = part.segment->damage()) return damage;
  return std::nullopt;
}

/// Milliseconds between calls.
class Laps {
 public:
  explicit Laps(const TimeLimit& clock) : clock_(clock) {}
  double next() {
    const double now = clock_.elapsed().count();
    return now - std::exchange(last_, now);
  }

 private:
  const TimeLimit& clock_;
  double last_ = 0;
};

}  // namespace

Result<FindCodeResponseSummary> search(const SearchContext& context, std::string_view query,
                                       const SearchOptions& options, const CallContext& call) {
  TimeLimit limit(options.deadline, call);
  Laps laps(limit);
  StageTimes times;
  CODEWEAVER_ASSIGN(const auto question, understand(context, query, options, limit.call()));
  times.question_ms = laps.next();

  CODEWEAVER_ASSIGN(const auto retrieved, retrieve(context, question, limit));
  times.retrieval_ms = laps.next();

  auto fused = fuse(context, question, retrieved);
  if (limit.is_stop_requested()) return search_stopped();
  times.fusion_ms = laps.next();

  const auto ranked =
      rank_candidates(context, question, retrieved, std::move(fused.candidates), limit);
  if (limit.is_stop_requested()) return search_stopped();
  times.ranking_ms = laps.next();

  auto answer = make_answer(context, question, retrieved, fused, ranked, limit);
  if (limit.is_stop_requested()) return search_stopped();
  if (auto damage = damage_met(context)) return std::move(*damage);
  times.answer_ms = laps.next();
  answer.stage_times = times;
  answer.execution_time_ms = limit.elapsed().count();
  return answer;
}

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
