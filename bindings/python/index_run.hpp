// One index run with progress reports to Python.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>

#include "bindings.hpp"
#include "codeweaver/index_types.hpp"
#include "long_call.hpp"

namespace codeweaver::python {

/// The receiver of an argument `progress`: none (None, False), a callable, or a progress bar
/// (True), which is closed at the end. Always needs the GIL.
class ProgressReceiver {
 public:
  explicit ProgressReceiver(const py::object& given);
  ProgressReceiver(const ProgressReceiver&) = delete;
  ProgressReceiver& operator=(const ProgressReceiver&) = delete;
  ~ProgressReceiver();

  bool is_wanted() const { return !receiver_.is_none(); }
  void operator()(const IndexProgress& state) const { receiver_(state); }

 private:
  py::object receiver_;
  bool is_bar_ = false;
};

/// Calls `run(request, stop)` as a LongCall. `progress` (see ProgressReceiver) gets an
/// IndexProgress about 20 times a second, on the calling thread.
template <class Run>
IndexReport run_index(bool force, const py::object& progress, Run run) {
  const ProgressReceiver told(progress);
  LongCall call;
  IndexRequest request;
  request.force = force;
  if (told.is_wanted())
    request.on_progress = [&](const IndexProgress& state) {
      call.post([&told, state] { told(state); });
    };
  std::optional<Result<IndexReport>> report;
  call.run([&](std::stop_token stop) { report.emplace(run(request, std::move(stop))); });
  return unwrap(std::move(*report));
}

}  // namespace codeweaver::python
