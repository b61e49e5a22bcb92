// Reads settings files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "settings/toml_file.hpp"

#include <algorithm>
#include <optional>

#include "base/try.hpp"
#include "settings/toml_parser.hpp"
#include "settings/toml_text.hpp"

namespace codeweaver::settings {
namespace {

std::optional<TextList> texts_of(const toml::array& array) {
  TextList texts;
  for (const toml::node& item : array) {
    const auto* text = item.as_string();
    if (text == nullptr) return std::nullopt;
    texts.push_back(text->get());
  }
  return texts;
}

std::optional<TextMap> texts_of(const toml::table& table) {
  TextMap texts;
  for (const auto& [key, item] : table) {
    const auto* text = item.as_string();
    if (text == nullptr) return std::nullopt;
    texts.emplace(key.str(), text->get());
  }
  return texts;
}

GivenValue value_of(const toml::node& node) {
  if (const auto* claim = node.as_boolean()) return claim->get();
  if (const auto* integer = node.as_integer()) return integer->get();
  if (const auto* number = node.as_floating_point()) return number->get();
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* array = node.as_array()) {
    if (auto list = texts_of(*array)) return *std::move(list);
    return UnusableValue{"a list with items that are not texts"};
  }
  if (const auto* table = node.as_table()) {
    if (auto map = texts_of(*table)) return *std::move(map);
    return UnusableValue{"a table with values that are not texts"};
  }
  return UnusableValue{"a date or time"};
}

TomlEntry entry_of(std::string key, const toml::node& node) {
  return {std::move(key), value_of(node), node.source().begin.line};
}

Error no_toml(const std::string& name, const toml::parse_error& error) {
  const auto at = error.source().begin;
  return {ErrorCategory::kInvalidArgument, "INVALID_SETTINGS_FILE",
          name + " is not TOML at line " + std::to_string(at.line) + ", column " +
              std::to_string(at.column) + ": " + shortened(error.description()),
          "reading settings", "Correct the file at this place."};
}

}  // namespace

Result<std::vector<TomlEntry>> read_toml(const std::filesystem::path& path) {
  CODEWEAVER_ASSIGN(const auto text, read_toml_text(path));
  std::vector<TomlEntry> entries;
  try {
    const toml::table root = toml::parse(text, path.string());
    for (const auto& [section, node] : root) {
      const auto* table = node.as_table();
      if (table == nullptr) {
        entries.push_back(entry_of(std::string(section.str()), node));
        continue;
      }
      for (const auto& [key, item] : *table)
        entries.push_back(
            entry_of(std::string(section.str()) + "." + std::string(key.str()), item));
    }
  } catch (const toml::parse_error& error) {
    return no_toml("'" + path.string() + "'", error);
  }
  std::stable_sort(entries.begin(), entries.end(),
                   [](const TomlEntry& a, const TomlEntry& b) { return a.line < b.line; });
  return entries;
}

Result<void> check_toml(std::string_view text) {
  if (text.size() > kMaxTomlBytes || line_too_deep(text) != 0) return {};
  CODEWEAVER_TRY(check_ascii(text, "The file"));
  try {
    static_cast<void>(toml::parse(text));
  } catch (const toml::parse_error& error) {
    return no_toml("The file", error);
  }
  return {};
}

GivenValue read_toml_value(std::string_view text) {
  const std::string line = "value = " + std::string(text);
  try {
    const bool is_bad =
        text.size() > kMaxTomlBytes || line_too_deep(line) != 0 || !check_ascii(line, "The value");
    const toml::table root = is_bad ? toml::table() : toml::parse(line);
    if (const toml::node* value = root.get("value"); value != nullptr && root.size() == 1)
      return value_of(*value);
  } catch (const toml::parse_error&) {
  }
  return UnusableValue{"'" + shortened(text) + "', which is not TOML"};
}

}  // namespace codeweaver::settings
