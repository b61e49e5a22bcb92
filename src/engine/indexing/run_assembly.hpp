// RunAssembly: assembles segments while files are read.
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

/// True if a run reads all files and can assemble segments meanwhile; other runs derive a few files
/// from the database. False with a remote embedder (the database is written before services are
/// called) and if the segments of another tree may be usable. `has_files`: the index has files.
bool can_assemble(const StatePaths& paths, const Embedder* embedder, bool is_forced,
                  bool has_files);

/// Analyzes and embeds chunks while they are in memory, so that deriving segments need not read
/// them again.
class RunAssembly {
 public:
  /// Everything that `request` points to must outlive this object. Creates the folder of the
  /// segments.
  RunAssembly(const StatePaths& paths, const DeriveRequest& request);

  /// Data of a file for the segments; nullopt: none, or an error that deriving will meet again.
  /// Thread safety: may be called concurrently, also with add().
  std::optional<PreparedFile> prepare(const ProcessedFile& processed,
                                      const store::Database& database) const;
  /// Adds the next prepared file in walk order.
  void add(const ProcessedFile& processed, const PreparedFile& prepared);
  /// All added files; null after a failure.
  SegmentAssembly* segments() noexcept { return segments_ ? &*segments_ : nullptr; }

 private:
  TolerantEncoders encoders_;
  std::optional<SegmentAssembly> segments_;
};

}  // namespace codeweaver::engine
