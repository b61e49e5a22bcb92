// End of an indexing run: what it stores for searches, the next run and status reports.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>

#include "codeweaver/result.hpp"
#include "engine/indexing/index_work.hpp"
#include "engine/indexing/index_writer.hpp"
#include "engine/indexing/run_recorder.hpp"
#include "engine/segments/derive.hpp"
#include "engine/state/state_paths.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {

/// A run whose segments are committed.
struct DerivedRun {
  const StatePaths& paths;
  const std::filesystem::path& root;
  const IndexWork& work;
  const DeriveOutcome& derived;
  bool is_update = false;  ///< the update before a search: leaves other trees to other runs
  bool is_forced = false;
};

/// Records the content of the segments, deletes replaced contents, saves the known files and
/// completes the report. Errors: those of the database, kIo.
Result<void> end_index(const DerivedRun& run, store::Database& database, IndexWriter& writer,
                       RunRecorder& recorder);

}  // namespace codeweaver::engine
