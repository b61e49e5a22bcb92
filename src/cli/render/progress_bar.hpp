// Progress of an indexing run, on stderr.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

#include "cli/render/terminal.hpp"
#include "codeweaver/index_types.hpp"

namespace codeweaver::cli {

/// Shows progress, speed and remaining time. On a terminal, a bar that is redrawn, with the current
/// file. Otherwise, a plain line at the start of each stage and every five seconds.
class ProgressBar {
 public:
  explicit ProgressBar(const Streams& streams) : streams_(streams) {}
  void show(const IndexProgress& progress);
  /// Clears the bar, so that the next output starts on an empty line.
  void finish();

 private:
  using Time = std::chrono::steady_clock::time_point;
  std::string line(const IndexProgress& progress, Time now) const;

  const Streams& streams_;
  bool is_drawn_ = false;
  std::optional<IndexProgress::Stage> stage_{};  // stage of the last line
  Time last_line_{}, begin_{};                   // begin_: start of reading files
};

/// Returns the end of a path that fits into `width`, starting at a '/', with "\u2026" for the rest.
/// Empty: not even the file name fits.
std::string path_end(std::string_view path, std::size_t width);

}  // namespace codeweaver::cli
