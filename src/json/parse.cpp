// Reading JSON: the one place that includes simdjson.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <simdjson.h>

#include <algorithm>

#include "json/fault.hpp"
#include "json/value.hpp"

namespace codeweaver::json {
namespace {

/// Turns what simdjson read into values.
class Converter {
 public:
  explicit Converter(std::size_t max_depth) : max_depth_(max_depth) {}

  bool is_too_deep() const noexcept { return is_too_deep_; }
  /// `depth` brackets are open around the element; recurses as deep as the parser allowed.
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
  simdjson::dom::parser parser;
  // simdjson counts a scalar inside brackets as a level, and empty brackets as none: one more here,
  // and the converter counts again.
  auto code = parser.allocate(std::max<std::size_t>(text.size(), 1), max_depth + 1);
  if (code != simdjson::SUCCESS)
    return Error{ErrorCategory::kInternal, "OUT_OF_MEMORY", simdjson::error_message(code),
                 "reading JSON of " + std::to_string(text.size()) + " bytes", ""};
  simdjson::dom::element root;
  code = parser.parse(text.data(), text.size()).get(root);
  if (code != simdjson::SUCCESS) return invalid_json(text, max_depth, code);
  Converter converter(max_depth);
  Value value = converter.convert(root, 0);
  if (converter.is_too_deep()) return invalid_json(text, max_depth, simdjson::DEPTH_ERROR);
  return value;
}

}  // namespace codeweaver::json
