// HitCollector and HitMask: the lines that an exact search shows, without secrets.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "codeweaver/overlay.hpp"
#include "codeweaver/secret_policy.hpp"
#include "codeweaver/text_hits.hpp"
#include "codeweaver/text_search.hpp"
#include "corpus/git_tree.hpp"

namespace codeweaver::engine {

/// Facts needed to mask a line that is shown in part.
struct LineFact {
  std::size_t bytes = 0, begin = 0;  ///< size of the line; offset of its first match
};
/// By fact_key().
using LineFacts = std::unordered_map<std::string, std::vector<LineFact>>;

std::string fact_key(const std::string& name_space, const std::string& path);

/// The secrets of a file, in its current version or in a commit, that an answer must not show.
class HitMask {
 public:
  /// `overlay` must outlive it.
  HitMask(std::filesystem::path root, SecretPolicy policy, const Overlay& overlay)
      : root_(std::move(root)), policy_(policy), overlay_(overlay) {}

  /// Call before apply() if the files are those of a commit.
  void use_commit(const std::string& commit);
  /// True if no line of the file may be shown.
  bool leaves_out(const std::string& path) const;
  /// Masks the lines of a file and returns the number of masked lines. If the file can be read
  /// quickly, masking uses the whole text, because values may span lines; else each line alone.
  std::size_t apply(TextHitFile& file, const std::vector<LineFact>& facts) const;

 private:
  std::optional<std::string> read(const TextHitFile& file) const;

  std::filesystem::path root_;
  SecretPolicy policy_;
  const Overlay& overlay_;
  std::optional<corpus::CommitTree> commit_;
};

/// Collects the results of a search up to a number of lines.
class HitCollector {
 public:
  /// All arguments must outlive it.
  HitCollector(TextHits& out, LineFacts& facts, const TextHitsOptions& options, const HitMask& mask)
      : out_(out), facts_(facts), options_(options), mask_(mask) {}

  /// Adds the lines of a file, as a TextFileSink.
  bool take(const TextFile& found);

 private:
  static void add(const TextLine& line, TextHitFile& file, std::vector<LineFact>& facts);

  TextHits& out_;
  LineFacts& facts_;
  const TextHitsOptions& options_;
  const HitMask& mask_;
};

}  // namespace codeweaver::engine
