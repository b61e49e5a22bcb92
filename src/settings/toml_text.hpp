// Reads the text of a settings file that is safe to parse.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "codeweaver/result.hpp"

namespace codeweaver::settings {

/// Maximum size of a file. The parser is recursive, and anyone may have written a project's file.
inline constexpr std::uint64_t kMaxTomlBytes = 256U << 10;
/// Maximum number of parts of a dotted key, and of nested brackets.
inline constexpr std::size_t kMaxTomlDepth = 16;

/// Returns the line where a key has more than kMaxTomlDepth parts or a value is nested deeper; 0:
/// there is none. Never fails: the parser reports invalid TOML. Cost: one pass.
std::size_t line_too_deep(std::string_view text) noexcept;

/// Checks that characters beyond ASCII are only in strings and comments, as TOML requires.
/// Elsewhere the parser has undefined behaviour. Errors: kInvalidArgument "INVALID_SETTINGS_FILE"
/// (with the line). Cost: one pass.
Result<void> check_ascii(std::string_view text, const std::string& name);

/// Reads a file within both limits. Errors: kNotFound, kIo, kInvalidArgument
/// "INVALID_SETTINGS_FILE" (with the file and the limit, or the line).
Result<std::string> read_toml_text(const std::filesystem::path& path);

}  // namespace codeweaver::settings
