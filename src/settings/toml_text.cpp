// Checks the limits of settings files before parsing.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "settings/toml_text.hpp"

#include <algorithm>

#include "base/file.hpp"
#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"

namespace codeweaver::settings {
namespace {

constexpr std::size_t kMaxClosingQuotes = 5;  // a long string may end with two quotes as content

/// Returns the position after the string at `at`, or the end of its line if the string does not
/// end.
std::size_t end_of_string(std::string_view text, std::size_t at) noexcept {
  const char quote = text[at];
  const bool is_long = text.substr(at, 3) == std::string_view(quote == '"' ? R"(""")" : "'''");
  for (std::size_t i = at + (is_long ? 3 : 1); i < text.size(); ++i) {
    if (text[i] == '\\' && quote == '"')
      ++i;
    else if (text[i] == '\n' && !is_long)
      return i;
    else if (text[i] == quote && !is_long)
      return i + 1;
    else if (is_long && text.substr(i, 3) == text.substr(at, 3))
      return std::min({text.find_first_not_of(quote, i), i + kMaxClosingQuotes, text.size()});
  }
  return text.size();
}

/// Returns the first byte outside strings and comments for which `is_bad` is true; npos: none.
template <class IsBad>
std::size_t find_outside_strings(std::string_view text, IsBad is_bad) noexcept {
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '"' || c == '\'') {
      at = end_of_string(text, at);
    } else if (c == '#') {
      at = std::min(text.find('\n', at), text.size());
    } else {
      if (is_bad(c)) return at;
      ++at;
    }
  }
  return std::string_view::npos;
}

/// Returns the line of a position, from 1.
std::size_t line_of(std::string_view text, std::size_t at) noexcept {
  return 1 + static_cast<std::size_t>(std::ranges::count(text.substr(0, at), '\n'));
}

Error bad_file(const std::filesystem::path& path, const std::string& what) {
  return {ErrorCategory::kInvalidArgument, "INVALID_SETTINGS_FILE",
          "'" + path.string() + "' " + what, "reading settings",
          "Make the file smaller, or move it away if it is not a settings file."};
}

}  // namespace

std::size_t line_too_deep(std::string_view text) noexcept {
  std::size_t brackets = 0, parts = 1;
  const auto at = find_outside_strings(text, [&](char c) {
    if (c == '.') return ++parts > kMaxTomlDepth;
    if (c == '[' || c == '{') {
      parts = 1;
      return ++brackets > kMaxTomlDepth;
    }
    if (c == ']' || c == '}') {
      parts = 1;
      if (brackets > 0) --brackets;
    } else if (c == '=' || c == ',' || c == '\n') {
      parts = 1;
    }
    return false;
  });
  return at == std::string_view::npos ? 0 : line_of(text, at);
}

Result<void> check_ascii(std::string_view text, const std::string& name) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const auto at = find_outside_strings(text, [](char c) { return (c & 0x80) != 0; });
  if (at == std::string_view::npos) return {};
  const auto before = text.substr(0, at);
  const auto line_begin = before.rfind('\n') + 1;  // npos + 1 is 0
  return Error{ErrorCategory::kInvalidArgument, "INVALID_SETTINGS_FILE",
               name + " is not TOML at line " + std::to_string(line_of(text, at)) + ", column " +
                   std::to_string(at - line_begin + 1) +
                   ": a character beyond ASCII is outside quotes",
               "reading settings", "Put the key or value in quotes."};
}

Result<std::string> read_toml_text(const std::filesystem::path& path) {
  auto text = base::read_file(path, kMaxTomlBytes);
  if (!text && text.error().code == error_code::kFileTooLarge)
    return bad_file(path, "is larger than " + std::to_string(kMaxTomlBytes >> 10U) +
                              " KiB, the limit of settings files");
  if (!text) return text;
  if (const auto line = line_too_deep(*text); line != 0)
    return bad_file(path, "is nested deeper than " + std::to_string(kMaxTomlDepth) +
                              " levels at line " + std::to_string(line) +
                              ", the limit of settings files");
  CODEWEAVER_TRY(check_ascii(*text, "'" + path.string() + "'"));
  return text;
}

}  // namespace codeweaver::settings
