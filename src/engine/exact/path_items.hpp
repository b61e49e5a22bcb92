// PathItems: what the items of one path have of a search, as one file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "codeweaver/text_search.hpp"
#include "engine/exact/text_scan.hpp"

namespace codeweaver::engine {

/// Contents of items have no zero bytes and are small, so none is handed out in parts. Items of a
/// path may overlap, as a class and its methods do: a line that several say alike is one. Not for
/// concurrent use.
class PathItems {
 public:
  /// What is asked of items so that this can make of them what `options` ask for.
  static TextSearchOptions options_of(const TextSearchOptions& options);

  /// Both outlive it.
  PathItems(const TextSearchOptions& options, const TextFileSink& sink)
      : options_(options), sink_(sink) {}

  /// Takes what was found in an item; those of a path follow each other. False: no more is wanted.
  bool take(const TextFile& item);
  /// Hands out the last path.
  void finish() { hand_out(); }

  std::size_t files() const noexcept { return files_; }    ///< that were handed out
  std::uint64_t lines() const noexcept { return lines_; }  ///< that match in them

 private:
  bool hand_out();
  void join_lines();
  void end_at_count();

  const TextSearchOptions& options_;
  const TextFileSink& sink_;
  TextFile file_;
  TextArena arena_;                  // of its lines
  std::vector<std::size_t> begins_;  // of the lines of each item
  std::size_t files_ = 0;
  std::uint64_t lines_ = 0;
  bool is_wanted_ = true;
};

}  // namespace codeweaver::engine
