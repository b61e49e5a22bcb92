// Loads settings from all sources, in order of precedence.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "settings/load.hpp"

#include <algorithm>
#include <utility>

#include "base/try.hpp"
#include "settings/assignment.hpp"
#include "settings/chunk_sizes.hpp"
#include "settings/setting_value.hpp"
#include "settings/toml_file.hpp"

namespace codeweaver::settings {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "CODEWEAVER_";
constexpr std::string_view kFileName = "codeweaver.toml";
constexpr const char* kProjectFile = "project file";
constexpr std::size_t kShownUnknown = 10;     // maximum number of unknown keys to list per file
constexpr std::size_t kLongestMistyped = 64;  // longer keys, in bytes, get no suggestion

/// One source of values.
struct Source {
  std::string origin;  ///< for EffectiveSettings::origins
  std::string place;   ///< for messages: "user file '/x/codeweaver.toml', line 3"
  std::string name{};  ///< for messages: the setting as the source names it
  fs::path folder{};   ///< base of relative paths; empty: paths are not changed
  bool is_project = false;
  bool is_clone = false;  ///< codeweaver.toml of the project, written by the project's authors
};

class Loader {
 public:
  explicit Loader(const LoadRequest& request) : request_(request) {
    for (const Key& key : keys()) result_.origins.emplace(key.name, "default");
  }

  Result<EffectiveSettings> run() {
    const fs::path project_file =
        request_.project_root.empty() ? fs::path() : request_.project_root / kFileName;
    std::error_code ignored;
    // A user who passes the project's own file as --config trusts it.
    const bool is_named = !request_.config_file.empty() && !project_file.empty() &&
                          fs::equivalent(project_file, request_.config_file, ignored);
    CODEWEAVER_TRY(load_file(request_.user_file, "user file", false));
    if (!is_named) CODEWEAVER_TRY(load_file(project_file, kProjectFile, true));
    CODEWEAVER_TRY(load_file(request_.project_settings, "project settings", true));
    if (!request_.config_file.empty() && !fs::exists(request_.config_file, ignored))
      return Error{ErrorCategory::kNotFound, "SETTINGS_FILE_NOT_FOUND",
                   "Settings file '" + request_.config_file.string() + "' does not exist",
                   "loading settings", "Check the path."};
    CODEWEAVER_TRY(load_file(request_.config_file, "config file", false));
    CODEWEAVER_TRY(load_environment());
    CODEWEAVER_TRY(load_overrides());
    CODEWEAVER_TRY(check_together());
    return std::move(result_);
  }

 private:
  Result<void> load_file(const fs::path& path, const std::string& what, bool is_project) {
    std::error_code ignored;
    if (path.empty() || !fs::exists(path, ignored)) return {};
    CODEWEAVER_ASSIGN(auto entries, read_toml(path));
    const std::string named = what + " '" + path.string() + "'";
    Source source{is_project ? what : what + " " + path.string(), named,      {},
                  fs::absolute(path, ignored).parent_path(),      is_project, what == kProjectFile};
    std::size_t unknown = 0;
    for (TomlEntry& entry : entries) {
      source.place = named + ", line " + std::to_string(entry.line);
      source.name = entry.key;
      const Key* key = find_key(entry.key);
      if (key == nullptr) {
        if (++unknown <= kShownUnknown) warn_unknown(entry.key, source.place);
      } else if (auto done = assign(*key, std::move(entry.value), source); !done) {
        return done;
      }
    }
    if (unknown > kShownUnknown)
      result_.warnings.push_back(std::to_string(unknown - kShownUnknown) +
                                 " more unknown settings in the " + named);
    return {};
  }

  Result<void> load_environment() {
    for (const Key& key : keys()) {
      auto names = aliases_of(key, true);
      names.push_back(key.name);
      for (const std::string_view name : names) {
        constexpr std::string_view kFamilyPrefix = "codeweaver.";
        if (name.starts_with(kFamilyPrefix)) {
          const std::string variable = environment_name(name.substr(kFamilyPrefix.size()));
          CODEWEAVER_TRY(load_variable(key, name, variable));
        }
        CODEWEAVER_TRY(load_variable(key, name, environment_name(name)));
      }
    }
    for (const auto& [name, value] : request_.environment) warn_unknown_variable(name);
    return {};
  }

  Result<void> load_variable(const Key& key, std::string_view name, const std::string& variable) {
    known_variables_.push_back(variable);
    const auto found = request_.environment.find(variable);
    if (found == request_.environment.end() || found->second.empty()) return {};
    const Source source{"environment " + variable, "environment variable " + variable,
                        std::string(name)};
    return assign(key, read_text(key, found->second), source);
  }

