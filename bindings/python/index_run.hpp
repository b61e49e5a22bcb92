// One run of an indexer, as Python sees it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>

#include "bindings.hpp"
#include "codeweaver/index_types.hpp"
#include "long_call.hpp"

namespace codeweaver::python {

/// Calls `run(request, stop)` as a LongCall; `progress` (or None) gets an IndexProgress about 20
/// times a second, on the calling thread.
template <class Run>
IndexReport run_index(bool force, const py::object& progress, Run run) {
  LongCall call;
  IndexRequest request;
  request.force = force;
  if (!progress.is_none())
    request.on_progress = [&](const IndexProgress& state) {
      call.post([&progress, state] { progress(state); });
    };
  std::optional<Result<IndexReport>> report;
  call.run([&](std::stop_token stop) { report.emplace(run(request, std::move(stop))); });
  return unwrap(std::move(*report));
}

}  // namespace codeweaver::python
