// Divides scans into slices.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/indexing/refresh_pace.hpp"

#include <algorithm>
#include <limits>

namespace codeweaver::engine {
namespace {

constexpr std::uint64_t kWeightOfFile = 8192;  // cost of a file besides its bytes
constexpr std::uint64_t kFirstSlice = 1U << 20;
constexpr double kUsualPace = 8e6;        // weight per second; modest machines reach it
constexpr double kShareOfRest = 0.7;      // of the remaining time, as the pace is an estimate
constexpr double kLeastOfPatience = 0.1;  // with less time left, another slice is not worthwhile

std::uint64_t weight_of_file(const TreeScan& scan, std::size_t number) {
  return kWeightOfFile + scan.found.files[number].size_bytes;
}

}  // namespace

std::uint64_t weight_of(const TreeScan& scan) {
  std::uint64_t sum = 0;
  for (const auto* files : {&scan.changes.changed, &scan.changes.doubtful})
    for (const auto number : *files) sum += weight_of_file(scan, number);
  return sum;
}

std::vector<std::string> take_out(TreeScan& scan, std::uint64_t most) {
  std::vector<std::string> out;
  std::uint64_t taken = 0;
  auto& changes = scan.changes;
  for (auto* const files : {&changes.changed, &changes.doubtful}) {
    std::size_t kept = 0;
    for (; most > 0 && kept < files->size(); ++kept) {
      const auto weight = weight_of_file(scan, (*files)[kept]);
      if (taken > 0 && weight > most - std::min(taken, most)) break;
      taken += weight;
    }
    for (auto i = kept; i < files->size(); ++i) out.push_back(scan.found.files[(*files)[i]].path);
    files->resize(kept);
  }
  if (most == 0) {
    for (const auto number : changes.skipped) out.push_back(scan.found.skipped[number].path);
    out.insert(out.end(), changes.removed.begin(), changes.removed.end());
    changes.skipped.clear();
    changes.removed.clear();
  }
  std::ranges::sort(out);
  changes.unchanged += out.size();
  scan.is_part = !out.empty();
  return out;
}

RefreshPace::RefreshPace(std::chrono::milliseconds patience) : begin_(Clock::now()), lap_(begin_) {
  if (patience != std::chrono::milliseconds::max()) patience_ = patience;
}

std::chrono::duration<double> RefreshPace::left() const {
  return *patience_ - (Clock::now() - begin_);
}

bool RefreshPace::is_over() const {
  return patience_ && left() <= *patience_ * kLeastOfPatience;
}

std::uint64_t RefreshPace::next() const {
  if (!patience_) return std::numeric_limits<std::uint64_t>::max();
  if (per_second_ <= 0) return kFirstSlice;
  return std::max<std::uint64_t>(
      1, static_cast<std::uint64_t>(std::max(0.0, left().count()) * kShareOfRest * per_second_));
}

std::uint64_t RefreshPace::most() const {
  if (!patience_) return std::numeric_limits<std::uint64_t>::max();
  return static_cast<std::uint64_t>(patience_->count() * kUsualPace);
}

void RefreshPace::did(std::uint64_t weight) {
  const auto now = Clock::now();
  const std::chrono::duration<double> taken = now - lap_;
  lap_ = now;
  per_second_ = static_cast<double>(weight) / std::max(taken.count(), 1e-6);
}

}  // namespace codeweaver::engine
