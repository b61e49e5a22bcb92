// The manual page, generated from the declared commands.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>

#include "cli/app/command_text.hpp"

namespace codeweaver::cli {

/// Returns codeweaver(1) in troff: every command with its arguments and options.
std::string manual_page(const CommandText& program);

}  // namespace codeweaver::cli
