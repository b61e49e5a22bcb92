// The token of a server, stored in a file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "codeweaver/result.hpp"

namespace codeweaver::service {

/// The token in `file`, without surrounding white space. If the file does not exist, it is created
/// with a random token. Afterwards only its owner can read the file. Errors: kIo; kInvalidArgument
/// "INVALID_TOKEN" (fewer than 16 characters, or characters other than visible ASCII).
Result<std::string> server_token(const std::filesystem::path& file);

}  // namespace codeweaver::service