  Result<void> load_overrides() {
    for (const std::string& text : request_.overrides) {
      CODEWEAVER_ASSIGN(const auto given, read_assignment(text, "reading the command line"));
      const Key* key = given.key;
      const Source source{"command line", "command line", given.name};
      if (auto done = assign(*key, read_text(*key, given.value), source); !done) return done;
    }
    return {};
  }

  Result<void> assign(const Key& key, GivenValue value, const Source& source) {
    if (source.is_project && key.has(kUserOnly)) {
      result_.warnings.push_back(source.name + " is ignored in the " + source.place +
                                 ": a project may not set it. Set it in your own settings file");
      return {};
    }
    if (key.has(kPath) && !source.folder.empty()) resolve_paths(value, source.folder);
    if (source.is_project && key.has(kPath) && leaves(value, source.folder)) {
      result_.warnings.push_back(source.name + " = " + describe_value(value) +
                                 " is ignored in the " + source.place +
                                 ": the path is outside the project");
      return {};
    }
    if (source.is_clone && loosens(key, value, result_.settings)) {
      warn_loosened(key, value, source);
      return {};
    }
    if (!store_value(key, value, result_.settings))
      return invalid_value(source.name, key, value, "reading the " + source.place);
    result_.origins.find(key.name)->second = source.origin;
    return {};
  }

  void warn_loosened(const Key& key, const GivenValue& value, const Source& source) {
    const std::string name(key.name);
    result_.warnings.push_back(name + " = " + describe_value(value) + " is ignored in the " +
                               source.place + ": a project may only " +
                               (key.has(kAtLeast) ? "raise" : "tighten") + " it, from " +
                               value_text(key, result_.settings) + ". To allow it, set " + name +
                               " in your own settings file or in your settings for this project");
  }

  void resolve_paths(GivenValue& value, const fs::path& folder) const {
    const auto resolve = [&](std::string& text) {
      const auto home = request_.environment.find("HOME");
      if (text.starts_with("~/") && home != request_.environment.end())
        text = home->second + text.substr(1);
      if (!text.empty()) text = (folder / text).lexically_normal().string();
    };
    if (auto* text = std::get_if<std::string>(&value)) resolve(*text);
    if (auto* list = std::get_if<TextList>(&value))
      for (std::string& text : *list) resolve(text);
  }

  /// Whether a path in a project's file is outside its folder, also through a link.
  static bool leaves(const GivenValue& value, const fs::path& folder) {
    const auto* text = std::get_if<std::string>(&value);
    if (text == nullptr || text->empty()) return false;
    std::error_code failed;
    const fs::path inside = fs::weakly_canonical(*text, failed)
                                .lexically_relative(fs::weakly_canonical(folder, failed));
    return failed || inside.empty() || *inside.begin() == "..";
  }

  void warn_unknown(const std::string& name, const std::string& place) {
    std::string text = "Unknown setting '" + shortened(name) + "' in the " + place;
    if (const std::string by(replacement_of(name)); !by.empty())
      text += "; it was replaced by " + by;
    else if (name.size() <= kLongestMistyped)
      if (const std::string nearest = nearest_key(name); !nearest.empty())
        text += "; did you mean " + nearest + "?";
    result_.warnings.push_back(std::move(text));
  }

  /// Other programs may use variables with our prefix, so this warns only about variables that
  /// begin with the name of a section.
  void warn_unknown_variable(std::string_view name) {
    if (!name.starts_with(kPrefix) ||
        std::find(known_variables_.begin(), known_variables_.end(), name) != known_variables_.end())
      return;
    for (const Key& key : keys()) {
      const std::string section = environment_name(key.section()) + "_";
      if (!name.starts_with(section)) continue;
      std::string as_key(key.section());
      as_key += '.';
      for (const char c : name.substr(section.size()))
        as_key += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
      const auto by = replacement_of(as_key);
      const std::string nearest = nearest_key(as_key);
      result_.warnings.push_back(
          "Unknown setting in the environment variable " + std::string(name) +
          (!by.empty()       ? "; it was replaced by " + environment_name(by)
           : nearest.empty() ? ""
                             : "; did you mean " + environment_name(nearest) + "?"));
      return;
    }
  }

  Result<void> check_together() {
    if (auto fitted = fit_chunk_sizes(result_); !fitted) return fitted;
    const auto& search = result_.settings.search;
    if (search.weight_rerank + search.weight_dense + search.weight_sparse +
            search.weight_semantic <=
        0)
      return Error{
          ErrorCategory::kInvalidArgument, "INVALID_SETTING",
          "search.weight_rerank, weight_dense, weight_sparse and weight_semantic are all 0",
          "loading settings", "Make at least one of them larger than 0."};
    return {};
  }

  const LoadRequest& request_;
  EffectiveSettings result_;
  std::vector<std::string> known_variables_;
};

}  // namespace

Result<EffectiveSettings> load(const LoadRequest& request) {
  return Loader(request).run();
}

}  // namespace codeweaver::settings
