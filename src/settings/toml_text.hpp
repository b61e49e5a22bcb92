// The text of a settings file that is safe to parse.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "codeweaver/result.hpp"

namespace codeweaver::settings {

/// Of one file. The parser recurses, and folders that anybody may have written hold such files.
inline constexpr std::uint64_t kMaxTomlBytes = 256U << 10;
/// Parts of a dotted key, and brackets inside brackets.
inline constexpr std::size_t kMaxTomlDepth = 16;

/// The line where a key has more than kMaxTomlDepth parts or a value is nested deeper than that; 0:
/// nowhere. Never fails: what is no TOML is left to the parser. Cost: one pass.
std::size_t line_too_deep(std::string_view text) noexcept;

/// TOML has characters beyond ASCII in strings and comments alone, and elsewhere the parser has
/// undefined behaviour. Errors: kInvalidArgument "INVALID_SETTINGS_FILE" (names the line). Cost:
/// one pass.
Result<void> check_ascii(std::string_view text, const std::string& name);

/// The bytes of a file within both limits. Errors: kNotFound, kIo, kInvalidArgument
/// "INVALID_SETTINGS_FILE" (names the file and the limit, or the line).
Result<std::string> read_toml_text(const std::filesystem::path& path);

}  // namespace codeweaver::settings
