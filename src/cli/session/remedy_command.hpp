// The shell command that fixes an error.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>

#include "codeweaver/result.hpp"

namespace codeweaver::cli {

/// Returns a command such as "codeweaver index --force /a/folder"; empty: there is none. `project`
/// is the project of the current command: a folder, an ID, or empty. Folders are quoted for a
/// shell.
std::string command_for(const Error& error, const std::string& project);

}  // namespace codeweaver::cli
