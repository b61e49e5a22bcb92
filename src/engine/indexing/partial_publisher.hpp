// PartialPublisher: makes the files of a first run searchable before it ends.
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

/// Only for first runs: other runs leave the previous state to searches until they commit. The
/// interval between publications triples each time, up to a few seconds. With an assembly only new
/// files are published. Otherwise the database is read, and publishing takes at most 6 % of the
/// run. Reading of files waits meanwhile.
class PartialPublisher {
 public:
  using Duration = std::chrono::steady_clock::duration;

  /// \param publish_after Time of the first publication, measured by `elapsed`; 0: never.
  /// \param ends_late A remote service is still needed after all files are read.
  PartialPublisher(const StatePaths& paths, std::chrono::milliseconds publish_after, bool ends_late,
                   std::function<Duration()> elapsed);

  /// True if a publication is due after `done` of `files` files. When two thirds are done, the
  /// whole index may be ready soon.
  bool is_due(std::size_t done, std::size_t files) const;
  /// True if it is overdue by so much that it should not wait for a batch.
  bool is_overdue() const;
  /// After all files are read: true if completing the index takes long enough to publish first.
  bool is_due_at_end() const;
  /// Publishes the files of `request.coverage`: those of `assembly`, or those of the database if it
  /// is null. Returns the vectors missing in the segments. Returns nullopt if nothing changed: an
  /// earlier run published as many files, or an error occurred. The end of the run meets the error
  /// again and reports it; nothing is due after an error. Errors: kCancelled.
  Result<std::optional<MissingVectors>> publish(store::Database& database,
                                                const DeriveRequest& request,
                                                SegmentAssembly* assembly,
                                                const std::stop_token& stop);

 private:
  const StatePaths& paths_;
  bool ends_late_;
  std::function<Duration()> elapsed_;
  std::size_t published_ = 0;     // files visible to searches when the run began
  std::optional<Duration> next_;  // time of work; nullopt: nothing will become due
  Duration last_{0}, spent_{0};   // end of the last publication; total time of all
};

}  // namespace codeweaver::engine
