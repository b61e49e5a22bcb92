// TargetScan: one target after the other, opened wherever its text lies, and scanned.
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

/// What a target came to.
struct ScannedTarget {
  TextArena arena;  ///< of the lines of `file`
  TextFile file;
  std::string problem;     ///< why it could not be searched, or not on; empty: it was
  bool is_large = false;   ///< it has more lines than are kept
  bool is_costly = false;  ///< a line takes the pattern too much work
  std::uint64_t bytes = 0;
};

/// Not for concurrent use.
class TargetScan {
 public:
  /// Both outlive it.
  TargetScan(const TextSearchOptions& options, const pattern::Pattern& pattern)
      : options_(options), pattern_(pattern), scanner_(options, pattern) {}

  /// `commit`: of objects of git.
  void scan(const TextTarget& target, const std::string& commit, ScannedTarget& out,
            const std::stop_token& stop);
  /// Begins anew, as what was found is not all: lines are handed out as they are found.
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
