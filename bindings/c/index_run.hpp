// Index runs of the C ABI: the caller's progress callback and stop, and the report as a struct.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "handles.hpp"

namespace codeweaver::c {

/// The caller's progress callback and stop handle.
struct RunCaller {
  cw_progress_callback on_progress = nullptr;
  void* progress_context = nullptr;
  cw_stop* stop = nullptr;
};

/// Runs `request`. `report` may be null. Errors: also kCancelled if the run was stopped.
Result<void> run_index(cw_engine& engine, IndexRequest request, const RunCaller& caller,
                       cw_index_report* report);

}  // namespace codeweaver::c
