// Waiting for the lock of an index.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <stop_token>

#include "base/file.hpp"
#include "codeweaver/index_types.hpp"
#include "codeweaver/result.hpp"
#include "engine/state/state_paths.hpp"

namespace codeweaver::engine {

/// Calls `run` and returns its report. If another process holds the lock and the request allows
/// waiting, waits without holding anything and calls it again. A stop during the wait gives
/// kCancelled in the report.
Result<IndexReport> retry_while_locked(const StatePaths& paths, const IndexRequest& request,
                                       const std::function<Result<IndexReport>()>& run,
                                       const std::stop_token& stop);

/// Locks the index. Waits for the commit of a merge, which takes milliseconds, but not for another
/// run. Errors: kUnavailable "INDEX_LOCKED", kIo.
Result<base::FileLock> acquire_index_lock(const StatePaths& paths, const std::stop_token& stop);

}  // namespace codeweaver::engine
