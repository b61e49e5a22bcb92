// TargetScan: opens and scans one target after the other.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

#include "codeweaver/result.hpp"
#include "codeweaver/text_search.hpp"
#include "corpus/git_tree.hpp"
#include "engine/exact/text_scan.hpp"
#include "engine/exact/text_source.hpp"
#include "engine/exact/text_targets.hpp"
#include "pattern/pattern.hpp"

namespace codeweaver::engine {

/// Result of scanning a target.
struct ScannedTarget {
  TextArena arena;  ///< owns the lines of `file`
  TextFile file;
  std::string problem;     ///< why it was not searched, or not completely; empty: no problem
  bool is_large = false;   ///< it has more lines than fit in memory
  bool is_costly = false;  ///< a line is too costly for the pattern
  std::uint64_t bytes = 0;
};

/// Not safe for concurrent use.
class TargetScan {
 public:
  /// Both arguments must outlive it.
  TargetScan(const TextSearchOptions& options, const pattern::Pattern& pattern)
      : options_(options), pattern_(pattern), scanner_(options, pattern) {}

  /// `commit`: for git objects.
  void scan(const TextTarget& target, const std::string& commit, ScannedTarget& out,
            const std::stop_token& stop);
  /// Scans a large target again and passes lines on as they are found.
  void scan_in_pieces(const TextTarget& target, const std::string& commit, ScannedTarget& out,
                      const TextFileSink& sink, const std::stop_token& stop);

 private:
  Result<TextSource> open(const TextTarget& target, const std::string& commit,
                          std::uint64_t& bytes);
  Result<TextSource> open_object(const TextTarget& target, const std::string& commit);
  void note_failure(ScanEnd end, ScannedTarget& out) const;

  const TextSearchOptions& options_;
  const pattern::Pattern& pattern_;
  TextScanner scanner_;
  TextFileReader files_;
  std::optional<corpus::CommitTree> commit_;
};

}  // namespace codeweaver::engine
