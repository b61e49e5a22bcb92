// Receivers of progress reports.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "index_run.hpp"

namespace codeweaver::python {

ProgressReceiver::ProgressReceiver(const py::object& given) : receiver_(given) {
  if (!py::isinstance<py::bool_>(given)) return;
  is_bar_ = given.cast<bool>();
  receiver_ = is_bar_ ? py::module_::import("codeweaver._progress").attr("Bar")() : py::none();
}

ProgressReceiver::~ProgressReceiver() {
  if (!is_bar_) return;
  try {
    receiver_.attr("close")();
  } catch (py::error_already_set& error) {
    error.discard_as_unraisable("the progress bar");
  }
}

}  // namespace codeweaver::python
