// JSON strings and numbers as text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/json_text.hpp"

#include <array>
#include <charconv>
#include <cmath>

#include "base/utf8.hpp"

namespace codeweaver::base {
namespace {

/// True for bytes that need no escape. Others are escaped or start a multi-byte character.
constexpr std::array<bool, 256> kPlain = [] {
  std::array<bool, 256> plain{};
  for (std::size_t c = 0x20; c < 0x80; ++c) plain[c] = c != '"' && c != '\\';
  return plain;
}();

void append_escape(std::string& out, char c) {
  static constexpr char kHex[] = "0123456789abcdef";
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      out += "\\u00";
      out += kHex[static_cast<unsigned char>(c) >> 4];
      out += kHex[static_cast<unsigned char>(c) & 15];
  }
}

}  // namespace

void append_json_escaped(std::string& out, std::string_view text) {
  std::size_t start = 0;  // of the run of characters that are copied unchanged
  std::size_t i = 0;
  while (i < text.size()) {
    if (kPlain[static_cast<unsigned char>(text[i])]) {
      ++i;
      continue;
    }
    const Utf8Step step = utf8_step(text.substr(i));
    if (step.is_valid && step.length > 1) {
      i += step.length;
      continue;
    }
    out.append(text, start, i - start);
    if (step.is_valid)
      append_escape(out, text[i]);
    else
      out += "\xEF\xBF\xBD";
    i += step.length;
    start = i;
  }
  out.append(text, start, i - start);
}

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  append_json_escaped(out, text);
  out += '"';
}

void append_json_number(std::string& out, double value) {
  if (!std::isfinite(value)) {
    out += "null";
    return;
  }
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  const std::string_view text(digits.data(), static_cast<std::size_t>(end - digits.data()));
  out += text;
  if (text.find_first_of(".e") == std::string_view::npos) out += ".0";
}

void append_json_number(std::string& out, std::int64_t value) {
  out += std::to_string(value);
}

}  // namespace codeweaver::base
