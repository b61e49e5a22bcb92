// Request bodies: counts values before building them, and replaces invalid text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "json/body.hpp"

#include <charconv>
#include <optional>
#include <string>

#include "base/utf8.hpp"

namespace codeweaver::json {
namespace {

/// Whether there are more than `limit` values, by commas and brackets. Cost: at most one pass.
bool has_more_values(std::string_view text, std::size_t limit) {
  if (text.size() / 2 < limit) return false;  // each value takes at least two bytes
  std::size_t count = 1;
  bool is_in_text = false;
  for (std::size_t at = 0; at < text.size() && count <= limit; ++at) {
    const char c = text[at];
    if (c == '"') is_in_text = !is_in_text;
    if (is_in_text)
      at += c == '\\' ? 1 : 0;
    else
      count += c == ',' || c == '[' || c == '{' ? 1 : 0;
  }
  return count > limit;
}

/// The UTF-16 unit of the escape at the start of `text`. nullopt: no valid escape.
std::optional<unsigned> utf16_unit(std::string_view text) {
  unsigned unit = 0;
  if (text.size() < 6 || !text.starts_with("\\u")) return std::nullopt;
  const auto [end, error] = std::from_chars(text.data() + 2, text.data() + 6, unit, 16);
  if (error != std::errc() || end != text.data() + 6) return std::nullopt;
  return unit;
}

/// One escape or character at the start of a text.
struct TextStep {
  std::size_t length = 0;
  bool is_good = true;
};

/// `text` must begin with a backslash.
TextStep escape_step(std::string_view text) {
  if (text.starts_with("\\\\")) return {2};
  const auto unit = utf16_unit(text);
  if (!unit) return {1};
  if (*unit < 0xD800 || *unit > 0xDFFF) return {6};
  const auto second = *unit < 0xDC00 ? utf16_unit(text.substr(6)) : std::nullopt;
  const bool is_pair = second && *second >= 0xDC00 && *second <= 0xDFFF;
  return is_pair ? TextStep{12} : TextStep{6, false};
}

TextStep character_step(std::string_view text) {
  if (text.front() == '\\') return escape_step(text);
  const auto step = base::utf8_step(text);
  return {step.length, step.is_valid};
}

/// Replaces invalid UTF-8 and unpaired surrogates with U+FFFD. nullopt: nothing to replace.
std::optional<std::string> with_good_text(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 16);
  bool is_changed = false;
  for (std::size_t at = 0; at < text.size();) {
    const auto step = character_step(text.substr(at));
    out += step.is_good ? text.substr(at, step.length) : std::string_view("\xEF\xBF\xBD");
    is_changed = is_changed || !step.is_good;
    at += step.length;
  }
  return is_changed ? std::optional(std::move(out)) : std::nullopt;
}

}  // namespace

Result<Value> parse_body(std::string_view text, const BodyRules& rules) {
  text = base::without_byte_order_mark(text);
  if (has_more_values(text, rules.max_values))
    return Error{ErrorCategory::kInvalidArgument, "TOO_MANY_VALUES",
                 "The JSON contains more than " + std::to_string(rules.max_values) + " values",
                 "reading JSON", "Send fewer values at once."};
  auto value = parse(text, rules.max_depth);
  if (value || !rules.replaces_bad_text) return value;
  if (const auto changed = with_good_text(text)) return parse(*changed, rules.max_depth);
  return value;
}

}  // namespace codeweaver::json
