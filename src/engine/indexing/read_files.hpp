// Reading the files of a run on all cores.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <stop_token>

#include "codeweaver/index_types.hpp"
#include "codeweaver/result.hpp"
#include "engine/content/file_processor.hpp"
#include "engine/content/prepared_file.hpp"
#include "engine/indexing/index_work.hpp"
#include "engine/indexing/run_assembly.hpp"
#include "engine/state/state_paths.hpp"

namespace codeweaver::engine {

struct ReadFile {
  ProcessedFile processed;
  std::optional<PreparedFile> prepared{};  ///< with an assembly: what its segments take of it
};

struct ReadRequest {
  const StatePaths& paths;
  const IndexOptions& options;
  const IndexWork& work;
  bool is_forced = false;                 ///< contents are cut again though the database has them
  const RunAssembly* assembly = nullptr;  ///< null: nothing is prepared
  GivenSnapshot given{};                  ///< of what contents are not cut
};

/// Reads the files of `request.work` and hands each to `take`, in walk order, on the calling
/// thread. Returns whether that were all: a stop ends it early. Errors: those of `take`, which gets
/// no file after one.
Result<bool> read_files(const ReadRequest& request,
                        const std::function<Result<void>(ReadFile)>& take,
                        const std::stop_token& stop);

}  // namespace codeweaver::engine
