// An indexing run as it goes on, on stderr.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

#include "cli/terminal.hpp"
#include "codeweaver/index_types.hpp"

namespace codeweaver::cli {

/// A bar that is redrawn on a terminal, else a plain line when a stage begins and every five
/// seconds: how much is done, how fast, how long it still takes, and on a terminal which file it is
/// at.
class ProgressBar {
 public:
  explicit ProgressBar(const Streams& streams) : streams_(streams) {}
  void show(const IndexProgress& progress);
  /// Clears the bar, so that what follows starts on an empty line.
  void finish();

 private:
  using Time = std::chrono::steady_clock::time_point;
  std::string line(const IndexProgress& progress, Time now) const;

  const Streams& streams_;
  bool is_drawn_ = false;
  std::optional<IndexProgress::Stage> stage_{};  // of the last line
  Time last_line_{}, begin_{};                   // begin_: of reading files
};

/// The end of a path that fits into `width`, from a '/' on, with "\u2026" for what is left out;
/// empty: not even the name does.
std::string path_end(std::string_view path, std::size_t width);

}  // namespace codeweaver::cli
