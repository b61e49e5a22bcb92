// JSONL files: one JSON value a line.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "codeweaver/result.hpp"
#include "json/value.hpp"

namespace codeweaver::evaluate {

/// What is wrong with a line, and how to put it right.
struct LineFault {
  std::string cause{}, action{};
};
using LineReader =
    std::function<std::optional<LineFault>(const json::Value& value, const std::string& place)>;

/// Gives each line that is not blank to `read`, with its place "FILE:LINE"; stops at a fault.
/// Errors: kInvalidArgument `code` (a fault, or no JSON; names the place), kNotFound, kIo.
Result<void> read_json_lines(const std::filesystem::path& file, std::string_view code,
                             const LineReader& read);

}  // namespace codeweaver::evaluate
