// Finds a file and a line number in text from compilers, logs and stack traces.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_TEXT_TRACE_PLACE_HPP_
#define CODEWEAVER_TEXT_TRACE_PLACE_HPP_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "codeweaver/text/identifier.hpp"

namespace codeweaver::inline v0_1::text::detail {

constexpr bool is_digit(char c) noexcept {
  return byte_class(c) == ByteClass::kDigit;
}
constexpr std::size_t digits_end(std::string_view line, std::size_t at) noexcept {
  while (at < line.size() && is_digit(line[at])) ++at;
  return at;
}
constexpr std::string_view trim_blanks(std::string_view text) noexcept {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// A file and a line number, at [begin, end) of a line.
struct TracePlace {
  std::string_view file;
  std::size_t begin = 0, end = 0;
  std::uint32_t line = 0;
};

/// The first number in text[begin, end); 0 if there is none or it is too large for a line number.
constexpr std::uint32_t number_in(std::string_view text, std::size_t begin,
                                  std::size_t end) noexcept {
  constexpr std::uint32_t kMost = 100'000'000;
  while (begin < end && !is_digit(text[begin])) ++begin;
  std::uint32_t number = 0;
  for (; begin < end && is_digit(text[begin]); ++begin) {
    if (number >= kMost) return 0;
    number = number * 10 + static_cast<std::uint32_t>(text[begin] - '0');
  }
  return number;
}

constexpr bool is_path_char(char c) noexcept {
  return byte_class(c) != ByteClass::kSeparator ||
         std::string_view("./\\-+@~$").find(c) != std::string_view::npos;
}

/// Whether `path` is a name with an extension of up to five letters and digits, but not a web
/// domain.
constexpr bool is_file_name(std::string_view path) noexcept {
  const auto dot = path.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || path.size() - dot - 1 > 5) return false;
  const std::string_view extension = path.substr(dot + 1);
  if (extension.empty() || is_digit(extension[0])) return false;
  if (byte_class(path[dot - 1]) == ByteClass::kSeparator) return false;
  for (const std::string_view domain : {"com", "org", "net", "io"})
    if (extension == domain) return false;
  return std::all_of(extension.begin(), extension.end(),
                     [](char c) { return byte_class(c) != ByteClass::kSeparator; });
}

/// Returns the end of the line number after a path that ends at line[at]; 0: there is none. Forms:
/// ":3:5", ":line 3", "\", line 3", ", line 3", "(3):", "(3,5):".
constexpr std::size_t line_number_end(std::string_view line, std::size_t at) noexcept {
  const std::string_view rest = line.substr(at);
  for (const std::string_view lead : {":line ", "\", line ", ", line "})
    if (rest.starts_with(lead)) {
      const std::size_t begin = at + lead.size();
      const std::size_t end = digits_end(line, begin);
      return end > begin ? end : 0;
    }
  if (rest.starts_with(":")) {
    std::size_t end = digits_end(line, at + 1);
    if (end == at + 1) return 0;
    if (end + 1 < line.size() && line[end] == ':' && is_digit(line[end + 1]))
      end = digits_end(line, end + 1);
    return end == line.size() || byte_class(line[end]) == ByteClass::kSeparator ? end : 0;
  }
  if (!rest.starts_with("(")) return 0;
  std::size_t end = digits_end(line, at + 1);
  if (end == at + 1) return 0;
  if (end < line.size() && line[end] == ',') end = digits_end(line, end + 1);
  return line.substr(end).starts_with("):") ? end + 1 : 0;
}

constexpr std::optional<TracePlace> find_place(std::string_view line) noexcept {
  for (std::size_t i = 0; i < line.size();) {
    if (!is_path_char(line[i])) {
      ++i;
      continue;
    }
    const std::size_t begin = i;
    while (i < line.size() && is_path_char(line[i])) ++i;
    const std::string_view path = line.substr(begin, i - begin);
    if (!is_file_name(path)) continue;
    if (const std::size_t end = line_number_end(line, i); end != 0)
      return TracePlace{path, begin, end, number_in(line, i, end)};
  }
  return std::nullopt;
}

}  // namespace codeweaver::inline v0_1::text::detail

#endif  // CODEWEAVER_TEXT_TRACE_PLACE_HPP_
