// Text of --version.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace codeweaver::cli {

/// Returns the version. With --verbose, also the compiler, models, libraries and grammars of the
/// build; with -o json, the same as JSON.
std::string version_text(const std::vector<std::string>& arguments);

}  // namespace codeweaver::cli
