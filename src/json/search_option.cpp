// Checks the values of search options, and describes the options as JSON schemas.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "json/search_option.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>

namespace codeweaver::json {
namespace {

bool equals_ignoring_case(std::string_view one, std::string_view other) {
  return std::ranges::equal(one, other, [](unsigned char a, unsigned char b) {
    return std::tolower(a) == std::tolower(b);
  });
}

std::string bound_text(double bound) {
  return std::isinf(bound) ? "inf" : std::to_string(static_cast<long long>(bound));
}

/// "[1, 1000]", "(0, 1]" or "(0, inf)".
std::string range_text(const OptionRange& range) {
  return (range.excludes_least ? "(" : "[") + bound_text(range.least) + ", " +
         bound_text(range.most) + (std::isinf(range.most) ? ")" : "]");
}

std::string choices_text(const SearchOption& option) {
  std::string out;
  for (const auto choice : option.choices) out.append(out.empty() ? "" : ", ").append(choice);
  return out;
}

std::optional<std::string> check_number(const OptionRange& range, double value,
                                        const std::string& shown) {
  const bool is_in = (range.excludes_least ? value > range.least : value >= range.least) &&
                     value <= range.most && !std::isinf(value);  // false for NaN
  if (is_in) return std::nullopt;
  return "is " + shown + ", which is not in " + range_text(range);
}

std::optional<std::string> check_choice(const SearchOption& option, std::string& value) {
  for (const auto choice : option.choices)
    if (equals_ignoring_case(choice, value)) {
      value = choice;
      return std::nullopt;
    }
  return "is '" + value.substr(0, 100) + "', which is not one of " + choices_text(option);
}

}  // namespace

std::optional<std::string> check_option(const SearchOption& option, OptionValue& value) {
  if (option.type == OptionType::kChoice) return check_choice(option, std::get<std::string>(value));
  if (!option.range) return std::nullopt;
  if (const auto* count = std::get_if<std::uint64_t>(&value))
    return check_number(*option.range, static_cast<double>(*count), std::to_string(*count));
  if (const auto* number = std::get_if<double>(&value))
    return check_number(*option.range, *number, std::to_string(*number));
  if (const auto* items = std::get_if<std::vector<std::string>>(&value))
    if (static_cast<double>(items->size()) > option.range->most)
      return "has more than " + bound_text(option.range->most) + " items";
  return std::nullopt;
}

Error option_error(const SearchOption& option, std::string_view name, const std::string& misfit) {
  std::string action = "Give fewer items.";
  if (option.type == OptionType::kChoice)
    action = "Use one of: " + choices_text(option) + ", or leave it out.";
  else if (option.type != OptionType::kTexts && option.range)
    action = "Give a value in " + range_text(*option.range) + ", or leave it out.";
  return {ErrorCategory::kInvalidArgument, "INVALID_OPTION", std::string(name) + ' ' + misfit,
          "checking the search options", std::move(action)};
}

Value option_schema(const SearchOption& option) {
  Value out = Object{};
  const auto bound = [&](const char* key, double value) {
    if (!std::isinf(value)) out.set(key, static_cast<std::int64_t>(value));
  };
  switch (option.type) {
    case OptionType::kText:
    case OptionType::kChoice:
      out.set("type", "string");
      break;
    case OptionType::kTexts:
      out.set("type", "array");
      out.set("items", Object{{"type", "string"}});
      if (option.range) bound("maxItems", option.range->most);
      break;
    case OptionType::kCount:
    case OptionType::kNumber:
      out.set("type", option.type == OptionType::kCount ? "integer" : "number");
      if (option.range) {
        bound(option.range->excludes_least ? "exclusiveMinimum" : "minimum", option.range->least);
        bound("maximum", option.range->most);
      }
      break;
    case OptionType::kFlag:
      out.set("type", "boolean");
      break;
  }
  if (!option.choices.empty()) {
    Value names = Array{};
    for (const auto choice : option.choices) names.push_back(choice);
    out.set("enum", std::move(names));
  }
  out.set("description", std::string(option.text) + '.');
  return out;
}

}  // namespace codeweaver::json
