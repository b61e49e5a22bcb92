// Reads the input of a command: a file or standard input.
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

/// Opens a file; "-" is standard input, other names are relative to `folder`.
/// Errors: kNotFound "PATH_NOT_FOUND".
Result<std::shared_ptr<std::ifstream>> open_input(const std::filesystem::path& folder,
                                                  const std::string& name);

/// Reads at most `limit` bytes.
std::string read_up_to(std::istream& in, std::size_t limit);

/// Returns a source of the file's bytes. The source keeps the file open.
json::ByteSource bytes_of(std::shared_ptr<std::ifstream> in);

}  // namespace codeweaver::cli
