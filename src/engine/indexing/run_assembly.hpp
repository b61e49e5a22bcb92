// RunAssembly: segments that are assembled beside the reading of files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>

#include "codeweaver/embedder.hpp"
#include "engine/content/file_processor.hpp"
#include "engine/content/prepared_file.hpp"
#include "engine/content/tolerant_encoders.hpp"
#include "engine/segments/derive_request.hpp"
#include "engine/segments/segment_assembly.hpp"
#include "engine/state/state_paths.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {

/// Whether a run that reads all files assembles while it does; others derive little, from the
/// database. `has_files`: the index knows some. Not with a remote embedder: the database comes
/// first, then the net; not where the segments of another tree may do.
bool can_assemble(const StatePaths& paths, const Embedder* embedder, bool is_forced,
                  bool has_files);

/// Chunks are analysed and embedded while they are at hand, so that what segments are derived from
/// need not be read again.
class RunAssembly {
 public:
  /// What `request` points at outlives this. Makes the folder of the segments.
  RunAssembly(const StatePaths& paths, const DeriveRequest& request);

  /// What segments take of a file; nullopt: nothing, or an error that deriving will meet again.
  /// Thread safety: may be called concurrently, beside add().
  std::optional<PreparedFile> prepare(const ProcessedFile& processed,
                                      const store::Database& database) const;
  /// The next file in walk order that has something prepared.
  void add(const ProcessedFile& processed, const PreparedFile& prepared);
  /// All that was added; null: that failed.
  SegmentAssembly* segments() noexcept { return segments_ ? &*segments_ : nullptr; }

 private:
  TolerantEncoders encoders_;
  std::optional<SegmentAssembly> segments_;
};

}  // namespace codeweaver::engine
