// Measures a text: size, binary bytes, longest line, bracket depth.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/shape.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "codeweaver/error_codes.hpp"

namespace codeweaver::syntax {

namespace {

Error refusal(std::string code, std::string cause) {
  return {.category = ErrorCategory::kInvalidArgument,
          .code = std::move(code),
          .cause = std::move(cause),
          .context = "parsing source text",
          .action = "Use text chunks for this file."};
}

/// Bytes that structure code: brackets, quotes and statement ends.
constexpr std::array<bool, 256> kShapesCode = [] {
  std::array<bool, 256> table{};
  for (const char c : std::string_view("()[]{}<>;\"'`"))
    table[static_cast<unsigned char>(c)] = true;
  return table;
}();

/// The length of the longest line in bytes. A run without such bytes counts at most kPlainRunBytes:
/// an image, a certificate or a long text in one literal is one token at any length.
std::size_t longest_line(std::string_view text) noexcept {
  constexpr std::size_t kPlainRunBytes = 256;
  std::size_t longest = 0, length = 0, run = 0;
  for (const char c : text) {
    if (c == '\n') {
      longest = std::max(longest, length);
      length = run = 0;
      continue;
    }
    run = kShapesCode[static_cast<unsigned char>(c)] ? 0 : run + 1;
    if (run <= kPlainRunBytes) ++length;
  }
  return std::max(longest, length);
}

/// Deepest nesting of (, [ and {. Brackets in strings and comments count too; real code stays far
/// below any sensible limit either way.
std::uint32_t bracket_depth(std::string_view text) noexcept {
  std::int64_t depth = 0, deepest = 0;
  for (const char c : text) {
    if (c == '(' || c == '[' || c == '{')
      deepest = std::max(deepest, ++depth);
    else if (c == ')' || c == ']' || c == '}')
      depth = std::max<std::int64_t>(0, depth - 1);
  }
  return static_cast<std::uint32_t>(deepest);
}

/// An upper bound of the nesting depth. A plain sum, which the compiler vectorises.
std::uint32_t opening_brackets(std::string_view text) noexcept {
  std::uint32_t count = 0;
  for (const char c : text)
    count += static_cast<std::uint32_t>(c == '(') + static_cast<std::uint32_t>(c == '[') +
             static_cast<std::uint32_t>(c == '{');
  return count;
}

}  // namespace

Result<void> check_shape(std::string_view text, const ParseLimits& limits, bool brackets_match) {
  constexpr std::size_t kSniffedBytes = 8192;
  if (text.size() > limits.max_bytes)
    return refusal(error_code::kFileTooLarge, "The text has " + std::to_string(text.size()) +
                                                  " bytes; the limit for syntax trees is " +
                                                  std::to_string(limits.max_bytes) + ".");
  if (text.substr(0, kSniffedBytes).find('\0') != std::string_view::npos)
    return refusal("BINARY_CONTENT", "The text contains a NUL byte.");
  if (const std::size_t longest = longest_line(text); longest > limits.max_line_bytes)
    return refusal("LINE_TOO_LONG", "The longest line has " + std::to_string(longest) +
                                        " bytes; the limit is " +
                                        std::to_string(limits.max_line_bytes) + ".");
  if (!brackets_match || opening_brackets(text) <= limits.max_bracket_depth) return {};
  if (const std::uint32_t depth = bracket_depth(text); depth > limits.max_bracket_depth)
    return refusal("NESTING_TOO_DEEP", "Brackets are nested " + std::to_string(depth) +
                                           " levels deep; the limit is " +
                                           std::to_string(limits.max_bracket_depth) + ".");
  return {};
}

}  // namespace codeweaver::syntax
