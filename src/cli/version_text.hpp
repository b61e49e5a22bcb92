// What --version prints.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace codeweaver::cli {

/// The version; with --verbose beside it also what the build is made of, with -o json as JSON.
std::string version_text(const std::vector<std::string>& arguments);

}  // namespace codeweaver::cli
