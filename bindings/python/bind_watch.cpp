// CodeWeaver.watch() in Python.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <optional>
#include <utility>

#include "codeweaver/watch_types.hpp"
#include "codeweaver/workspace.hpp"
#include "value_class.hpp"
#include "workspace.hpp"

namespace codeweaver::python {
namespace {

/// Calls all callbacks on the calling thread, with the GIL.
void watch(Workspace& self, const py::object& on_batch, const py::object& on_problem,
           const py::object& stop, const py::object& on_wait) {
  LongCall call;
  WatchRequest request;
  if (!on_batch.is_none())
    request.on_batch = [&](const WatchBatch& batch) {
      call.post([&on_batch, batch] { on_batch(batch); });
    };
  if (!on_problem.is_none())
    request.on_problem = [&](const Error& problem) {
      call.post([&on_problem, problem] { on_problem(to_exception(problem)); });
    };
  if (!on_wait.is_none())
    request.on_wait = [&](const WatchWait& wait) {
      call.post([&on_wait, wait] { on_wait(wait); });
    };
  if (!stop.is_none()) call.stop_when([&] { return stop.attr("is_set")().cast<bool>(); });
  std::optional<Result<void>> ended;
  call.run(
      [&](std::stop_token asked) { ended.emplace(self.core.watch(request, std::move(asked))); });
  unwrap(std::move(*ended));
}

}  // namespace

void bind_watch(WorkspaceClass& workspace) {
  workspace.def("watch", &watch, py::arg("on_batch") = py::none(),
                py::arg("on_problem") = py::none(), py::arg("stop") = py::none(),
                py::arg("on_wait") = py::none(),
                "Indexes, then indexes again after each change of the files, until `stop`, a "
                "threading.Event, is set. on_batch gets a WatchBatch after the first run and after "
                "each run that changed something. on_problem gets the exception of a failed run; "
                "watching continues. on_wait gets a WatchWait while another process watches or "
                "indexes the project; this one takes over when it ends. Ctrl-C, or an exception of "
                "a callback, ends the call with that exception.");
}

}  // namespace codeweaver::python
