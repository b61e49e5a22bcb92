// Index runs of the C ABI: progress and stops of the caller, and the report as its struct.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "handles.hpp"

namespace codeweaver::c {

/// Who is told how far a run is, and who may stop it.
struct RunCaller {
  cw_progress_callback on_progress = nullptr;
  void* progress_context = nullptr;
  cw_stop* stop = nullptr;
};

/// Runs as `request` says. `report` may be null. Errors: also kCancelled, where the run was
/// stopped.
Result<void> run_index(cw_engine& engine, IndexRequest request, const RunCaller& caller,
                       cw_index_report* report);

}  // namespace codeweaver::c
