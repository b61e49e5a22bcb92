// Publishing what a first run has come to.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/indexing/partial_publisher.hpp"

#include <algorithm>
#include <utility>

#include "engine/state/coverage.hpp"

namespace codeweaver::engine {
namespace {

constexpr int kPublishGrowth = 3;  // of the time between two publications
/// How long what searches see may stand still, as long as publishing takes a small part of it.
constexpr auto kStandstill = std::chrono::seconds(4);
constexpr int kWorkPerCost = 16;

}  // namespace

PartialPublisher::PartialPublisher(const StatePaths& paths, std::chrono::milliseconds publish_after,
                                   std::function<Duration()> elapsed)
    : paths_(paths), elapsed_(std::move(elapsed)) {
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
  const bool has_much_left =
      (files - done) * kParts > files || now / done * (files - done) > kStandstill;
  return has_much_left && now >= *next_;
}

Result<std::optional<MissingVectors>> PartialPublisher::publish(store::Database& database,
                                                                const DeriveRequest& request,
                                                                const SegmentAssembly* assembly,
                                                                const std::stop_token& stop) {
  const auto begin = elapsed_();
  Result<void> named;
  if (database.owes_symbol_names()) named = database.transaction([] { return Result<void>(); });
  next_.reset();
  std::optional<MissingVectors> missing;
  if (named && request.coverage->files > published_) {
    auto derived = assembly != nullptr ? publish_assembly(paths_, *assembly, request)
                                       : derive_segments(paths_, request, stop);
    if (!derived && derived.error().category == ErrorCategory::kCancelled) return derived.error();
    if (!derived) return std::optional<MissingVectors>();
    missing = std::move(derived->missing);
  }
  if (named) {
    const auto now = elapsed_();
    const auto rest = std::max<Duration>(kStandstill, kWorkPerCost * (now - begin));
    next_ = std::min(kPublishGrowth * now, now + rest);
  }
  return missing;
}

}  // namespace codeweaver::engine
