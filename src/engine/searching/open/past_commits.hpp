// PastCommits: files changed by commits whose messages are similar to a problem report.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cmath>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>

#include "codeweaver/detail/bm25f.hpp"
#include "engine/state/state_paths.hpp"

namespace codeweaver::engine {

/// Maps the path of a file to a share in (0, 1]. The file that the commits changed most has 1.
using FileShares = std::map<std::string, double, std::less<>>;

/// Factor on the odds of a candidate's relevance for the share of its file. Chosen on mined
/// questions of train and development, each searched in the tree before its commit
/// (docs/internals/quality.md).
inline double past_factor(double share) noexcept {
  return std::exp(0.8 * share);
}

/// The last commits up to HEAD, or up to the searched commit. Index runs store commits; newer
/// commits are read from the repository. Thread safety: concurrent calls are allowed; they wait for
/// each other.
class PastCommits {
 public:
  explicit PastCommits(StatePaths paths);
  PastCommits(const PastCommits&) = delete;
  PastCommits& operator=(const PastCommits&) = delete;
  ~PastCommits();

  /// Returns the files that similar commits changed, with the share of each file: its score,
  /// divided by the largest score. Uses the 30 commits with the messages that are most similar to
  /// `terms` by BM25. Each commit adds s * s / sqrt(n) to the score of each of its files (s: BM25
  /// score of the commit; n: number of its files). Ignores merges, and commits with more than 20
  /// files. Returns an empty result if `root` is not in a git repository, or the repository cannot
  /// be read. Cost: reads commit messages that no index run stored, and differences of commits that
  /// no earlier call read.
  FileShares changed_by_like(const std::filesystem::path& root,
                             std::span<const rank::QueryTerm> terms);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace codeweaver::engine
