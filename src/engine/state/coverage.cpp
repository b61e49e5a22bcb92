// Coverage from manifest and checkpoint.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/state/coverage.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/clock.hpp"
#include "base/counted.hpp"
#include "base/file.hpp"
#include "engine/state/checkpoint.hpp"
#include "store/segments/manifest.hpp"

namespace codeweaver::inline v0_1 {
namespace {

/// ", about 40 s to go"; empty if unknown, very short or very long.
std::string time_left(std::optional<double> seconds) {
  constexpr double kLeast = 2, kMinute = 60, kMost = 60 * kMinute;
  if (!seconds || *seconds < kLeast || *seconds > kMost) return {};
  const bool is_long = *seconds > 2 * kMinute;
  return ", about " + std::to_string(std::lround(is_long ? *seconds / kMinute : *seconds)) +
         (is_long ? " min to go" : " s to go");
}

}  // namespace

std::string coverage_warning(const IndexCoverage& coverage, std::optional<double> seconds_left) {
  constexpr double kPercent = 100;
  const auto percent = static_cast<std::size_t>(coverage.share() * kPercent);
  const std::string files =
      coverage.discovered > 0 ? base::grouped(coverage.discovered) + " files" : "the files";
  return "The index covers " + std::to_string(percent) + " % of " + files + " so far" +
         time_left(seconds_left) + "; results may be incomplete";
}

}  // namespace codeweaver::inline v0_1

namespace codeweaver::engine {

IndexCoverage read_coverage(const StatePaths& paths) {
  const auto manifest = store::read_manifest(paths.segments(), paths.manifest());
  if (manifest && manifest->coverage)
    return {false, manifest->coverage->files, manifest->coverage->of};
  if (manifest || manifest.error().category != ErrorCategory::kNotFound) return {true, 0, 0};
  const auto checkpoint = read_checkpoint(paths.checkpoint());
  return {false, 0, checkpoint ? checkpoint->files_discovered : 0};
}

std::optional<RunProgress> read_running(const StatePaths& paths) {
  if (!base::FileLock::is_held(paths.lock())) return std::nullopt;
  const auto checkpoint = read_checkpoint(paths.checkpoint());
  if (!checkpoint) return std::nullopt;
  RunProgress out;
  out.run_id = checkpoint->session_id;
  out.started_at = base::iso8601(checkpoint->start_time);
  out.updated_at = base::iso8601(checkpoint->last_checkpoint);
  out.files_discovered = checkpoint->files_discovered;
  out.files_processed = checkpoint->file_count;
  out.chunks_created = checkpoint->chunks_created;
  out.errors = checkpoint->errors.size();
  return out;
}

std::optional<double> seconds_left(const StatePaths& paths) {
  constexpr double kToDerive = 1.15;  // factor for the time after reading
  if (!base::FileLock::is_held(paths.lock())) return std::nullopt;
  const auto run = read_checkpoint(paths.checkpoint());
  if (!run || run->file_count == 0 || run->files_discovered < run->file_count) return std::nullopt;
  const auto seconds = [](auto duration) {
    return std::chrono::duration<double>(duration).count();
  };
  const auto per_file =
      seconds(run->last_checkpoint - run->start_time) / static_cast<double>(run->file_count);
  const auto whole = per_file * static_cast<double>(run->files_discovered) * kToDerive;
  return std::max(0.0, whole - seconds(base::system_clock().now() - run->start_time));
}

bool keeps_waiting(std::chrono::duration<double> waited, std::chrono::milliseconds least,
                   std::chrono::milliseconds most, std::optional<double> left) {
  return waited < least ||
         (waited < most && left && waited + std::chrono::duration<double>(*left) < most);
}

FindCodeResponseSummary empty_answer() {
  FindCodeResponseSummary answer;
  answer.summary = "Nothing is indexed yet.";
  answer.suggestions = {"Ask again when some of the files are indexed"};
  return answer;
}

}  // namespace codeweaver::engine
