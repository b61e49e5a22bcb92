// PathItems: combines the search results of all items of one path as one file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "codeweaver/text_search.hpp"
#include "engine/exact/text_scan.hpp"

namespace codeweaver::engine {

/// Contents of items have no zero bytes and are small, so results always come whole. Items of a
/// path may overlap, like a class and its methods; equal lines of several items count once. Not
/// safe for concurrent use.
class PathItems {
 public:
  /// The options for searching the items, so that this class can produce the results for `options`.
  static TextSearchOptions options_of(const TextSearchOptions& options);

  /// Both arguments must outlive it.
  PathItems(const TextSearchOptions& options, const TextFileSink& sink)
      : options_(options), sink_(sink) {}

  /// Adds the results of an item; items of a path must follow each other. Returns false if no more
  /// results are wanted.
  bool take(const TextFile& item);
  /// Passes on the last path.
  void finish() { hand_out(); }

  std::size_t files() const noexcept { return files_; }    ///< passed on so far
  std::uint64_t lines() const noexcept { return lines_; }  ///< matching lines in them

 private:
  bool hand_out();
  void join_lines();
  void end_at_count();

  const TextSearchOptions& options_;
  const TextFileSink& sink_;
  TextFile file_;
  TextArena arena_;                  // owns its lines
  std::vector<std::size_t> begins_;  // first line of each item
  std::size_t files_ = 0;
  std::uint64_t lines_ = 0;
  bool is_wanted_ = true;
};

}  // namespace codeweaver::engine
