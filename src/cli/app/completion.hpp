// Shell completions, generated from the declared commands.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>

#include "cli/app/command_text.hpp"

namespace codeweaver::cli {

/// Returns a completion script for commands, options and their values; files are completed
/// elsewhere. Source it, or install it in the completion folder of the shell.
std::string bash_completion(const CommandText& program);
std::string zsh_completion(const CommandText& program);
std::string fish_completion(const CommandText& program);

}  // namespace codeweaver::cli
