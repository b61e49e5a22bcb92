// Completions of the command line for shells, made of what the commands declare.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>

#include "cli/command_text.hpp"

namespace codeweaver::cli {

/// A script to be sourced, or put where the shell looks for it: commands, options, their values
/// where these are known, files elsewhere.
std::string bash_completion(const CommandText& program);
std::string zsh_completion(const CommandText& program);
std::string fish_completion(const CommandText& program);

}  // namespace codeweaver::cli
