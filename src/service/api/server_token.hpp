// The token of a server, kept in a file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "codeweaver/result.hpp"

namespace codeweaver::service {

/// The token in `file`, without white space around it. Where there is no file, one is made with a
/// token of chance. Nobody but its owner may read the file afterwards. Errors: kIo;
/// kInvalidArgument "INVALID_TOKEN" (fewer than 16 characters, or others than visible ASCII).
Result<std::string> server_token(const std::filesystem::path& file);

}  // namespace codeweaver::service
