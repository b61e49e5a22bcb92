// Groups of the commands in `codeweaver --help`, examples and exit codes in the help of each.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <CLI/CLI.hpp>

namespace codeweaver::cli {

/// Sets the group and the footer of the program and of every command below it.
void add_help_texts(CLI::App& app);

}  // namespace codeweaver::cli
