// Reads the files of a run on all cores.
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
  std::optional<PreparedFile> prepared{};  ///< with an assembly: the data for its segments
};

struct ReadRequest {
  const StatePaths& paths;
  const IndexOptions& options;
  const IndexWork& work;
  bool is_forced = false;  ///< contents are chunked again even if the database has them
  const RunAssembly* assembly = nullptr;  ///< null: nothing is prepared
  GivenSnapshot given{};                  ///< source of contents that need no chunking
};

/// Reads the files of `request.work` and passes each to `take`, in walk order, on the calling
/// thread. Returns false if a stop ended it early. Errors: those of `take`, which is not called
/// again after an error.
Result<bool> read_files(const ReadRequest& request,
                        const std::function<Result<void>(ReadFile)>& take,
                        const std::stop_token& stop);

}  // namespace codeweaver::engine
