// The command codeweaver, for python -m codeweaver.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifdef CODEWEAVER_PROGRAM
#include <string>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "cli/app/process.hpp"

namespace codeweaver::python {

// Not part of the public package, because it handles the signals of the process.
void bind_program(py::module_& module) {
  module.def(
      "_run_program",
      [](std::vector<std::string> arguments, std::string program, std::string pdfium) {
        return cli::run_process(std::move(arguments), std::move(program), std::move(pdfium));
      },
      py::arg("arguments"), py::arg("program"), py::arg("pdfium") = "",
      py::call_guard<py::gil_scoped_release>(),
      "Runs the command and returns its exit code; see codeweaver.__main__.");
}

}  // namespace codeweaver::python
#endif
