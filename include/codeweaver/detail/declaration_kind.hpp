// The kind of declaration that a question asks for (setting, table, route, ...), and files of it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_TEXT_DECLARATION_KIND_HPP_
#define CODEWEAVER_TEXT_DECLARATION_KIND_HPP_

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "codeweaver/detail/asked_kind.hpp"
#include "codeweaver/text/identifier.hpp"

namespace codeweaver::inline v0_1::text {

/// Declarations that projects keep in files of their own.
enum class DeclarationKind : std::uint8_t {
  kNone,
  kSetting,     ///< settings, defaults, limits, flags, environment variables
  kSchema,      ///< tables, columns, migrations
  kWorkflow,    ///< jobs of continuous integration
  kRoute,       ///< URLs of a service
  kBuild,       ///< options and targets of the build
  kStyle,       ///< style sheets
  kDeployment,  ///< Terraform, containers, Kubernetes
  kDevicetree   ///< hardware descriptions and Kconfig
};

/// A plural noun for the kind; empty for kNone.
constexpr std::string_view described(DeclarationKind kind) noexcept {
  switch (kind) {
    case DeclarationKind::kSetting:
      return "settings";
    case DeclarationKind::kSchema:
      return "tables or migrations";
    case DeclarationKind::kWorkflow:
      return "CI jobs";
    case DeclarationKind::kRoute:
      return "routes";
    case DeclarationKind::kBuild:
      return "build options";
    case DeclarationKind::kStyle:
      return "styles";
    case DeclarationKind::kDeployment:
      return "deployments";
    case DeclarationKind::kDevicetree:
      return "hardware descriptions";
    case DeclarationKind::kNone:
      break;
  }
  return "";
}

/// Whether a question for this kind names the kind of file, as "cmake option" does. Settings,
/// tables and routes may also be in files that usually hold something else.
constexpr bool names_kind_of_file(DeclarationKind kind) noexcept {
  return kind >= DeclarationKind::kWorkflow && kind != DeclarationKind::kRoute;
}

namespace detail {

using Phrases = std::span<const std::string_view>;

/// Whether one of the phrases begins at one of the first `most` words.
inline bool has_phrase(const AskingWords& words, Phrases phrases, std::size_t most) {
  return std::ranges::any_of(phrases, [&](std::string_view phrase) {
    return words.find(phrase) < std::min(most, words.size());
  });
}

/// A path in lower case, cut into the parts that tell its role.
struct PathRole {
  std::string path;            ///< in lower case
  std::string_view name;       ///< of the file
  std::string_view extension;  ///< without the dot; empty: none

  explicit PathRole(std::string_view given) : path(to_lower(given)) {
    const std::string_view all = path;
    name = all.substr(all.rfind('/') + 1);  // npos + 1 is 0
    const auto dot = name.rfind('.');
    if (dot != std::string_view::npos) extension = name.substr(dot + 1);
    original_name = given.substr(given.rfind('/') + 1);
  }
  bool has_extension(Phrases list) const {
    return std::ranges::find(list, extension) != list.end();
  }
  /// Whether a folder has one of these names, or the name of the file has one of them as a part.
  bool has_part(Phrases list) const {
    const auto is_in_list = [&](std::string_view word) {
      return std::ranges::find(list, word) != list.end();
    };
    std::string_view rest = path;
    for (auto slash = rest.find('/'); slash != std::string_view::npos; slash = rest.find('/')) {
      if (is_in_list(rest.substr(0, slash))) return true;
      rest.remove_prefix(slash + 1);
    }
    bool found = is_in_list(name.substr(0, name.find('.')));
    for_each_part(original_name,
                  [&](std::string_view part) { found = found || is_in_list(to_lower(part)); });
    return found;
  }

