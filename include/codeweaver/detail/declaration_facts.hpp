// The facts by which kinds of declarations are recognised: phrases of questions, paths, texts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_TEXT_DECLARATION_FACTS_HPP_
#define CODEWEAVER_TEXT_DECLARATION_FACTS_HPP_

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
  kEnvironment,  ///< environment variables
  kFlag,         ///< options of a command line
  kSetting,      ///< settings, defaults, limits
  kSchema,       ///< tables, columns, migrations
  kWorkflow,     ///< jobs of continuous integration
  kRoute,        ///< URLs of a service
  kBuild,        ///< options and targets of the build
  kStyle,        ///< style sheets
  kDeployment,   ///< Terraform, containers, Kubernetes
  kDevicetree    ///< hardware descriptions and Kconfig
};

namespace detail {

using Phrases = std::span<const std::string_view>;

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
  /// Whether a folder, or a part of the file's name, is in `list`.
  bool has_part(Phrases list) const {
    if (list.empty()) return false;
    std::string_view rest = path;
    for (auto slash = rest.find('/'); slash != std::string_view::npos; slash = rest.find('/')) {
      if (is_listed(rest.substr(0, slash), list)) return true;
      rest.remove_prefix(slash + 1);
    }
    bool found = is_listed(name.substr(0, name.find('.')), list);
    for_each_part(original_name,
                  [&](std::string_view part) { found = found || is_listed(to_lower(part), list); });
    return found;
  }

 private:
  std::string_view original_name;  ///< its case separates its parts
};

/// Files by which a kind is recognised: one of the lists must hold.
struct FilePatterns {
  Phrases extensions{};
  Phrases parts{};          ///< names of folders, or parts of the file's name
  Phrases names{};          ///< of the file
  Phrases folders{};        ///< paths of folders, with a slash at the end, at the top or below
  Phrases no_extensions{};  ///< files that are never meant

  bool match(const PathRole& role) const {
    const auto is_below = [&role](std::string_view folder) {
      return role.path.starts_with(folder) ||
             role.path.find("/" + std::string(folder)) != std::string::npos;
    };
    if (is_listed(role.extension, no_extensions)) return false;
    return is_listed(role.extension, extensions) || role.has_part(parts) ||
           is_listed(role.name, names) || std::ranges::any_of(folders, is_below);
  }
};

/// How questions name a kind of declaration, and which files hold it.
struct DeclarationFacts {
  DeclarationKind kind;
  std::string_view description;  ///< a plural noun
  bool names_kind_of_file;       ///< a question for it names the kind of file, as "cmake option"
  Phrases asked_by;              ///< phrases of questions for it
  FilePatterns files;
  Phrases marks{};  ///< texts of the lines that declare it, in any file
};

template <std::size_t N>
using Words = std::array<std::string_view, N>;
inline constexpr Words<6> kDevicetreePhrases{
    "device tree node", "devicetree node", "device tree", "devicetree", "dts", "kconfig"};
inline constexpr Words<6> kDevicetreeExtensions{"conf", "defconfig", "dts",
                                                "dtsi", "keymap",    "overlay"};
inline constexpr Words<1> kDevicetreeParts{"kconfig"};
inline constexpr Words<10> kWorkflowPhrases{
    "ci job",       "ci workflow",      "github action", "github actions", "github workflow",
    "pipeline job", "release workflow", "workflow file", "workflow job",   "workflow that"};
inline constexpr Words<5> kWorkflowNames{".gitlab-ci.yml", ".travis.yml", "appveyor.yml",
                                         "azure-pipelines.yml", "jenkinsfile"};
inline constexpr Words<6> kWorkflowFolders{".azure-pipelines/",  ".buildkite/", ".circleci/",
                                           ".github/workflows/", ".gitlab/ci/", ".woodpecker/"};
inline constexpr Words<14> kBuildPhrases{
    "build flag",          "build option",     "build target", "cargo feature", "cmake",
    "compile flag",        "compile option",   "gradle task",  "make target",   "makefile",
    "compile time option", "configure option", "meson option", "npm script"};
inline constexpr Words<7> kBuildExtensions{"bazel", "cmake", "gradle", "kts", "mk", "pro", "sbt"};
inline constexpr Words<13> kBuildNames{
    "build.zig", "cargo.toml", "cmakelists.txt",   "configure.ac", "gnumakefile",
    "justfile",  "makefile",   "meson.build",      "package.json", "pyproject.toml",
    "rakefile",  "setup.py",   "meson_options.txt"};
inline constexpr Words<5> kStylePhrases{"css", "scss", "style sheet", "stylesheet", "stylesheets"};
inline constexpr Words<6> kStyleExtensions{"css", "less", "pcss", "sass", "scss", "styl"};
inline constexpr Words<7> kDeploymentPhrases{
    "docker compose", "docker image",        "dockerfile", "helm",
    "helm chart",     "kubernetes manifest", "terraform"};
inline constexpr Words<3> kDeploymentExtensions{"hcl", "tf", "tfvars"};
inline constexpr Words<8> kDeploymentParts{"chart",      "charts", "compose", "containerfile",
                                           "dockerfile", "helm",   "k8s",     "kubernetes"};
inline constexpr Words<16> kSchemaPhrases{
    "column",         "columns",     "creates the table", "database index",
    "database table", "foreign key", "database schema",   "migration",
    "migrations",     "sql",         "table for",         "table of",
    "table that",     "table which", "tables for",        "unique index"};
