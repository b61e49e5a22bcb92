// Reads files as text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "codeweaver/result.hpp"

namespace codeweaver::corpus {

/// Reads a file as UTF-8 text. UTF-16 with a byte order mark is decoded; a UTF-8 byte order mark is
/// removed. Line endings stay unchanged. The result is the text that is chunked and hashed. Errors:
/// kInvalidArgument "BINARY_FILE" | "NOT_UTF8" | "FILE_TOO_LARGE", kNotFound, kIo.
Result<std::string> read_text(const std::filesystem::path& file,
                              std::uint64_t max_bytes = 10ULL << 20);

/// The same for bytes in memory; `name` is for messages.
Result<std::string> decode_text(std::string bytes, std::string_view name);

}  // namespace codeweaver::corpus
