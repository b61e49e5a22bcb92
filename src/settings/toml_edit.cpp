// Changes values in a settings file and keeps the rest of the text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "settings/toml_edit.hpp"

#include <optional>
#include <string_view>
#include <utility>

#include "base/file.hpp"
#include "base/try.hpp"
#include "settings/setting_value.hpp"
#include "settings/toml_parser.hpp"
#include "settings/toml_position.hpp"
#include "settings/toml_text.hpp"

namespace codeweaver::settings {
namespace {

std::pair<std::string, std::string> split_name(const std::string& name) {
  const auto dot = name.find('.');
  return {name.substr(0, dot), name.substr(dot + 1)};
}

/// Sets one value in `text`; throws toml::parse_error.
std::string with_value(std::string text, const std::string& name, const std::string& value) {
  const auto [section, key] = split_name(name);
  const toml::table root = toml::parse(text);
  const toml::node* const node = root[section][key].node();
  if (node != nullptr) {
    const auto begin = offset_of(text, node->source().begin);
    return text.replace(begin, offset_of(text, node->source().end) - begin, value);
  }
  if (!text.empty() && text.back() != '\n') text += '\n';
  const std::string line = key + " = " + value + '\n';
  if (const auto* table = root[section].as_table())
    return text.insert(line_begin(text, table->source().begin.line + 1), line);
  return text + (text.empty() ? "" : "\n") + '[' + section + "]\n" + line;
}

/// Returns the expected content of the file after the change.
toml::table expected(toml::table root, const TomlValues& values) {
  for (const auto& [name, value] : values) {
    const auto [section, key] = split_name(name);
    const toml::table given = toml::parse("value = " + value);
    if (root[section].node() == nullptr) root.insert(section, toml::table{});
    if (auto* table = root[section].as_table())
      given["value"].visit([&](const auto& node) { table->insert_or_assign(key, node); });
  }
  return root;
}

/// Returns the edited text; nullopt: the form of the file does not allow the change.
std::optional<std::string> edited(std::string text, const TomlValues& values) {
  try {
    const auto wanted = expected(toml::parse(text), values);
    // Each value is inserted at the top of its section, so start with the last one.
    for (auto value = values.rbegin(); value != values.rend(); ++value)
      text = with_value(std::move(text), value->first, value->second);
    if (toml::parse(text) == wanted) return text;
  } catch (const toml::parse_error&) {
  }
  return std::nullopt;
}

Error bad_file(const std::filesystem::path& path, const toml::parse_error& error) {
  return {ErrorCategory::kInvalidArgument, "INVALID_SETTINGS_FILE",
          "'" + path.string() + "' is not TOML at line " +
              std::to_string(error.source().begin.line) + ": " + shortened(error.description()),
          "changing settings", "Correct this line."};
}

}  // namespace

Result<void> set_toml_values(const std::filesystem::path& path, const TomlValues& values) {
  std::string text;
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored)) {
    CODEWEAVER_ASSIGN(auto read, read_toml_text(path));
    text = std::move(read);
  }
  try {
    static_cast<void>(toml::parse(text));
  } catch (const toml::parse_error& error) {
    return bad_file(path, error);
  }
  const auto changed = edited(text, values);
  if (!changed)
    return Error{ErrorCategory::kUnsupported, "SETTINGS_FILE_FORM",
                 "'" + path.string() + "' has a form that cannot be changed automatically",
                 "changing settings", "Add these lines by hand:\n" + toml_text(values)};
  return base::write_user_file(path, *changed);
}

std::string toml_text(const TomlValues& values) {
  std::string text, current;
  for (const auto& [name, value] : values) {
    const auto [section, key] = split_name(name);
    if (section != current) text.append(text.empty() ? "[" : "\n[").append(section).append("]\n");
    current = section;
    text.append(key).append(" = ").append(value).append("\n");
  }
  return text;
}

}  // namespace codeweaver::settings
