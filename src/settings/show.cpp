// Settings for `config --show` and docs/reference/settings.md, and their hash.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/hash.hpp"
#include "settings/load.hpp"
#include "settings/setting_value.hpp"

namespace codeweaver::settings {
namespace {

/// Escapes text for a cell of a Markdown table.
std::string cell(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string reference_row(const Key& key, const Settings& defaults) {
  std::string doc(key.doc);
  for (const std::string_view alias : aliases_of(key)) doc += "; also `" + std::string(alias) + "`";
  if (key.has(kUserOnly)) doc += "; not in a project's file";
  if (key.has(kAtMost)) doc += "; a project's file may only tighten it";
  if (key.has(kAtLeast)) doc += "; a project's file may only raise it";
  if (key.has(kShapesIndex)) doc += "; a change re-indexes";
  return "| `" + std::string(key.name) + "` | " + describe_type(key) + " | `" +
         value_text(key, defaults) + "` | " + cell(doc) + " |\n";
}

}  // namespace

std::string settings_hash(const Settings& settings) {
  std::string text;
  for (const Key& key : keys())
    if (key.has(kShapesIndex))
      text.append(key.name).append(" = ").append(value_text(key, settings)).append("\n");
  return "xxh3:" + base::hash128(text).hex();
}

std::vector<ShownSetting> show(const EffectiveSettings& effective) {
  std::vector<ShownSetting> shown;
  for (const Key& key : keys()) {
    std::string value = value_text(key, effective.settings);
    if (key.has(kSecret)) value = value == "\"\"" ? "(not set)" : "(set)";
    const auto origin = effective.origins.find(key.name);
    shown.push_back({key.name, std::move(value),
                     origin == effective.origins.end() ? "default" : origin->second,
                     describe_type(key), key.doc});
  }
  return shown;
}

std::string reference_markdown() {
  const Settings defaults;
  std::string text =
      "# Settings\n"
      "\n"
      "Written by `test_settings` from the table in `src/settings/key_table.cpp`.\n"
      "\n"
      "Sources, lowest precedence first: built-in defaults, the user's file\n"
      "(`~/.config/codeweaver/codeweaver.toml`), `codeweaver.toml` in the project's folder, the "
      "settings of the project\n"
      "(`codeweaver projects settings`, stored with its index), the file of `--config`, "
      "environment variables\n"
      "(`search.limit` is `CODEWEAVER_SEARCH_LIMIT`), the command line (`--set search.limit=20`).\n"
      "`codeweaver config --show` prints each value and its source. If a build lacks a provider, "
      "model or store of the settings,\n"
      "opening an index fails with an error. `codeweaver doctor` lists all providers.\n"
      "\n"
      "`codeweaver.toml` in a project's folder comes with a clone, so it is not fully trusted. It "
      "may not set network\n"
      "addresses, commands, paths of models and keys, or settings of the server. It may tighten "
      "limits, such as\n"
      "`indexing.parse_memory`, but not loosen them beyond your own settings or the defaults. "
      "Settings that it may not change are\n"
      "ignored with a warning. Set such values in your own file; limits also for one project with "
      "`codeweaver projects settings\n"
      "set ID KEY=VALUE`.\n"
      "\n"
      "A settings file may have up to 256 KiB, keys of up to 16 parts and values nested up to 16 "
      "levels. A file beyond these\n"
      "limits is an error that names the file. If a file has more than ten unknown keys, the "
      "warnings name ten and count the rest.\n";
  std::string_view section;
  for (const Key& key : keys()) {
    if (key.section() != section) {
      section = key.section();
      text += "\n## [" + std::string(section) +
              "]\n\n| key | type | default | meaning |\n|---|---|---|---|\n";
    }
    text += reference_row(key, defaults);
  }
  return text;
}

}  // namespace codeweaver::settings
