// PartialPublisher: lets searches see a first run while it goes on.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>

#include "codeweaver/result.hpp"
#include "engine/segments/derive.hpp"
#include "engine/segments/segment_assembly.hpp"
#include "engine/state/state_paths.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {

/// Other runs leave the state before them to searches, until they commit their own. Publishes at
/// times that triple, later every few seconds: of an assembly what is new; where the database is
/// asked, no more often than that takes 6 % of the run. Reading waits meanwhile.
class PartialPublisher {
 public:
  using Duration = std::chrono::steady_clock::duration;

  /// `publish_after`: of the run, by `elapsed`; 0: never. `ends_late`: when all files are read, a
  /// service has yet to be waited for.
  PartialPublisher(const StatePaths& paths, std::chrono::milliseconds publish_after, bool ends_late,
                   std::function<Duration()> elapsed);

  /// With `done` of `files` read. What is two thirds done may soon be seen whole.
  bool is_due(std::size_t done, std::size_t files) const;
  /// Whether it has become due so long ago that a batch is not waited for.
  bool is_overdue() const;
  /// With all of them read: whether making the index whole takes so long that searches see them
  /// before.
  bool is_due_at_end() const;
  /// Publishes the files of `request.coverage`: those of `assembly`, or (null) those of the
  /// database. Returns what the segments lack then; nullopt: they are as they were, because a run
  /// before this one came as far, or because of an error, which the end of the run meets again and
  /// tells; then nothing is due any more. Errors: kCancelled.
  Result<std::optional<MissingVectors>> publish(store::Database& database,
                                                const DeriveRequest& request,
                                                SegmentAssembly* assembly,
                                                const std::stop_token& stop);

 private:
  const StatePaths& paths_;
  bool ends_late_;
  std::function<Duration()> elapsed_;
  std::size_t published_ = 0;     // files that searches saw when the run began
  std::optional<Duration> next_;  // of work; set: something may become due
  Duration last_{0}, spent_{0};   // when publishing ended, and how long it took in all
};

}  // namespace codeweaver::engine
