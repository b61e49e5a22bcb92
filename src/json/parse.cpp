// Parses JSON: the only file that includes simdjson.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <simdjson.h>

#include <algorithm>
#include <charconv>

#include "json/fault.hpp"
#include "json/value.hpp"

namespace codeweaver::json {
namespace {

/// Converts simdjson's elements to values.
class Converter {
 public:
  explicit Converter(std::size_t max_depth) : max_depth_(max_depth) {}

  bool is_too_deep() const noexcept { return is_too_deep_; }
  /// `depth`: number of open brackets around the element. Recursion is bounded by the parser's
  /// depth limit.
  Value convert(simdjson::dom::element element, std::size_t depth) {
    using simdjson::dom::element_type;
    switch (element.type()) {
      case element_type::ARRAY:
        return convert_array(element.get_array().value_unsafe(), depth + 1);
      case element_type::OBJECT:
        return convert_object(element.get_object().value_unsafe(), depth + 1);
      case element_type::INT64:
        return element.get_int64().value_unsafe();
      case element_type::UINT64:
        return static_cast<double>(element.get_uint64().value_unsafe());
      case element_type::DOUBLE:
        return element.get_double().value_unsafe();
      case element_type::STRING:
        return element.get_string().value_unsafe();
      case element_type::BOOL:
        return element.get_bool().value_unsafe();
      case element_type::NULL_VALUE:
        break;
    }
    return {};
  }

 private:
  Value convert_array(simdjson::dom::array source, std::size_t depth) {
    is_too_deep_ |= depth > max_depth_;
    Array items;
    items.reserve(source.size());
    for (const auto item : source) items.push_back(convert(item, depth));
    return items;
  }
  Value convert_object(simdjson::dom::object source, std::size_t depth) {
    is_too_deep_ |= depth > max_depth_;
    Object members;
    members.reserve(source.size());
    for (const auto field : source)
      members.push_back({std::string(field.key), convert(field.value, depth)});
    return members;
  }

  const std::size_t max_depth_;
  bool is_too_deep_ = false;
};

bool is_in_number(char c) {
  return (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.' || c == 'e' || c == 'E';
}

/// Rewrites a number beyond int64 as the nearest double.
std::string limited(std::string_view number) {
  std::int64_t whole = 0;
  const auto* const end = number.data() + number.size();
  const auto [stop, error] = std::from_chars(number.data(), end, whole);
  if (error == std::errc() && stop == end) return std::string(number);
  double value = 0;
  if (std::from_chars(number.data(), end, value).ec == std::errc()) {
    const bool is_integer = number.find_first_of(".eE") == std::string_view::npos;
    return std::string(number) + (is_integer ? "e0" : "");
  }
  // Out of range: too large, or too close to 0.
  const auto exponent = number.find_first_of("eE");
  const bool is_small =
      exponent != std::string_view::npos && number.substr(exponent + 1).starts_with('-');
  if (is_small) return "0.0";
  return number.front() == '-' ? "-1.7976931348623157e308" : "1.7976931348623157e308";
}

/// Returns the same JSON with numbers that fit. `text` must be valid.
std::string limit_numbers(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 16);
  bool is_in_text = false;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (is_in_text || !(c == '-' || (c >= '0' && c <= '9'))) {
      const std::size_t step = is_in_text && c == '\\' ? 2 : 1;
      if (c == '"') is_in_text = !is_in_text;
      out += text.substr(at, step);
      at += step;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && is_in_number(text[end])) ++end;
    out += limited(text.substr(at, end - at));
    at = end;
  }
  return out;
}

Error invalid_json(std::string_view text, std::size_t max_depth, simdjson::error_code code) {
  std::string cause;
  if (const auto fault = find_fault(text, max_depth)) {
    const auto before = text.substr(0, fault->offset);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const auto line_start = before.rfind('\n') + 1;  // npos + 1 is 0
    cause = "Invalid JSON at line " + std::to_string(line) + ", column " +
            std::to_string(fault->offset - line_start + 1) + ": " + fault->what;
  } else {
    cause = std::string("Invalid JSON: ") + simdjson::error_message(code);
  }
  return {ErrorCategory::kInvalidArgument, "INVALID_JSON", std::move(cause), "reading JSON",
          "Correct the text there."};
}

}  // namespace

Result<Value> parse(std::string_view text, std::size_t max_depth) {
  if (text.empty()) text = "";  // not null, from which simdjson would copy nothing
  std::string with_smaller_numbers;
  simdjson::dom::parser parser;
  // simdjson counts a scalar inside brackets as a level, and empty brackets as none. So it gets one
  // more level here, and the converter counts again.
  auto code = parser.allocate(std::max<std::size_t>(text.size(), 1), max_depth + 1);
  if (code != simdjson::SUCCESS)
    return Error{ErrorCategory::kInternal, "OUT_OF_MEMORY", simdjson::error_message(code),
                 "reading JSON of " + std::to_string(text.size()) + " bytes", ""};
  simdjson::dom::element root;
  code = parser.parse(text.data(), text.size()).get(root);
  // simdjson also reports this for well-formed numbers that are out of range.
  if (code == simdjson::NUMBER_ERROR && !find_fault(text, max_depth)) {
    with_smaller_numbers = limit_numbers(text);
    code = parser.parse(with_smaller_numbers).get(root);
  }
  if (code != simdjson::SUCCESS) return invalid_json(text, max_depth, code);
  Converter converter(max_depth);
  Value value = converter.convert(root, 0);
  if (converter.is_too_deep()) return invalid_json(text, max_depth, simdjson::DEPTH_ERROR);
  return value;
}

}  // namespace codeweaver::json
