// OverlayLayer: the files of an overlay on top of an index's segments.
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

/// The files of an overlay by path; null: deleted.
using OverlaidFiles = std::map<std::string, std::shared_ptr<const OverlayFile>, std::less<>>;

/// Change of the numbers of files with chunks, in total and for each language.
struct OverlayCounts {
  std::int64_t files = 0;
  std::map<std::string, std::int64_t> languages{};
  /// Adds the changes to the counts of the committed state.
  void add_to(IndexStatistics& statistics) const;
};

/// A snapshot in which the files of an overlay replace those at the same paths: it has one more
/// segment, in memory, and the replaced chunks are deleted. Scores equal those of an updated index.
/// Thread safety: immutable.
class OverlayLayer {
 public:
  /// `dimension`: of the vectors of the index; 0: it has none. Cost: proportional to the texts of
  /// the overlay, without parsing or embedding them (about 1 ms for 100 chunks). Errors: kIo (out
  /// of memory).
  static Result<std::shared_ptr<const OverlayLayer>> make(const store::Snapshot& base,
                                                          OverlaidFiles files,
                                                          std::size_t dimension);

  const std::shared_ptr<const store::Snapshot>& snapshot() const noexcept { return snapshot_; }
  const OverlaidFiles& files() const noexcept { return files_; }
  const OverlayCounts& counts() const noexcept { return counts_; }
  const Contents& lacking() const noexcept { return lacking_; }  ///< contents without vectors
  bool covers(std::string_view path) const { return files_.find(path) != files_.end(); }
  const MemoryRows& rows() const noexcept { return rows_; }  ///< of files that are not deleted

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
