// A query from its text to its answer; each stage is a function of the earlier values.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/search.hpp"

#include <chrono>
#include <optional>
#include <utility>

#include "base/stop_scope.hpp"
#include "base/try.hpp"
#include "engine/searching/answer/answer.hpp"
#include "engine/searching/open/shared_deadline.hpp"

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
                                       const SearchOptions& options, std::stop_token stop) {
  const base::StopScope scope(stop, end_of_calls(options.deadline));
  TimeLimit limit(options.deadline, std::move(stop));
  Laps laps(limit);
  StageTimes times;
  CODEWEAVER_ASSIGN(const auto question, understand(context, query, options));
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

}  // namespace codeweaver::engine
