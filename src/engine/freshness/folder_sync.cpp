// Steps that bring the index of a folder up to date; next_step() decides on them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/freshness/folder_sync.hpp"

#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "codeweaver/error_codes.hpp"
#include "engine/state/coverage.hpp"
#include "engine/state/fault_warning.hpp"

namespace codeweaver::engine {
namespace {

/// Time between checks for the first index while a search waits for it.
constexpr auto kFirstIndexPause = std::chrono::milliseconds(10);
constexpr std::string_view kIndexingNow = "Results may be incomplete, indexing in progress";
constexpr std::string_view kNotIndexed =
    "Changed files could not be indexed; results cover only the unchanged files";
constexpr std::string_view kNeedsRun =
    "The index was made with other settings or by another version, or its last run was "
    "interrupted; results cover only the unchanged files until the next index run";

bool is_cancellation(const std::optional<Error>& error) {
  return error && error->category == ErrorCategory::kCancelled;
}

IndexShare share_of(const IndexCoverage& coverage) {
  if (coverage.is_whole) return IndexShare::kWhole;
  return coverage.files == 0 ? IndexShare::kNone : IndexShare::kPartial;
}

/// The warning of an answer without the changed files; nullopt: another part of the answer says it.
std::optional<std::string> warning_for(const IndexCondition& now, const std::optional<Error>& met,
                                       const std::filesystem::path& root) {
  const bool is_whole = now.share == IndexShare::kWhole;
  if (now.met == MetFault::kOther && met)
    return is_whole && missing_folder_warning(root) ? std::nullopt
                                                    : std::optional(warning_of(kNotIndexed, *met));
  if (now.needs_run) return std::string(kNeedsRun);
  return is_whole ? std::optional(std::string(kIndexingNow)) : std::nullopt;
}

}  // namespace

std::optional<std::string> missing_folder_warning(const std::filesystem::path& root) {
  std::error_code error;
  if (std::filesystem::exists(root, error) || error) return std::nullopt;
  return "The folder of the project does not exist: " + root.string() +
         ". Results come from the last index. Restore the folder, or remove the project";
}

IndexCondition FolderSync::look() const {
  IndexCondition out;
  out.share = share_of(read_coverage(runs_.paths()));
  return out;
}

/// True if the first index was complete within the allowed time.
bool FolderSync::wait_for_first_index(const std::stop_token& stop) {
  const auto begin = [&] {
    const std::lock_guard lock(mutex_);
    if (!first_wait_begin_) first_wait_begin_ = std::chrono::steady_clock::now();
    return *first_wait_begin_;
  }();
  const auto paths = runs_.paths();
  while (!read_coverage(paths).is_whole) {
    const auto waited = std::chrono::steady_clock::now() - begin;
    const auto least = *options_.first_index_wait;
    const auto left = waited < least ? std::nullopt : seconds_left(paths);
    if (stop.stop_requested() || !keeps_waiting(waited, least, options_.first_index_patience, left))
      return false;
    std::this_thread::sleep_for(kFirstIndexPause);
  }
  return true;
}

Result<Freshness> FolderSync::run(const CallContext& call) {
  auto now = look();
  now.may_wait = options_.first_index_wait.has_value();
  if (now.share == IndexShare::kWhole)
    now.is_current = !options_.checks_tree || watched_.skips_scan(std::chrono::steady_clock::now());
  auto step = next_step(now);
  if (step == FreshnessStep::kWait) {
    now.is_locked = !wait_for_first_index(call.stop);
    now.may_wait = false;
    step = next_step(now);
  }
  if (step == FreshnessStep::kAnswer) return Freshness();
  if (step == FreshnessStep::kCompare) return Freshness{{}, nullptr, false};
  auto fresh = checks_.run([&] { return check(call); }, call.stop);
  if (!fresh || !fresh->is_fresh()) watched_.distrust();
  return fresh;
}

Result<Freshness> FolderSync::check(const CallContext& call) {
  Freshness out;
  std::optional<Error> met;
  for (auto now = look();;) {
    switch (next_step(now)) {
      case FreshnessStep::kIndex:
        index_first(now, met, call);
        break;
      case FreshnessStep::kUpdate:
        update(now, met, out, call);
        break;
      case FreshnessStep::kCompare:
        if (auto warning = warning_for(now, met, root_))
          out.warnings.push_back(std::move(*warning));
        out.is_compared = false;
        return out;
      case FreshnessStep::kRepair:
      case FreshnessStep::kFail:
        return *met;
      case FreshnessStep::kAnswer:
      case FreshnessStep::kWait:
        return out;
    }
    if (is_cancellation(met)) return *met;
  }
}

MetFault FolderSync::fault_of(const Error& error) const {
  return repair_.is_repairable(error) ? MetFault::kDamage : MetFault::kOther;
}

void FolderSync::index_first(IndexCondition& now, std::optional<Error>& met,
                             const CallContext& call) {
  const auto made = runs_.index_first(call);
  const bool is_locked = !made && made.error().code == error_code::kIndexLocked;
  if (made || is_locked) {
    now.share = look().share;
    now.is_locked = now.share != IndexShare::kWhole;
    now.is_current = true;  // the run, in this or another process, has just ended
    return;
  }
  met = made.error();
  now.met = fault_of(*met);
}

void FolderSync::update(IndexCondition& now, std::optional<Error>& met, Freshness& out,
                        const CallContext& call) {
  auto report = runs_.refresh(options_.patience, call);
  if (!report) {
    met = report.error();
    now.is_locked = met->code == error_code::kIndexLocked;
    if (!now.is_locked) now.met = fault_of(*met);
    return;
  }
  now.is_current = true;
  now.needs_run = report->needs_run;
  if (!now.needs_run && !report->left.empty())
    out.left = std::make_shared<const std::vector<std::string>>(std::move(report->left));
}

}  // namespace codeweaver::engine
