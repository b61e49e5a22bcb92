// TextScanner: finds the matches of one text, collected in memory or passed on in pieces.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/text_search.hpp"
#include "engine/exact/line_buffer.hpp"
#include "engine/exact/text_source.hpp"
#include "pattern/pattern.hpp"

namespace codeweaver::engine {

/// Owns texts, at stable addresses, until it is cleared.
class TextArena {
 public:
  std::string_view keep(std::string_view text);
  std::size_t bytes() const noexcept { return bytes_; }
  void clear() noexcept;

 private:
  std::vector<std::unique_ptr<char[]>> blocks_;
  std::size_t free_ = 0;  // bytes left in the last block
  char* next_ = nullptr;
  std::size_t bytes_ = 0;
};

/// How a scan ended. kFull: there are more lines than the limit, and the lines of the file are
/// incomplete. kFailed: see problem(), or errno if it is empty.
enum class ScanEnd : std::uint8_t { kDone, kFull, kFailed };

/// Scans texts one after the other. Memory: LineBuffer plus kMostKept. Not safe for
/// concurrent use.
class TextScanner {
 public:
  static constexpr std::size_t kMostKept = 4U << 20, kPiece = 256U << 10;

  TextScanner(const TextSearchOptions& options, const pattern::Pattern& pattern)
      : options_(options), pattern_(pattern) {}

  /// Finds the matches; the lines of `file` are owned by `arena`.
  ScanEnd scan(const TextSource& text, TextFile& file, TextArena& arena, std::stop_token stop = {});
  /// The same, but passes lines on after each kPiece bytes of them and at the end. After a stop,
  /// the last lines are not passed on.
  ScanEnd scan_in_pieces(const TextSource& text, TextFile& file, const TextFileSink& sink,
                         std::stop_token stop = {});

  /// Why the search of the last text ended early; empty: it did not.
  const std::string& problem() const noexcept { return problem_; }

 private:
  class Collector;
  ScanEnd run(const TextSource& text, Collector& collector, std::stop_token stop);

  const TextSearchOptions& options_;
  const pattern::Pattern& pattern_;
  std::optional<pattern::LineMatcher> matcher_;
  LineBuffer buffer_;
  std::string problem_;
};

}  // namespace codeweaver::engine
