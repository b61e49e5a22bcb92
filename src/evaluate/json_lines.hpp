// JSONL files: one JSON value per line.
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

/// A problem in a line, and the suggested action.
struct LineFault {
  std::string cause{}, action{};
};
using LineReader =
    std::function<std::optional<LineFault>(const json::Value& value, const std::string& place)>;

/// Calls `read` with each line that is not blank and its place "FILE:LINE". Stops at the first
/// fault. Errors: kInvalidArgument `code` (a fault, or invalid JSON; names the place), kNotFound,
/// kIo.
Result<void> read_json_lines(const std::filesystem::path& file, std::string_view code,
                             const LineReader& read);

}  // namespace codeweaver::evaluate
