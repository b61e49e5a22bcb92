// ProgressReporter: reports the progress of a run to a caller.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>

#include "codeweaver/index_types.hpp"

namespace codeweaver::engine {

/// Owns the counts. Reports at most about 20 times per second, and at the start of each stage.
class ProgressReporter {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// `tell` may be empty.
  explicit ProgressReporter(std::function<void(const IndexProgress&)> tell,
                            std::function<Time()> now = std::chrono::steady_clock::now)
      : tell_(std::move(tell)), now_(std::move(now)) {}

  void expect(std::size_t files) { progress_.files_discovered = files; }
  void add_file(std::string path) {
    progress_.current_file = std::move(path);
    ++progress_.files_processed;
  }
  void add_chunks(std::size_t created) { progress_.chunks_created += created; }
  void add_error() { ++progress_.errors; }
  std::size_t files_processed() const noexcept { return progress_.files_processed; }

  /// Reports in any case.
  void begin(IndexProgress::Stage stage) {
    if (tell_) tell_at(stage, now_());
  }
  /// Reports if the last report is long enough ago.
  void go_on(IndexProgress::Stage stage) {
    constexpr auto kInterval = std::chrono::milliseconds(50);
    if (!tell_) return;
    if (const auto now = now_(); now - last_ >= kInterval) tell_at(stage, now);
  }

 private:
  void tell_at(IndexProgress::Stage stage, Time now) {
    last_ = now;
    progress_.stage = stage;
    tell_(progress_);
  }

  std::function<void(const IndexProgress&)> tell_;
  std::function<Time()> now_;
  Time last_{};
  IndexProgress progress_;
};

}  // namespace codeweaver::engine
