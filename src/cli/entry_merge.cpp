// Merging the entry for this server into one that a person wrote.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/entry_merge.hpp"

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "base/try.hpp"

namespace codeweaver::cli {
namespace {

constexpr std::string_view kOurArgument = "mcp";
/// What the clients call the address of a server that they do not start.
constexpr std::array<std::string_view, 3> kAddressKeys = {"url", "serverUrl", "httpUrl"};

Error other_entry(std::string_view key) {
  return {ErrorCategory::kUnsupported, "OTHER_ENTRY",
          "The entry \"codeweaver\" is of another kind (\"" + std::string(key) + "\")",
          "reading a file of settings", ""};
}

/// Members that a new entry gets, and that one of a person does without.
bool is_optional(std::string_view key) {
  return key == "env" || key == "enabled";
}

bool is_argument(const json::Value& value) {
  const auto* const text = value.if_string();
  return text != nullptr && *text == kOurArgument;
}

/// ["mcp", ...], from an item on.
bool has_our_argument(const json::Array& items, std::size_t at) {
  return at < items.size() && is_argument(items[at]);
}

/// The value that a member gets; the one it has where that will do.
Result<json::Value> merged_value(std::string_view key, const json::Value& known,
                                 const json::Value& wanted) {
  if (known.kind_name() != wanted.kind_name()) return other_entry(key);
  if (key == "type" || key == "source")
    return known == wanted ? Result<json::Value>(known) : other_entry(key);
  const auto* const items = known.if_array();
  if (key == "args") return items != nullptr && has_our_argument(*items, 0) ? known : wanted;
  if (key != "command") return known;
  if (items == nullptr || !has_our_argument(*items, 1)) return wanted;
  auto words = *items;  // program and arguments in one list
  words.front() = wanted.if_array()->front();
  return json::Value(std::move(words));
}

}  // namespace

Result<json::Object> merged_members(const json::Value& known, const json::Value& wanted) {
  if (!known.is_object()) return other_entry(known.kind_name());
  for (const auto key : kAddressKeys)
    if (known.find(key) != nullptr) return other_entry(key);
  json::Object changes;
  for (const auto& member : *wanted.if_object()) {
    const auto* const old = known.find(member.key);
    if (old == nullptr) {
      if (!is_optional(member.key)) changes.push_back(member);
      continue;
    }
    CODEWEAVER_ASSIGN(auto value, merged_value(member.key, *old, member.value));
    if (value != *old) changes.push_back({member.key, std::move(value)});
  }
  return changes;
}

}  // namespace codeweaver::cli
