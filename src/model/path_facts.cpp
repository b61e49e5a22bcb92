// Path facts: recognises folders and file names that indicate the content.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "model/path_facts.hpp"

#include <algorithm>
#include <array>

namespace codeweaver::model {
namespace {

constexpr std::array<std::string_view, 14> kSideFolders{
    "example",   "examples",   "sample", "samples", "demo",    "demos", "bench",
    "benchmark", "benchmarks", "docs",   "doc",     "scripts", "tools", "contrib"};
constexpr std::array<std::string_view, 14> kBundledFolders{
    "vendor",       "vendored", "_vendor",  "third_party", "third-party", "thirdparty", "3rdparty",
    "node_modules", "extern",   "external", "deps",        "bundled",     "dist",       "build"};
constexpr std::array<std::string_view, 10> kFixtureFolders{
    "fixture",   "fixtures",  "Fixtures",      "__fixtures__", "testdata",
    "test-data", "snapshots", "__snapshots__", "golden",       "Generated"};
constexpr std::array<std::string_view, 10> kOutdatedFolders{
    "legacy", "deprecated", "obsolete", "old",      "attic",
    "compat", "backport",   "archive",  "archived", "backup"};
constexpr std::array<std::string_view, 9> kTranslationFolders{
    "i18n",   "l10n",    "lang",        "langs",       "languages",
    "locale", "locales", "translation", "translations"};
/// Formats of translations; files of other data formats are translations in folders for them.
constexpr std::array<std::string_view, 9> kTranslationSuffixes{
    ".po", ".pot", ".arb", ".xlf", ".xliff", ".ftl", ".resx", ".strings", ".xcstrings"};
constexpr std::array<std::string_view, 5> kTranslatedSuffixes{".json", ".yml", ".yaml",
                                                              ".properties", ".php"};
constexpr std::array<std::string_view, 6> kProseSuffixes{".md",   ".rst",  ".txt",
                                                         ".adoc", ".html", ".pod"};
constexpr std::array<std::string_view, 9> kConfigSuffixes{".json", ".yml", ".yaml", ".toml", ".xml",
                                                          ".ini",  ".cfg", ".lock", ".conf"};
constexpr std::array<std::string_view, 12> kGenericStems{"index", "main",   "init",  "__init__",
                                                         "mod",   "lib",    "types", "util",
                                                         "utils", "common", "core",  "base"};

template <std::size_t N>
bool is_listed(std::string_view text, const std::array<std::string_view, N>& words) noexcept {
  return std::ranges::find(words, text) != words.end();
}

}  // namespace

PathFacts read_path(std::string_view path) noexcept {
  PathFacts facts;
  std::string_view folder;  // the innermost folder
  bool is_for_translations = false;
  for (std::size_t slash; (slash = path.find('/')) != std::string_view::npos;) {
    folder = path.substr(0, slash);
    facts.in_side_folder = facts.in_side_folder || is_listed(folder, kSideFolders);
    facts.in_bundled_folder = facts.in_bundled_folder || is_listed(folder, kBundledFolders);
    facts.in_fixture_folder = facts.in_fixture_folder || is_listed(folder, kFixtureFolders);
    facts.in_outdated_folder = facts.in_outdated_folder || is_listed(folder, kOutdatedFolders);
    is_for_translations = is_for_translations || is_listed(folder, kTranslationFolders);
    ++facts.depth;
    path.remove_prefix(slash + 1);
  }
  const std::size_t dot = path.rfind('.');
  const auto stem = dot == std::string_view::npos || dot == 0 ? path : path.substr(0, dot);
  const auto suffix = path.substr(stem.size());
  const bool is_translation = is_listed(suffix, kTranslationSuffixes) ||
                              (is_for_translations && is_listed(suffix, kTranslatedSuffixes));
  facts.in_side_folder = facts.in_side_folder || is_translation;
  facts.is_prose = is_listed(suffix, kProseSuffixes);
  facts.is_config = is_listed(suffix, kConfigSuffixes);
  facts.has_generic_stem = is_listed(stem, kGenericStems);
  facts.is_named_as_folder = stem == folder;
  facts.telling_stem = facts.has_generic_stem && !folder.empty() ? folder : stem;
  return facts;
}

}  // namespace codeweaver::model
