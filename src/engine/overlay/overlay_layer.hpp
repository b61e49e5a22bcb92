// OverlayLayer: the files of an overlay over the segments of an index.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "codeweaver/hybrid_searcher.hpp"
#include "codeweaver/result.hpp"
#include "engine/content/memory_rows.hpp"
#include "engine/content/missing_vectors.hpp"
#include "engine/overlay/overlay_file.hpp"
#include "store/search/snapshot.hpp"

namespace codeweaver::engine {

/// The files of an overlay by path; null: gone.
using OverlaidFiles = std::map<std::string, std::shared_ptr<const OverlayFile>, std::less<>>;

/// How many files with chunks come and go in each language, and in all.
struct OverlayCounts {
  std::int64_t files = 0;
  std::map<std::string, std::int64_t> languages{};
  /// To the files and languages of the committed state.
  void add_to(IndexStatistics& statistics) const;
};

/// A snapshot in which the files of an overlay stand in place of those of the same paths: one more
/// segment, in memory, and the chunks of what it replaces deleted. Scores are those of an index
/// that a run brought up to date. Thread safety: immutable.
class OverlayLayer {
 public:
  /// `dimension`: of the vectors of the index, 0: it has none. Cost: proportional to the texts of
  /// the overlay, without parsing or embedding them (about 1 ms for 100 chunks). Errors: kIo (no
  /// memory).
  static Result<std::shared_ptr<const OverlayLayer>> make(const store::Snapshot& base,
                                                          OverlaidFiles files,
                                                          std::size_t dimension);

  const std::shared_ptr<const store::Snapshot>& snapshot() const noexcept { return snapshot_; }
  const OverlaidFiles& files() const noexcept { return files_; }
  const OverlayCounts& counts() const noexcept { return counts_; }
  const Contents& lacking() const noexcept { return lacking_; }  ///< contents without vectors
  bool covers(std::string_view path) const { return files_.find(path) != files_.end(); }
  const MemoryRows& rows() const noexcept { return rows_; }  ///< of the files that are there

 private:
  void hide(std::string_view path, store::Snapshot& snapshot);
  Result<void> add_segment(std::size_t dimension, store::Snapshot& snapshot);

  OverlaidFiles files_;
  MemoryRows rows_;
  std::shared_ptr<const store::Snapshot> snapshot_;
  OverlayCounts counts_;
  Contents lacking_;
};

}  // namespace codeweaver::engine