 private:
  std::string_view original_name;  ///< its case separates its parts
};

}  // namespace detail

/// The kind of declaration that a question asks for, by phrases such as "environment variable",
/// "migration" and "workflow job". Those that name a kind of file must be at the beginning. kNone:
/// none, or a text that is not a question.
inline DeclarationKind asked_declaration(std::string_view query) {
  using detail::has_phrase;
  static constexpr auto kDevicetree =
      std::to_array<std::string_view>({"device tree", "devicetree", "dts", "kconfig"});
  static constexpr auto kWorkflow = std::to_array<std::string_view>(
      {"ci job", "ci workflow", "github action", "github actions", "github workflow",
       "pipeline job", "release workflow", "workflow file", "workflow job", "workflow that"});
  static constexpr auto kBuild = std::to_array<std::string_view>(
      {"build flag", "build option", "build target", "cargo feature", "cmake", "compile flag",
       "compile option", "compile time option", "configure option", "gradle task", "make target",
       "makefile", "meson option", "npm script"});
  static constexpr auto kStyle =
      std::to_array<std::string_view>({"css", "scss", "style sheet", "stylesheet", "stylesheets"});
  static constexpr auto kDeployment =
      std::to_array<std::string_view>({"docker compose", "docker image", "dockerfile", "helm",
                                       "helm chart", "kubernetes manifest", "terraform"});
  static constexpr auto kSchema = std::to_array<std::string_view>(
      {"column", "columns", "creates the table", "database index", "database schema",
       "database table", "foreign key", "migration", "migrations", "sql", "table for", "table of",
       "table that", "table which", "tables for", "unique index"});
  static constexpr auto kRoute =
      std::to_array<std::string_view>({"api endpoint", "endpoint", "endpoints", "http route",
                                       "rest api", "route", "routes", "url for", "url of"});
  static constexpr auto kSetting = std::to_array<std::string_view>(
      {"by default", "configurable", "default", "defaults", "how long", "how many", "how much",
       "how often", "maximum number", "option", "preference", "preferences", "setting",
       "settings"});
  if (query_kind(query) >= QueryKind::kSnippet) return DeclarationKind::kNone;
  const detail::AskingWords words(query);
  if (words.size() > kMostAskingWords || words.is(0, "from")) return DeclarationKind::kNone;
  constexpr std::size_t kFirst = 4;  // "how is the docker image": later words are about its use
  const std::size_t all = words.size();
  if (has_phrase(words, kDevicetree, kFirst)) return DeclarationKind::kDevicetree;
  if (has_phrase(words, kWorkflow, kFirst)) return DeclarationKind::kWorkflow;
  if (has_phrase(words, kBuild, kFirst)) return DeclarationKind::kBuild;
  if (has_phrase(words, kStyle, kFirst)) return DeclarationKind::kStyle;
  if (has_phrase(words, kDeployment, kFirst)) return DeclarationKind::kDeployment;
  if (has_phrase(words, kSchema, all)) return DeclarationKind::kSchema;
  if (has_phrase(words, kRoute, all)) return DeclarationKind::kRoute;
  return has_phrase(words, kSetting, all) ? DeclarationKind::kSetting : DeclarationKind::kNone;
}

/// Whether files of this path usually hold such declarations. `path` is '/' separated.
inline bool usually_declares(DeclarationKind kind, std::string_view path) {
  if (kind == DeclarationKind::kNone) return false;
  const detail::PathRole role(path);
  const auto is_ci = [&role] {
    static constexpr auto kFolders =
        std::to_array<std::string_view>({".github/workflows/", ".circleci/", ".gitlab/ci/",
                                         ".buildkite/", ".woodpecker/", ".azure-pipelines/"});
    static constexpr auto kFiles = std::to_array<std::string_view>(
        {".gitlab-ci.yml", ".travis.yml", "azure-pipelines.yml", "jenkinsfile", "appveyor.yml"});
    const auto is_below = [&role](std::string_view folder) {
      return role.path.starts_with(folder) ||
             role.path.find("/" + std::string(folder)) != std::string::npos;
    };
    return std::ranges::any_of(kFolders, is_below) ||
           std::ranges::find(kFiles, role.name) != kFiles.end();
  };
  switch (kind) {
    case DeclarationKind::kWorkflow:
      return is_ci();
    case DeclarationKind::kSetting: {
      static constexpr auto kExtensions =
          std::to_array<std::string_view>({"cfg", "conf", "defconfig", "env", "hjson", "ini",
                                           "json5", "properties", "tfvars", "toml", "yaml", "yml"});
      static constexpr auto kParts = std::to_array<std::string_view>(
          {"args",          "cli",        "conf",     "config",     "configs",
           "configuration", "const",      "constant", "constants",  "consts",
           "default",       "defaults",   "flags",    "kconfig",    "option",
           "options",       "parameters", "params",   "preference", "preferences",
           "prefs",         "setting",    "settings", "variables",  "vars"});
      return (role.has_extension(kExtensions) || role.has_part(kParts)) && !is_ci();
    }
    case DeclarationKind::kSchema: {
      static constexpr auto kExtensions = std::to_array<std::string_view>({"prisma", "sql"});
      static constexpr auto kParts =
          std::to_array<std::string_view>({"changelog", "changelogs", "ddl", "flyway", "liquibase",
                                           "migration", "migrations", "migrate", "schema"});
      return role.extension != "md" && (role.has_extension(kExtensions) || role.has_part(kParts));
    }
    case DeclarationKind::kRoute: {
      static constexpr auto kParts = std::to_array<std::string_view>(
          {"controller", "controllers", "endpoint", "endpoints", "handler", "handlers", "route",
           "router", "routers", "routes", "routing", "urls"});
      return role.has_part(kParts);
    }
    case DeclarationKind::kBuild: {
      static constexpr auto kExtensions =
          std::to_array<std::string_view>({"bazel", "cmake", "gradle", "kts", "mk", "pro", "sbt"});
      static constexpr auto kNames = std::to_array<std::string_view>(
          {"build.zig", "cargo.toml", "cmakelists.txt", "configure.ac", "gnumakefile", "justfile",
           "makefile", "meson.build", "meson_options.txt", "package.json", "pyproject.toml",
           "rakefile", "setup.py"});
      return role.has_extension(kExtensions) ||
             std::ranges::find(kNames, role.name) != kNames.end();
    }
    case DeclarationKind::kStyle: {
      static constexpr auto kExtensions =
          std::to_array<std::string_view>({"css", "less", "pcss", "sass", "scss", "styl"});
      return role.has_extension(kExtensions);
    }
    case DeclarationKind::kDeployment: {
      static constexpr auto kExtensions = std::to_array<std::string_view>({"hcl", "tf", "tfvars"});
      static constexpr auto kParts =
          std::to_array<std::string_view>({"chart", "charts", "compose", "containerfile",
                                           "dockerfile", "helm", "k8s", "kubernetes"});
      return role.has_extension(kExtensions) || role.has_part(kParts);
    }
    case DeclarationKind::kDevicetree: {
      static constexpr auto kExtensions = std::to_array<std::string_view>(
          {"conf", "defconfig", "dts", "dtsi", "keymap", "overlay"});
      return role.has_extension(kExtensions) || role.name.starts_with("kconfig");
    }
    case DeclarationKind::kNone:
      break;
  }
  return false;
}

}  // namespace codeweaver::inline v0_1::text

#endif  // CODEWEAVER_TEXT_DECLARATION_KIND_HPP_
