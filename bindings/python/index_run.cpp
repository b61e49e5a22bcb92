// Receivers of progress reports.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "index_run.hpp"

namespace codeweaver::python {

ToldProgress::ToldProgress(const py::object& given) : told_(given) {
  if (!py::isinstance<py::bool_>(given)) return;
  is_bar_ = given.cast<bool>();
  told_ = is_bar_ ? py::module_::import("codeweaver._progress").attr("Bar")() : py::none();
}

ToldProgress::~ToldProgress() {
  if (!is_bar_) return;
  try {
    told_.attr("close")();
  } catch (py::error_already_set& error) {
    error.discard_as_unraisable("the progress bar");
  }
}

}  // namespace codeweaver::python
