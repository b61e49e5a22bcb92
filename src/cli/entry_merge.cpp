// Merges our entry into an existing one.
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
/// Member names for the address of a server that the client does not start.
constexpr std::array<std::string_view, 3> kAddressKeys = {"url", "serverUrl", "httpUrl"};

Error other_entry(std::string_view key) {
  return {ErrorCategory::kUnsupported, "OTHER_ENTRY",
          "The existing entry \"codeweaver\" has another form (\"" + std::string(key) + "\")",
          "reading a settings file", ""};
}

/// Whether a new entry gets the member, but an existing entry does not need it.
bool is_optional(std::string_view key) {
  return key == "env" || key == "enabled";
}

bool is_argument(const json::Value& value) {
  const auto* const text = value.if_string();
  return text != nullptr && *text == kOurArgument;
}

/// Whether the list has "mcp" at an index.
bool has_our_argument(const json::Array& items, std::size_t at) {
  return at < items.size() && is_argument(items[at]);
}

/// Returns the new value of a member; its old value if that works.
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
