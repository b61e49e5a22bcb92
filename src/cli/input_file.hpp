// What a command reads beside its arguments: a file, or standard input.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "codeweaver/result.hpp"
#include "json/line_reader.hpp"

namespace codeweaver::cli {

/// An open file; "-" is standard input, other names are relative to `folder`.
/// Errors: kNotFound "PATH_NOT_FOUND".
Result<std::shared_ptr<std::ifstream>> open_input(const std::filesystem::path& folder,
                                                  const std::string& name);

/// Up to `limit` bytes.
std::string read_up_to(std::istream& in, std::size_t limit);

/// The bytes of the file as they are asked for; keeps it open.
json::ByteSource bytes_of(std::shared_ptr<std::ifstream> in);

}  // namespace codeweaver::cli
