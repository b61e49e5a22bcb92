// Checks values against their schema, keyword by keyword.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/schema_check.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "codeweaver/text/identifier.hpp"
#include "json/integer.hpp"
#include "json/writer.hpp"

namespace codeweaver::mcp {
namespace {

Error unusable_schema(std::string cause, std::string action) {
  return {ErrorCategory::kInvalidArgument, "INVALID_ARGUMENT", std::move(cause), "",
          std::move(action)};
}

bool has_type(const json::Value& value, std::string_view type) {
  if (type == "integer") return json::as_integer(value).has_value();
  if (type == "number") return value.if_number().has_value();
  return value.kind_name() == type;
}

/// The values that `enum`, or the constants in `oneOf` or `anyOf`, allow; nullopt: any value.
std::optional<json::Value> choices_in(const json::Value& schema) {
  if (const auto* listed = schema.find("enum"); listed != nullptr && listed->is_array())
    return *listed;
  for (const auto* key : {"oneOf", "anyOf"}) {
    const auto* alternatives = schema.find(key);
    if (alternatives == nullptr || !alternatives->is_array()) continue;
    json::Value out = json::Array{};
    for (const auto& alternative : *alternatives->if_array()) {
      const auto* constant = alternative.find("const");
      if (constant == nullptr) return std::nullopt;
      out.push_back(*constant);
    }
    return out;
  }
  return std::nullopt;
}

Result<void> check_choice(const std::string& name, const json::Value& value,
                          const json::Value& schema) {
  const auto choices = choices_in(schema);
  if (!choices) return {};
  const auto& all = *choices->if_array();
  if (std::find(all.begin(), all.end(), value) != all.end()) return {};
  return unusable_schema("'" + name + "' is " + json::dump(value),
                         "Give one of " + json::dump(*choices) + ".");
}

/// The size that keywords limit, and the names of these keywords.
struct Measure {
  std::optional<double> size;
  const char* least;
  const char* most;
  const char* unit;
};

std::size_t characters_in(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

Measure measure(const json::Value& value) {
  if (const auto* text = value.if_string())
    return {static_cast<double>(characters_in(*text)), "minLength", "maxLength", " characters"};
  if (const auto* list = value.if_array())
    return {static_cast<double>(list->size()), "minItems", "maxItems", " items"};
  return {value.if_number(), "minimum", "maximum", ""};
}

Result<void> check_bounds(const std::string& name, const json::Value& value,
                          const json::Value& schema) {
  const auto [size, least, most, unit] = measure(value);
  if (!size) return {};
  const auto* minimum = schema.find(least);
  const auto* maximum = schema.find(most);
  const bool is_low = minimum != nullptr && *size < minimum->if_number().value_or(*size);
  const bool is_high = maximum != nullptr && *size > maximum->if_number().value_or(*size);
  if (!is_low && !is_high) return {};
  return unusable_schema(
      "'" + name + "' is " + json::dump(value),
      "Give a value" + (minimum != nullptr ? " of at least " + json::dump(*minimum) + unit : "") +
          (maximum != nullptr ? " of at most " + json::dump(*maximum) + unit : "") + ".");
}

Result<void> check_value(const std::string& name, const json::Value& value,
                         const json::Value& schema) {
  const auto* type = schema.find("type");
  if (type != nullptr && type->if_string() != nullptr && !has_type(value, *type->if_string()))
    return unusable_schema("'" + name + "' is of type " + std::string(value.kind_name()),
                           "Give a value of type " + *type->if_string() + ".");
  if (auto checked = check_choice(name, value, schema); !checked) return checked;
  if (auto checked = check_bounds(name, value, schema); !checked) return checked;
  const auto* items = schema.find("items");
  if (items == nullptr || !value.is_array()) return {};
  for (const auto& item : *value.if_array())
    if (auto checked = check_value(name, item, *items); !checked) return checked;
  return {};
}

void use_listed_choice(json::Value& value, const json::Value& schema) {
  if (auto* const list = value.if_array()) {
    if (const auto* const items = schema.find("items"))
      for (auto& item : *list) use_listed_choice(item, *items);
    return;
  }
  const auto choices = choices_in(schema);
  const auto* const given = value.if_string();
  if (!choices || given == nullptr) return;
  const auto& all = *choices->if_array();
  if (std::ranges::find(all, value) != all.end()) return;
  const auto listed = std::ranges::find_if(all, [&](const json::Value& choice) {
    const auto* const allowed = choice.if_string();
    return allowed != nullptr && text::to_lower(*allowed) == text::to_lower(*given);
  });
  if (listed != all.end()) value = json::Value(*listed);
}

}  // namespace

void use_listed_choices(json::Value& object, const json::Value& schema) {
  const auto* const properties = schema.find("properties");
  auto* const members = object.if_object();
  if (properties == nullptr || members == nullptr) return;
  for (auto& member : *members)
    if (const auto* const property = properties->find(member.key))
      use_listed_choice(member.value, *property);
}

Result<void> check_members(const json::Value& object, const json::Value& schema) {
  const auto* properties = schema.find("properties");
  for (const auto& member : *object.if_object()) {
    const auto* property = properties != nullptr ? properties->find(member.key) : nullptr;
    if (property == nullptr || member.value.is_null()) continue;
    if (auto checked = check_value(member.key, member.value, *property); !checked) return checked;
  }
  const auto* required = schema.find("required");
  if (required == nullptr || !required->is_array()) return {};
  const auto is_given = [&](const json::Value& name) {
    const auto* given = name.is_string() ? object.find(*name.if_string()) : nullptr;
    return given != nullptr && !given->is_null();
  };
  for (const auto& name : *required->if_array())
    if (!is_given(name))
      return unusable_schema(json::dump(name) + " is missing",
                             "Give all of " + json::dump(*required) + ".");
  return {};
}

}  // namespace codeweaver::mcp
