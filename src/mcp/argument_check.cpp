// Arguments of tools against their schema.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <vector>

#include "json/writer.hpp"
#include "mcp/tool.hpp"

namespace codeweaver::mcp {
namespace {

Error invalid(std::string cause, std::string action) {
  return {ErrorCategory::kInvalidArgument, "INVALID_ARGUMENT", std::move(cause),
          "checking the tool's arguments", std::move(action)};
}

bool has_type(const json::Value& value, std::string_view type) {
  if (type == "integer") return value.if_integer() != nullptr;
  if (type == "number") return value.if_number().has_value();
  return value.kind_name() == type;
}

std::string names_of(const json::Object& members) {
  std::string out;
  for (const auto& member : members) out += (out.empty() ? "" : ", ") + member.key;
  return out;
}

Result<void> check_bounds(std::string_view name, const json::Value& value,
                          const json::Value& schema) {
  const auto number = value.if_number();
  const auto* minimum = schema.find("minimum");
  const auto* maximum = schema.find("maximum");
  const bool low = number && minimum != nullptr && *number < minimum->if_number().value_or(*number);
  const bool high =
      number && maximum != nullptr && *number > maximum->if_number().value_or(*number);
  if (!low && !high) return {};
  return invalid("'" + std::string(name) + "' is " + json::dump(value),
                 "Give a value" +
                     (minimum != nullptr ? " of at least " + json::dump(*minimum) : "") +
                     (maximum != nullptr ? " of at most " + json::dump(*maximum) : "") + ".");
}

Result<void> check_value(std::string_view name, const json::Value& value,
                         const json::Value& schema) {
  const auto* type = schema.find("type");
  if (type != nullptr && type->if_string() != nullptr && !has_type(value, *type->if_string()))
    return invalid("'" + std::string(name) + "' is of type " + std::string(value.kind_name()),
                   "Give a value of type " + *type->if_string() + ".");
  const auto* choices = schema.find("enum");
  if (choices != nullptr && choices->is_array() &&
      std::find(choices->if_array()->begin(), choices->if_array()->end(), value) ==
          choices->if_array()->end())
    return invalid("'" + std::string(name) + "' is " + json::dump(value),
                   "Give one of " + json::dump(*choices) + ".");
  if (auto bounds = check_bounds(name, value, schema); !bounds) return bounds;
  const auto* items = schema.find("items");
  if (items != nullptr && value.is_array())
    for (const auto& item : *value.if_array())
      if (auto checked = check_value(name, item, *items); !checked) return checked;
  return {};
}

}  // namespace

Result<void> check_arguments(const json::Value& arguments, const json::Value& schema) {
  if (!arguments.is_object()) return invalid("The arguments are no object", "Give an object.");
  const auto* properties = schema.find("properties");
  static const json::Object kNone;
  const auto& known =
      properties != nullptr && properties->is_object() ? *properties->if_object() : kNone;
  const auto* others = schema.find("additionalProperties");
  const bool takes_others =
      others != nullptr ? *others != json::Value(false) : properties == nullptr;
  for (const auto& argument : *arguments.if_object()) {
    const auto* property = properties != nullptr ? properties->find(argument.key) : nullptr;
    if (property == nullptr && takes_others) continue;
    if (property == nullptr)
      return invalid("Unknown argument '" + argument.key + "'",
                     "Known arguments: " + names_of(known) + ".");
    if (argument.value.is_null()) continue;  // many clients send null for "not given"
    if (auto checked = check_value(argument.key, argument.value, *property); !checked)
      return checked;
  }
  const auto* required = schema.find("required");
  if (required == nullptr || !required->is_array()) return {};
  for (const auto& name : *required->if_array()) {
    const auto* given = name.if_string() != nullptr ? arguments.find(*name.if_string()) : nullptr;
    if (given == nullptr || given->is_null())
      return invalid("Argument " + json::dump(name) + " is missing",
                     "Give all of " + json::dump(*required) + ".");
  }
  return {};
}

}  // namespace codeweaver::mcp
