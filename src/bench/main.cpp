// The codeweaver-bench program.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <filesystem>
#include <system_error>

#include "base/os/processes.hpp"
#include "bench/app.hpp"
#include "cli/app/process.hpp"

int main(int argc, char** argv) {
  const std::filesystem::path own(codeweaver::os::own_program());
  // `speed` starts the program next to this one, and documents are read by it.
  const auto program = own.parent_path() / ("codeweaver" + own.extension().string());
  std::error_code error;
  const bool is_there = std::filesystem::is_regular_file(program, error);
  return codeweaver::cli::run_process({argv + 1, argv + argc}, is_there ? program.string() : "", {},
                                      &codeweaver::bench::run);
}
