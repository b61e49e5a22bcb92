// JSONL files: one JSON value per line.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "evaluate/json_lines.hpp"

#include <algorithm>

#include "base/file.hpp"

namespace codeweaver::evaluate {
namespace {

Error bad_line(std::string_view code, const std::string& place, const LineFault& fault) {
  return {ErrorCategory::kInvalidArgument, std::string(code), place + ": " + fault.cause,
          "reading " + place.substr(0, place.rfind(':')), fault.action};
}

}  // namespace

Result<void> read_json_lines(const std::filesystem::path& file, std::string_view code,
                             const LineReader& read) {
  auto text = base::read_file(file);
  if (!text) {
    auto error = text.error();
    error.context = "reading " + file.string();
    return error;
  }
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text->size();) {
    const auto end = std::min(text->find('\n', begin), text->size());
    const auto line = std::string_view(*text).substr(begin, end - begin);
    begin = end + 1;
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const auto place = file.string() + ":" + std::to_string(number);
    auto value = json::parse(line);
    if (!value)
      return bad_line(code, place, {value.error().cause, "Write one JSON object on each line."});
    if (const auto fault = read(*value, place)) return bad_line(code, place, *fault);
  }
  return {};
}

}  // namespace codeweaver::evaluate
