// Settings shown: for `config --show`, for the reference, as a hash.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/hash.hpp"
#include "settings/load.hpp"
#include "settings/setting_value.hpp"

namespace codeweaver::settings {
namespace {

/// For a cell of a Markdown table.
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
      "# Settings\n\n"
      "Written by `test_settings` from the table in `src/settings/key_table.cpp`.\n\n"
      "Sources, from the weakest to the strongest: built-in defaults, the user's file\n"
      "(`~/.config/codeweaver/codeweaver.toml`), the project's `codeweaver.toml`, the settings "
      "kept "
      "with\n"
      "its index (`codeweaver projects settings`), the file named by `--config`, environment "
      "variables\n"
      "(`search.top_k` is `CODEWEAVER_SEARCH_TOP_K`), the command line (`--set search.top_k=20`).\n"
      "`codeweaver config --show` prints each value and its source. A provider, model or store "
      "that\n"
      "this build lacks is refused where an index is opened; `codeweaver doctor` lists all of "
      "them.\n\n"
      "The project's own file comes with a clone, so it is not trusted with everything. It may not "
      "set "
      "network\n"
      "addresses, commands, paths of models and keys, or anything of the server. It may tighten "
      "limits, such as\n"
      "`indexing.parse_memory`, and not loosen them beyond your own settings or the defaults. What "
      "it may not set is\n"
      "ignored with a warning. Set such values in your own file, or for one project with "
      "`codeweaver projects settings\n"
      "set ID KEY=VALUE`.\n\n"
      "A settings file is read up to 256 KiB, with keys of up to 16 parts and values nested up to "
      "16 "
      "deep; a larger or\n"
      "deeper one is an error that names the file. Of unknown keys ten are named, the others "
      "counted.\n";
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
