// TextScanner: what one text has of what is looked for, in memory or handed out in pieces.
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

/// Keeps texts where they are until it is cleared.
class TextArena {
 public:
  std::string_view keep(std::string_view text);
  std::size_t bytes() const noexcept { return bytes_; }
  void clear() noexcept;

 private:
  std::vector<std::unique_ptr<char[]>> blocks_;
  std::size_t free_ = 0;  // bytes of the last block
  char* next_ = nullptr;
  std::size_t bytes_ = 0;
};

/// How a scan ended; kFull: more lines were found than are kept, and those of the file are a part.
/// kFailed: problem() says why, or else errno.
enum class ScanEnd : std::uint8_t { kDone, kFull, kFailed };

/// Scans texts one after the other. Memory: that of LineBuffer and kMostKept. Not for concurrent
/// use.
class TextScanner {
 public:
  static constexpr std::size_t kMostKept = 4U << 20, kPiece = 256U << 10;

  TextScanner(const TextSearchOptions& options, const pattern::Pattern& pattern)
      : options_(options), pattern_(pattern) {}

  /// Finds what is asked for; the lines of `file` lie in `arena`.
  ScanEnd scan(const TextSource& text, TextFile& file, TextArena& arena, std::stop_token stop = {});
  /// The same, where lines are handed out whenever kPiece bytes of them are there, and at the end.
  /// After a stop, what was found last is not handed out.
  ScanEnd scan_in_pieces(const TextSource& text, TextFile& file, const TextFileSink& sink,
                         std::stop_token stop = {});

  /// Why the pattern was not looked for any more in the last text; empty: it was.
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
