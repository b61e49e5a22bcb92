// The manual page, made of what the commands declare.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>

#include "cli/command_text.hpp"

namespace codeweaver::cli {

/// codeweaver(1) in the language of man: every command with its arguments and options.
std::string manual_page(const CommandText& program);

}  // namespace codeweaver::cli
