// Metrics of one ranked list against the targets of its query.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "evaluate/ranking_metrics.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace codeweaver::evaluate {
namespace {

double gain_of(const Target& target) {
  return target.is_secondary ? kSecondaryGain : kPrimaryGain;
}

/// Whether a result matches a target.
bool matches(const RankedResult& result, const Target& target, Level level) {
  if (result.path != target.path) return false;
  if (level == Level::kFile || !target.lines) return true;
  return result.lines.start_line <= target.lines->end_line &&
         target.lines->start_line <= result.lines.end_line;
}

/// One target per file, without lines; primary if any of its targets is.
std::vector<Target> file_targets(const std::vector<Target>& targets) {
  std::vector<Target> files;
  for (const auto& target : targets) {
    const auto same = std::find_if(files.begin(), files.end(),
                                   [&](const Target& file) { return file.path == target.path; });
    if (same == files.end())
      files.push_back({target.path, std::nullopt, target.is_secondary});
    else
      same->is_secondary = same->is_secondary && target.is_secondary;
  }
  return files;
}

RankedList distinct_files(const RankedList& results) {
  RankedList files;
  for (const auto& result : results)
    if (std::none_of(files.begin(), files.end(),
                     [&](const RankedResult& file) { return file.path == result.path; }))
      files.push_back(result);
  return files;
}

/// Gains are in order of rank. Ranks beyond kDepth do not count.
double discounted_gain(const std::vector<double>& gains) {
  double sum = 0;
  for (std::size_t i = 0; i < std::min(gains.size(), kDepth); ++i)
    sum += gains[i] / std::log2(static_cast<double>(i) + 2);
  return sum;
}

double ideal_gain(const std::vector<Target>& targets) {
  std::vector<double> gains;
  for (const auto& target : targets) gains.push_back(gain_of(target));
  std::sort(gains.begin(), gains.end(), std::greater<>());
  return discounted_gain(gains);
}

/// The gain of each result; each target counts once.
std::vector<double> gains_of(const std::vector<Target>& targets, const RankedList& results,
                             Level level) {
  std::vector<const Target*> left;
  for (const auto& target : targets) left.push_back(&target);
  std::stable_sort(left.begin(), left.end(),
                   [](const Target* a, const Target* b) { return gain_of(*a) > gain_of(*b); });
  std::vector<double> gains;
  for (const auto& result : results) {
    const auto best = std::find_if(left.begin(), left.end(), [&](const Target* target) {
      return matches(result, *target, level);
    });
    gains.push_back(best == left.end() ? 0 : gain_of(**best));
    if (best != left.end()) left.erase(best);
  }
  return gains;
}

double recall(const std::vector<Target>& targets, const RankedList& results, Level level) {
  std::size_t primaries = 0, reached = 0;
  for (const auto& target : targets) {
    if (target.is_secondary) continue;
    ++primaries;
    if (std::any_of(results.begin(), results.end(),
                    [&](const RankedResult& result) { return matches(result, target, level); }))
      ++reached;
  }
  return primaries == 0 ? 0 : static_cast<double>(reached) / static_cast<double>(primaries);
}

/// The index of the first relevant result; results.size() if none is relevant.
std::size_t first_relevant(const std::vector<Target>& targets, const RankedList& results,
                           Level level) {
  const auto found = std::find_if(results.begin(), results.end(), [&](const RankedResult& result) {
    return std::any_of(targets.begin(), targets.end(),
                       [&](const Target& target) { return matches(result, target, level); });
  });
  return static_cast<std::size_t>(found - results.begin());
}

}  // namespace

MetricValues measure(const std::vector<Target>& targets, const RankedList& results, Level level) {
  const auto wanted = level == Level::kFile ? file_targets(targets) : targets;
  auto ranked = level == Level::kFile ? distinct_files(results) : results;
  if (ranked.size() > kDepth) ranked.resize(kDepth);
  const auto first = first_relevant(wanted, ranked, level);
  const bool is_found = first < ranked.size();
  const auto hit = [&](std::size_t depth) { return is_found && first < depth ? 1.0 : 0.0; };
  const double ideal = ideal_gain(wanted);
  return {ideal > 0 ? discounted_gain(gains_of(wanted, ranked, level)) / ideal : 0,
          is_found ? 1 / (static_cast<double>(first) + 1) : 0,
          recall(wanted, ranked, level),
          hit(1),
          hit(3),
          hit(5)};
}

std::size_t tokens_to_first_hit(const std::vector<Target>& targets, const RankedList& results,
                                Level level) {
  const auto first = first_relevant(targets, results, level);
  std::size_t tokens = 0;
  for (std::size_t i = 0; i < results.size() && i <= first; ++i) tokens += results[i].tokens;
  return tokens;
}

}  // namespace codeweaver::evaluate
