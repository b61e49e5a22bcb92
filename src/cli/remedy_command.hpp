// The command that does what an error asks for.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>

#include "codeweaver/result.hpp"

namespace codeweaver::cli {

/// "codeweaver index --force /a/folder"; empty: no command does it. `project` is what the command
/// in hand was asked about: a folder, which the advice names as a shell reads it, an id or nothing.
std::string command_for(const Error& error, const std::string& project);

}  // namespace codeweaver::cli
