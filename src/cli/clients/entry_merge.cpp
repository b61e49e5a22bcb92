// Merges our entry into an existing one, and decides whether an entry is ours.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/clients/entry_merge.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
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

/// Returns the program of an entry: its command, or the first word of it; empty: none.
std::string_view program_of(const json::Value& entry) {
  const auto* command = entry.find("command");
  if (command != nullptr && command->is_array())
    command = command->if_array()->empty() ? nullptr : &command->if_array()->front();
  return command != nullptr && command->is_string() ? std::string_view(*command->if_string())
                                                    : std::string_view();
}

/// Whether a member has nothing to lose: it is empty, or a switch that a client sets.
bool is_negligible(const json::Member& member) {
  const auto& value = member.value;
  if (value.if_bool() != nullptr) return member.key == "enabled" || member.key == "disabled";
  return value.is_null() || (value.is_object() && value.if_object()->empty()) ||
         (value.is_array() && value.if_array()->empty());
}

/// Whether a member has the value of `wanted`, apart from the path of the program.
bool is_as_wanted(const json::Member& member, const json::Value& wanted) {
  const auto* const value = wanted.find(member.key);
  if (value == nullptr) return false;
  if (member.key != "command") return member.value == *value;
  const auto* const words = member.value.if_array();
  return words == nullptr || (words->size() == 2 && has_our_argument(*words, 1));
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

bool starts_codeweaver(std::string_view command, std::string_view program) {
  const auto file = std::filesystem::path(command).filename();
  return command == program || file == "codeweaver" || file == "codeweaver.exe";
}

Error other_program(std::string_view command) {
  return {ErrorCategory::kUnsupported, "OTHER_ENTRY",
          "The entry \"codeweaver\" starts " +
              (command.empty() ? "no program" : "another program: '" + std::string(command) + "'"),
          "reading a settings file", ""};
}

Result<void> check_removal(const json::Value& known, const json::Value& wanted,
                           const std::optional<json::Object>& former) {
  CODEWEAVER_TRY(merged_members(known, wanted));
  const auto command = program_of(known);
  if (!starts_codeweaver(command, program_of(wanted))) return other_program(command);
  const auto stays = [&](const json::Member& member) {
    return former && (member.key == "command" ||
                      std::ranges::find(*former, member.key, &json::Member::key) == former->end());
  };
  std::string others;
  for (const auto& member : *known.if_object())
    if (!stays(member) && !is_negligible(member) && !is_as_wanted(member, wanted))
      others.append(others.empty() ? "" : ", ").append(member.key);
  if (others.empty()) return {};
  return Error{ErrorCategory::kUnsupported, "OTHER_ENTRY",
               "The entry \"codeweaver\" has values that codeweaver did not write: " + others,
               "reading a settings file", ""};
}

}  // namespace codeweaver::cli