inline constexpr Words<2> kSchemaExtensions{"prisma", "sql"};
inline constexpr Words<9> kSchemaParts{"changelog", "changelogs", "ddl",
                                       "flyway",    "liquibase",  "migrate",
                                       "migration", "migrations", "schema"};
inline constexpr Words<1> kSchemaNoExtensions{"md"};
inline constexpr Words<9> kRoutePhrases{"api endpoint", "endpoint", "endpoints",
                                        "http route",   "rest api", "route",
                                        "routes",       "url for",  "url of"};
inline constexpr Words<23> kRouteMarks{
    ".route(",    "@Delete",  "@Get",          "@Path(",      "@Post",      "@Put",
    "HandleFunc", "Mapping(", "Route::",       "[HttpDelete", "[HttpGet",   "[HttpPost",
    "[HttpPut",   "[Route",   "app.get(",      "app.post(",   "delete \"/", "get \"/",
    "post \"/",   "put \"/",  "router.delete", "router.get",  "router.post"};
inline constexpr Words<12> kRouteParts{"controller", "controllers", "endpoint", "endpoints",
                                       "handler",    "handlers",    "route",    "router",
                                       "routers",    "routes",      "routing",  "urls"};
inline constexpr Words<13> kEnvironmentMarks{"ENV.fetch",  "ENV[",      "EnvironmentVariable",
                                             "Getenv",     "LookupEnv", "System.getenv",
                                             "env(\"",     "env('",     "env::var",
                                             "get_env(",   "getenv",    "os.environ",
                                             "process.env"};
inline constexpr Words<9> kEnvironmentPhrases{"env var",
                                              "env variable",
                                              "env variables",
                                              "env vars",
                                              "environment setting",
                                              "env flag",
                                              "environment variable",
                                              "environment variables",
                                              "env setting"};
inline constexpr Words<10> kFlagPhrases{"cli argument",        "cli flag",
                                        "cli option",          "command line argument",
                                        "command line flag",   "command line flags",
                                        "command line option", "command line options",
                                        "command line switch", "command line parameter"};
inline constexpr Words<10> kFlagParts{"arg",     "args",     "arguments", "cli",  "cmd",
                                      "command", "commands", "flags",     "opts", "options"};
inline constexpr Words<9> kFlagMarks{"#[arg(",       "#[clap(",    ".option(", "Arg::", "Flags()",
                                     "add_argument", "add_option", "flag.",    "getopt"};
inline constexpr Words<14> kSettingPhrases{
    "by default", "configurable", "default",   "defaults", "how long",
    "how many",   "how much",     "how often", "option",   "maximum number",
    "preference", "preferences",  "setting",   "settings"};
inline constexpr Words<12> kSettingExtensions{"cfg",   "conf",   "defconfig", "env",
                                              "hjson", "ini",    "json5",     "properties",
                                              "toml",  "tfvars", "yaml",      "yml"};
inline constexpr Words<25> kSettingParts{
    "args",     "cli",       "conf",        "config",  "configs",  "configuration", "const",
    "constant", "constants", "consts",      "default", "defaults", "flags",         "kconfig",
    "option",   "options",   "parameters",  "params",  "prefs",    "preference",    "setting",
    "settings", "variables", "preferences", "vars"};

/// In the order in which questions are read: kinds that name a kind of file first.
inline constexpr std::array<DeclarationFacts, 10> kDeclarations{{
    {DeclarationKind::kDevicetree,
     "hardware descriptions",
     true,
     kDevicetreePhrases,
     {.extensions = kDevicetreeExtensions, .parts = kDevicetreeParts}},
    {DeclarationKind::kWorkflow,
     "CI jobs",
     true,
     kWorkflowPhrases,
     {.names = kWorkflowNames, .folders = kWorkflowFolders}},
    {DeclarationKind::kBuild,
     "build options",
     true,
     kBuildPhrases,
     {.extensions = kBuildExtensions, .names = kBuildNames}},
    {DeclarationKind::kStyle, "styles", true, kStylePhrases, {.extensions = kStyleExtensions}},
    {DeclarationKind::kDeployment,
     "deployments",
     true,
     kDeploymentPhrases,
     {.extensions = kDeploymentExtensions, .parts = kDeploymentParts}},
    {DeclarationKind::kEnvironment,
     "environment variables",
     false,
     kEnvironmentPhrases,
     {.extensions = kSettingExtensions, .parts = kSettingParts},
     kEnvironmentMarks},
    {DeclarationKind::kFlag,
     "options of the command line",
     false,
     kFlagPhrases,
     {.parts = kFlagParts},
     kFlagMarks},
    {DeclarationKind::kSchema,
     "tables or migrations",
     false,
     kSchemaPhrases,
     {.extensions = kSchemaExtensions,
      .parts = kSchemaParts,
      .no_extensions = kSchemaNoExtensions}},
    {DeclarationKind::kRoute, "routes", false, kRoutePhrases, {.parts = kRouteParts}, kRouteMarks},
    {DeclarationKind::kSetting,
     "settings",
     false,
     kSettingPhrases,
     {.extensions = kSettingExtensions, .parts = kSettingParts}},
}};

/// nullptr for kNone.
constexpr const DeclarationFacts* facts_of(DeclarationKind kind) noexcept {
  const auto* const at = std::ranges::find(kDeclarations, kind, &DeclarationFacts::kind);
  return at == kDeclarations.end() ? nullptr : at;
}

}  // namespace detail

}  // namespace codeweaver::inline v0_1::text

#endif  // CODEWEAVER_TEXT_DECLARATION_FACTS_HPP_
