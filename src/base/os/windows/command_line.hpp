// Words and variables as one text each, which is how Windows hands them to a program.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace codeweaver::os {

/// Such that CommandLineToArgvW(), and what programs do before main, make the same words of it.
std::wstring command_line(const std::vector<std::string>& words);
/// "NAME=value", each, in the order in which Windows wants names.
std::wstring environment_block(const std::vector<std::string>& variables);

}  // namespace codeweaver::os
