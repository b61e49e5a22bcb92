// The codeweaver program.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/processes.hpp"
#include "cli/app/process.hpp"

int main(int argc, char** argv) {
  return codeweaver::cli::run_process({argv + 1, argv + argc}, codeweaver::os::own_program());
}
