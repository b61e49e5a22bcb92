// The end of an indexing run: what it leaves to searches, to the next run and to whoever asks.
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
  bool is_update = false;  ///< before a search: what is not of this tree is left to other runs
  bool is_forced = false;
};

/// Notes what the segments hold, sweeps what was replaced, keeps what is known of the files, and
/// completes the report. Errors: those of the database, kIo.
Result<void> end_index(const DerivedRun& run, store::Database& database, IndexWriter& writer,
                       RunRecorder& recorder);

}  // namespace codeweaver::engine
