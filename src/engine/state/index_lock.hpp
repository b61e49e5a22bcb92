// Runs that wait for those of other processes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <stop_token>

#include "base/file.hpp"
#include "codeweaver/index_types.hpp"
#include "codeweaver/result.hpp"
#include "engine/state/state_paths.hpp"

namespace codeweaver::engine {

/// The report of `run`, which is called again after each wait, if the request asks for waiting.
/// Nothing is held meanwhile. Stopped while it waits: kCancelled in the report.
Result<IndexReport> retry_while_locked(const StatePaths& paths, const IndexRequest& request,
                                       const std::function<Result<IndexReport>()>& run,
                                       const std::stop_token& stop);

/// The lock of the index. Waits for the commit of a merge, which takes milliseconds, not for
/// another run. Errors: kUnavailable "INDEX_LOCKED", kIo.
Result<base::FileLock> acquire_index_lock(const StatePaths& paths, const std::stop_token& stop);

}  // namespace codeweaver::engine
