// PastCommits: the files that commits changed whose messages read like a report.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cmath>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>

#include "codeweaver/rank/bm25f.hpp"
#include "engine/state/state_paths.hpp"

namespace codeweaver::engine {

/// Path of a file to its share, in (0, 1]; 1: the file that they changed most.
using FileShares = std::map<std::string, double, std::less<>>;

/// Factor on the odds of a candidate's relevance for its file's share. Chosen on mined questions of
/// train and development, each asked of the tree before its commit (docs/internals/quality.md).
inline double past_factor(double share) noexcept {
  return std::exp(0.8 * share);
}

/// The last commits that lead to HEAD, or to the commit that a tree is of: as index runs kept them,
/// and those made since. Thread safety: calls may be concurrent, and wait for each other.
class PastCommits {
 public:
  explicit PastCommits(StatePaths paths);
  PastCommits(const PastCommits&) = delete;
  PastCommits& operator=(const PastCommits&) = delete;
  ~PastCommits();

  /// Sums over the 30 commits whose messages are likest to `terms` by BM25: its square, shared
  /// among the files that the commit changed. Merges, and commits of more than 20 files, count for
  /// nothing. Empty outside of repositories, and where one cannot be read. Cost: the messages that
  /// no index run kept, the differences of commits that nobody was interested in before.
  FileShares changed_by_like(const std::filesystem::path& root,
                             std::span<const rank::QueryTerm> terms);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace codeweaver::engine
