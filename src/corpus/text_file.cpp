// Text files: byte order marks, the test for binary content, and the UTF-8 check.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/text_file.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/file.hpp"
#include "base/utf8.hpp"
#include "codeweaver/error_codes.hpp"

namespace codeweaver::corpus {
namespace {

constexpr std::size_t kBinaryWindow = 8192;
/// Percentage of control characters from which a file counts as binary. Terminal logs with escape
/// codes and form feeds stay far below it.
constexpr std::size_t kMaxControlPercent = 10;

bool is_control(unsigned char c) noexcept {
  return c < 32 && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != 27;
}

bool is_binary(std::string_view bytes) noexcept {
  if (bytes.find('\0') != std::string_view::npos) return true;
  const auto window = bytes.substr(0, kBinaryWindow);
  const auto controls = std::count_if(window.begin(), window.end(), [](char c) {
    return is_control(static_cast<unsigned char>(c));
  });
  return static_cast<std::size_t>(controls) * 100 > window.size() * kMaxControlPercent;
}

/// Position of the first byte that is not valid UTF-8; npos: none.
std::size_t find_invalid(std::string_view text) noexcept {
  constexpr std::uint64_t kHighBits = 0x8080808080808080ULL;
  std::size_t i = 0;
  while (i < text.size()) {
    std::uint64_t word = 0;
    if (i + sizeof word <= text.size()) {  // most code is ASCII: eight bytes at a time
      std::memcpy(&word, text.data() + i, sizeof word);
      if ((word & kHighBits) == 0) {
        i += sizeof word;
        continue;
      }
    }
    const auto step = base::utf8_step(text.substr(i));
    if (!step.is_valid) return i;
    i += step.length;
  }
  return std::string_view::npos;
}

/// False: an odd number of bytes or a lone surrogate.
bool decode_utf16(std::string_view bytes, bool is_big_endian, std::string& out) {
  if (bytes.size() % 2 != 0) return false;
  const auto unit = [&](std::size_t i) {
    const auto first = static_cast<unsigned char>(bytes[i]);
    const auto second = static_cast<unsigned char>(bytes[i + 1]);
    return static_cast<char32_t>(is_big_endian ? first << 8 | second : second << 8 | first);
  };
  out.reserve(bytes.size());
  for (std::size_t i = 0; i < bytes.size(); i += 2) {
    char32_t c = unit(i);
    if (c >= 0xD800 && c < 0xE000) {
      if (c >= 0xDC00 || i + 2 >= bytes.size()) return false;
      const char32_t low = unit(i += 2);
      if (low < 0xDC00 || low >= 0xE000) return false;
      c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
    }
    base::append_utf8(c, out);
  }
  return true;
}

Error not_utf8(std::string_view name, const std::string& detail) {
  return {ErrorCategory::kInvalidArgument, error_code::kNotUtf8,
          "Failed to read " + std::string(name) + ": not UTF-8 (" + detail + ")",
          "reading a file as text", "Convert it to UTF-8, or exclude it in .codeweaverignore"};
}

Error binary_file(std::string_view name) {
  return {ErrorCategory::kInvalidArgument, error_code::kBinaryFile,
          "Failed to read " + std::string(name) + ": Binary file", "reading a file as text",
          "Exclude it in .codeweaverignore to avoid this message"};
}

Error too_large(std::string_view name, std::uint64_t max_bytes) {
  return {ErrorCategory::kInvalidArgument, error_code::kFileTooLarge,
          "Failed to read " + std::string(name) + ": larger than " + std::to_string(max_bytes) +
              " bytes",
          "reading a file as text",
          "Raise indexing.max_file_bytes in the user's settings, or exclude the file"};
}

}  // namespace

Result<std::string> decode_text(std::string bytes, std::string_view name) {
  const bool is_little = bytes.starts_with("\xFF\xFE");
  if (is_little || bytes.starts_with("\xFE\xFF")) {
    std::string text;
    if (!decode_utf16(std::string_view(bytes).substr(2), !is_little, text))
      return not_utf8(name, "it has a UTF-16 byte order mark but is not valid UTF-16");
    if (is_binary(text)) return binary_file(name);
    return text;
  }
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.erase(0, 3);
  if (is_binary(bytes)) return binary_file(name);
  if (const std::size_t at = find_invalid(bytes); at != std::string::npos)
    return not_utf8(name, "invalid byte at offset " + std::to_string(at));
  return bytes;
}

Result<std::string> read_text(const std::filesystem::path& file, std::uint64_t max_bytes) {
  auto bytes = base::read_file(file, max_bytes);
  if (bytes) return decode_text(*std::move(bytes), file.string());
  if (bytes.error().category == ErrorCategory::kInvalidArgument)
    return too_large(file.string(), max_bytes);
  return bytes;
}

}  // namespace codeweaver::corpus
