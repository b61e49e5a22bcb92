// Checks arguments of tools against their schema.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/edit_distance.hpp"
#include "base/joined.hpp"
#include "base/try.hpp"
#include "mcp/schema_check.hpp"
#include "mcp/tool.hpp"

namespace codeweaver::mcp {
namespace {

constexpr auto kContext = "checking the tool's arguments";

Error invalid(std::string cause, std::string action) {
  return {ErrorCategory::kInvalidArgument, "INVALID_ARGUMENT", std::move(cause), kContext,
          std::move(action)};
}

bool is_given(const json::Value& arguments, std::string_view name) {
  const auto* const value = arguments.find(name);
  return value != nullptr && !value->is_null();
}

Error unknown_argument(const std::string& name, const json::Object& known) {
  auto cause = "Unknown argument '" + name.substr(0, 100) + "'";
  if (known.empty())
    return invalid(std::move(cause), "This tool takes no arguments; call it without any.");
  std::vector<std::string_view> names;
  for (const auto& member : known) names.push_back(member.key);
  const auto nearest = base::nearest_name(std::string_view(name).substr(0, 100), names);
  return invalid(std::move(cause),
                 (nearest.empty() ? "" : "Did you mean '" + std::string(nearest) + "'? ") +
                     "Known arguments: " + base::joined(known, ", ", &json::Member::key) + ".");
}

Error given_twice(const std::string& other, const std::string& listed) {
  return invalid("'" + other + "' and '" + listed + "' are two names of one argument",
                 "Give only one of them.");
}

}  // namespace

Result<void> check_arguments(const json::Value& arguments, const json::Value& schema) {
  if (!arguments.is_object()) return invalid("The arguments are not an object", "Give an object.");
  const auto* properties = schema.find("properties");
  static const json::Object kNone;
  const auto& known =
      properties != nullptr && properties->is_object() ? *properties->if_object() : kNone;
  const auto* others = schema.find("additionalProperties");
  const bool takes_others =
      others != nullptr ? *others != json::Value(false) : properties == nullptr;
  for (const auto& argument : *arguments.if_object())
    if (!takes_others && (properties == nullptr || properties->find(argument.key) == nullptr))
      return unknown_argument(argument.key, known);
  auto checked = check_members(arguments, schema);
  if (checked) return checked;
  auto error = std::move(checked).error();
  error.context = kContext;
  return error;
}

Result<json::Value> read_arguments(json::Value arguments, const Tool& tool) {
  if (auto* const members = arguments.if_object()) {
    for (const auto& [other, listed] : tool.other_names) {
      if (is_given(arguments, other) && is_given(arguments, listed))
        return given_twice(other, listed);
      const auto& absent = is_given(arguments, other) ? listed : other;  // null, or missing
      std::erase_if(*members, [&](const json::Member& member) { return member.key == absent; });
      for (auto& member : *members)
        if (member.key == other) member.key = listed;
    }
    use_listed_choices(arguments, tool.input_schema);
  }
  CODEWEAVER_TRY(check_arguments(arguments, tool.input_schema));
  return arguments;
}

}  // namespace codeweaver::mcp
