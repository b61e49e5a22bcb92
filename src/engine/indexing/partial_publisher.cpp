// Publishes the progress of a first run.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/indexing/partial_publisher.hpp"

#include <algorithm>
#include <utility>

#include "engine/state/coverage.hpp"

namespace codeweaver::engine {
namespace {

constexpr int kPublishGrowth = 3;  // growth of the time between two publications
/// Maximum age of the searched state, without the time to write it.
constexpr auto kMaxPublishInterval = std::chrono::seconds(3);
constexpr auto kBatchPatience = std::chrono::milliseconds(500);
constexpr int kWorkPerCost = 16;  // if more than the new files is published

}  // namespace

PartialPublisher::PartialPublisher(const StatePaths& paths, std::chrono::milliseconds publish_after,
                                   bool ends_late, std::function<Duration()> elapsed)
    : paths_(paths), ends_late_(ends_late), elapsed_(std::move(elapsed)) {
  if (publish_after <= std::chrono::milliseconds(0)) return;
  const auto coverage = read_coverage(paths);
  if (coverage.is_whole) return;
  published_ = coverage.files;
  next_ = publish_after;
}

bool PartialPublisher::is_due(std::size_t done, std::size_t files) const {
  constexpr std::size_t kParts = 3;
  if (!next_ || done == 0) return false;
  const auto now = elapsed_();
  const auto left = now / done * (files - done);
  const bool has_much_left =
      (files - done) * kParts > files || now - last_ + left + spent_ > kMaxPublishInterval;
  return has_much_left && now >= *next_;
}

bool PartialPublisher::is_overdue() const {
  return next_ && last_ > Duration(0) && elapsed_() > *next_ + kBatchPatience;
}

/// Completing the index takes about as long as its parts did.
bool PartialPublisher::is_due_at_end() const {
  if (next_ && ends_late_) return true;
  return next_ && last_ > Duration(0) && elapsed_() - last_ + spent_ > kMaxPublishInterval;
}

Result<std::optional<MissingVectors>> PartialPublisher::publish(store::Database& database,
                                                                const DeriveRequest& request,
                                                                SegmentAssembly* assembly) {
  const auto begin = elapsed_();
  Result<void> named;
  if (database.owes_symbol_names()) named = database.transaction([] { return Result<void>(); });
  next_.reset();
  std::optional<MissingVectors> missing;
  if (named && request.coverage->files > published_) {
    auto derived = assembly != nullptr ? publish_assembly(paths_, *assembly, request)
                                       : derive_segments(paths_, request);
    if (!derived && derived.error().category == ErrorCategory::kCancelled) return derived.error();
    if (!derived)
      named = derived.error();
    else
      missing = std::move(derived->missing);
  }
  if (!named) {
    if (assembly != nullptr) assembly->stop_publishing();
    return std::optional<MissingVectors>();
  }
  last_ = elapsed_();
  spent_ += last_ - begin;
  const Duration rest =
      assembly != nullptr ? Duration(kMaxPublishInterval)
                          : std::max<Duration>(kMaxPublishInterval, kWorkPerCost * (last_ - begin));
  next_ = std::min(kPublishGrowth * last_, last_ + rest);
  return missing;
}

}  // namespace codeweaver::engine
