// PartialPublisher: makes the files of a first run searchable before it ends.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>

#include "codeweaver/result.hpp"
#include "engine/segments/derive.hpp"
#include "engine/segments/segment_assembly.hpp"
#include "engine/state/state_paths.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {

/// Used only in the first run of a project; during later runs, searches use the previous state. The
/// interval between publications triples each time, up to a few seconds. With a SegmentAssembly,
/// publishing writes only files that are not published yet. Without one, it reads the database, and
/// takes at most 6 % of the run's time. The run does not read files while it publishes.
class PartialPublisher {
 public:
  using Duration = std::chrono::steady_clock::duration;

  /// \param publish_after Time of the first publication, measured by `elapsed`; 0: never.
  /// \param ends_late A remote service is still needed after all files are read.
  PartialPublisher(const StatePaths& paths, std::chrono::milliseconds publish_after, bool ends_late,
                   std::function<Duration()> elapsed);

  /// True if it is time to publish, after `done` of `files` files. Takes into account that after
  /// two thirds of the files the whole index may be ready soon.
  bool is_due(std::size_t done, std::size_t files) const;
  /// True if it is overdue by so much that it should not wait for a batch.
  bool is_overdue() const;
  /// After all files are read: true if completing the index takes long enough to publish first.
  bool is_due_at_end() const;
  /// Publishes the finished files: the files of `assembly`, or of the database if `assembly` is
  /// null. Returns the vectors that the segments do not have yet. Returns nullopt if it published
  /// nothing: because an earlier run published at least as many files, or because of an error.
  /// After an error, is_due() stays false, and the end of the run reports the error. Errors:
  /// kCancelled.
  Result<std::optional<MissingVectors>> publish(store::Database& database,
                                                const DeriveRequest& request,
                                                SegmentAssembly* assembly);

 private:
  const StatePaths& paths_;
  bool ends_late_;
  std::function<Duration()> elapsed_;
  std::size_t published_ = 0;     // files visible to searches when the run began
  std::optional<Duration> next_;  // time of work; nullopt: nothing will become due
  Duration last_{0}, spent_{0};   // end of the last publication; total time of all
};

}  // namespace codeweaver::engine
