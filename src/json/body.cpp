// Bodies of requests: values are counted before they are built, bad text is replaced.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "json/body.hpp"

#include <charconv>
#include <optional>
#include <string>

#include "base/utf8.hpp"

namespace codeweaver::json {
namespace {

/// Whether there are more values than that, by commas and brackets. Cost: one pass at most.
bool has_more_values(std::string_view text, std::size_t limit) {
  if (text.size() / 2 < limit) return false;  // each takes two bytes at least
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

/// The UTF-16 unit that the escape at the start of `text` stands for; nullopt: no such escape.
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

/// `text` begins with a backslash.
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

/// The same text with U+FFFD for bytes that are not UTF-8 and for halves of surrogate pairs.
/// nullopt: it has none.
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
