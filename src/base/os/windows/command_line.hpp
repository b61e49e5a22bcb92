// Command lines and environments as the single texts that Windows passes to programs.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace codeweaver::os {

/// Quotes `words` so that CommandLineToArgvW() and the C runtime split them into the same words.
std::wstring command_line(const std::vector<std::string>& words);
/// Joins "NAME=value" strings, sorted by name as Windows requires.
std::wstring environment_block(const std::vector<std::string>& variables);

}  // namespace codeweaver::os
