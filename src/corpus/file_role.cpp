// Detects tests and generated files, by path conventions and markers in the text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>
#include <initializer_list>

#include "base/ascii.hpp"
#include "base/lines.hpp"
#include "base/path_name.hpp"
#include "codeweaver/text/identifier.hpp"
#include "corpus/classify.hpp"

namespace codeweaver::corpus {
namespace {

using Words = std::initializer_list<std::string_view>;

constexpr std::size_t kMarkBytes = 4096;       ///< markers are at the top of a file
constexpr std::size_t kMinifiedBytes = 1024;   ///< shorter texts have no significant line lengths
constexpr std::size_t kMinifiedAverage = 250;  ///< bytes per line; code with longer lines is
                                               ///< minified

constexpr auto kSameLetter = [](char a, char b) { return text::to_lower(a) == text::to_lower(b); };

/// In the functions below, `words` are in lower case and compared case-insensitively.
bool equals_any(std::string_view text, Words words) noexcept {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return std::equal(text.begin(), text.end(), word.begin(), word.end(), kSameLetter);
  });
}
bool ends_with_any(std::string_view text, Words words) noexcept {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return text.size() > word.size() && equals_any(text.substr(text.size() - word.size()), {word});
  });
}
bool starts_with_any(std::string_view text, Words words) noexcept {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return equals_any(text.substr(0, word.size()), {word});
  });
}
std::size_t find_folded(std::string_view text, std::string_view word) noexcept {
  const auto found = std::search(text.begin(), text.end(), word.begin(), word.end(), kSameLetter);
  return found == text.end() ? std::string_view::npos
                             : static_cast<std::size_t>(found - text.begin());
}
bool contains_any(std::string_view text, Words words) noexcept {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return find_folded(text, word) != std::string_view::npos;
  });
}

std::string_view last_extension(std::string_view name) noexcept {
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? std::string_view{} : name.substr(dot + 1);
}

/// Languages whose tests are called specs; in others, a spec is a specification.
bool has_spec_tests(std::string_view extension) noexcept {
  return equals_any(extension, {"rb", "js", "jsx", "mjs", "cjs", "ts", "tsx", "coffee", "lua",
                                "moon", "php", "cr", "py", "scala", "kt", "groovy", "hs", "vue"});
}

bool is_test_folder(std::string_view name, std::string_view extension) noexcept {
  if (equals_any(name, {"test", "tests", "__tests__", "__mocks__", "testdata", "test_data",
                        "test-data", "testcases", "unittest", "unittests", "e2e", "androidtest",
                        "testfixtures", "testthat"}))
    return true;
  if (equals_any(name, {"spec", "specs"})) return has_spec_tests(extension);
  if (equals_any(name, {"t", "xt"})) return equals_any(extension, {"t", "pl", "pm"});
  // MyAppTests/ (Swift, C#), Foo.Test/, integration-tests/, api_test/
  return name.ends_with("Tests") || name.ends_with("UnitTest") ||
         ends_with_any(name, {".tests", ".test", "-tests", "-test", "_tests", "_test"});
}

std::string_view stem_of(std::string_view name, std::string_view extension) noexcept {
  return name.substr(0, name.size() - extension.size() - (extension.size() < name.size() ? 1 : 0));
}

/// Folders that configure continuous integration.
bool is_ci_folder(std::string_view name) noexcept {
  return equals_any(name, {".github", ".gitlab", ".circleci", ".buildkite"});
}

/// Programs that start tests: run-test.sh, runtests.py, test_runner.js, and a script test.sh.
bool is_runner_name(std::string_view name) noexcept {
  const auto extension = last_extension(name);
  const auto stem = stem_of(name, extension);
  if (equals_any(stem, {"runtest", "runtests", "run_test", "run_tests", "run-test", "run-tests"}))
    return true;
  if (ends_with_any(stem, {"est_runner", "est-runner", "estrunner"})) return true;
  return equals_any(stem, {"test", "tests"}) &&
         equals_any(extension, {"sh", "bash", "bat", "cmd", "ps1"});
}

/// Formats in which the name of a file says what it configures, as in test.yml.
bool is_configuration(std::string_view extension) noexcept {
  return equals_any(extension, {"yml", "yaml", "toml", "json", "ini", "cfg", "conf", "properties",
                                "env", "xml", "mk", "cmake"});
}

bool is_test_name(std::string_view name) noexcept {
  const std::string_view extension = last_extension(name);
  const std::string_view stem = stem_of(name, extension);
  if (is_configuration(extension)) return false;
  if (equals_any(extension, {"t", "test"})) return true;
  if (equals_any(stem, {"test", "tests", "conftest", "spec_helper", "rails_helper"})) return true;
  if (starts_with_any(stem, {"test_", "test-"})) return true;
  if (ends_with_any(stem, {"_test", "_tests", "-test", "-tests", ".test", ".tests", "_unittest",
                           "_unittests", "-unittest", ".cy", ".t", ".e2e", "_suite_test"}))
    return true;
  if (stem.ends_with("_SUITE")) return true;  // Erlang Common Test
  if (has_spec_tests(extension) && ends_with_any(stem, {"_spec", "-spec", ".spec", ".e2e-spec"}))
    return true;
  // CamelCase: FooTest, FooTests, FooTestCase, TestFoo; a capital T, unlike in "latest".
  if (stem.ends_with("Test") || stem.ends_with("Tests") || stem.ends_with("TestCase")) return true;
  if (stem.size() > 4 && stem.starts_with("Test") && base::is_upper(stem[4])) return true;
  if (stem.ends_with("Spec") && equals_any(extension, {"scala", "kt", "groovy", "hs", "purs"}))
    return true;
  return stem.size() > 2 && stem.ends_with("IT") && !base::is_upper(stem[stem.size() - 3]) &&
         equals_any(extension, {"java", "kt"});
}

bool is_generated_name(std::string_view name) noexcept {
  if (equals_any(name, {"package-lock.json",
                        "npm-shrinkwrap.json",
                        "yarn.lock",
                        "pnpm-lock.yaml",
                        "bun.lock",
                        "cargo.lock",
                        "poetry.lock",
                        "pipfile.lock",
                        "pdm.lock",
                        "uv.lock",
                        "composer.lock",
                        "gemfile.lock",
                        "go.sum",
                        "go.work.sum",
                        "flake.lock",
                        "mix.lock",
                        "pubspec.lock",
                        "packages.lock.json",
                        "podfile.lock",
                        "deno.lock",
                        "gradle.lockfile",
                        "package.resolved",
                        "buf.lock",
                        "conan.lock"}))
    return true;
  if (ends_with_any(
          name,
          {".min.js",   ".min.mjs", ".min.css",     ".bundle.js", ".chunk.js",    ".pb.go",
           ".pb.gw.go", ".pb.h",    ".pb.c",        ".pb.cc",     ".pb.swift",    ".pb.dart",
           "_pb2.py",   "_pb2.pyi", "_pb2_grpc.py", "_pb.js",     "_pb.ts",       "_pb.d.ts",
           "_pb.rb",    ".g.dart",  ".g.cs",        ".g.i.cs",    ".designer.cs", ".freezed.dart",
           ".gen.go",   ".gen.ts",  ".map",         ".snap"}))
    return true;
  return starts_with_any(name, {"zz_generated"}) ||
         contains_any(name, {".generated.", "_generated."});
}

bool is_generated_folder(std::string_view name) noexcept {
  return equals_any(name, {"__generated__", "generated", "__snapshots__", "__recordings__"});
}

/// Recordings of tools, and catalogues for translators.
bool is_recorded_name(std::string_view name) noexcept {
  return ends_with_any(name, {".har", ".po", ".pot", ".xliff", ".xlf"});
}

bool is_locale_folder(std::string_view name) noexcept {
  return equals_any(
      name, {"locale", "locales", "_locales", "i18n", "l10n", "lang", "translations", "nls"});
}

/// Whether the text is a language tag such as "de", "pt-BR" or "zh_Hans", but not English.
bool is_foreign_tag(std::string_view text) noexcept {
  const std::string_view region = text.substr(std::min(text.find_first_of("-_"), text.size()));
  return region.size() <= 5 &&
         equals_any(text.substr(0, text.size() - region.size()),
                    {"af", "ar", "az", "be", "bg", "bn", "bs", "ca", "cs", "cy", "da", "de",
                     "el", "eo", "es", "et", "eu", "fa", "fi", "fr", "ga", "gl", "gu", "he",
                     "hi", "hr", "hu", "hy", "id", "is", "it", "ja", "ka", "kk", "km", "kn",
                     "ko", "ku", "lt", "lv", "mk", "ml", "mn", "mr", "ms", "nb", "ne", "nl",
                     "nn", "no", "pa", "pl", "pt", "ro", "ru", "si", "sk", "sl", "sq", "sr",
                     "sv", "sw", "ta", "te", "th", "tr", "uk", "ur", "uz", "vi", "zh"});
}

/// Data in a locale folder for a language other than English, in which the source strings are
/// usually written: locales/de.json, _locales/de/messages.json, i18n/app.de.yml.
bool is_translation(std::string_view path) noexcept {
  const auto name = base::file_name(path);
  const auto extension = last_extension(name);
  if (!equals_any(extension, {"json", "jsonc", "json5", "arb", "yaml", "yml", "properties", "xml",
                              "resx", "toml", "ini", "ftl", "strings"}))
    return false;
  std::string_view folders = path.substr(0, path.size() - name.size());
  const std::string_view stem = name.substr(0, name.size() - extension.size() - 1);
  bool is_of_other = is_foreign_tag(stem) || is_foreign_tag(stem.substr(stem.rfind('.') + 1)) ||
                     is_foreign_tag(stem.substr(stem.find('_') + 1));
  bool is_locale = false;
  for (; !folders.empty(); folders = folders.substr(folders.find('/') + 1)) {
    const std::string_view folder = folders.substr(0, folders.find('/'));
    if (is_locale && is_foreign_tag(folder)) is_of_other = true;
    is_locale = is_locale || is_locale_folder(folder);
  }
  return is_locale && is_of_other;
}

bool is_comment(std::string_view line) noexcept {
  for (const std::string_view start :
       {"//", "#", "/*", "*", "--", ";", "%", "<!--", "\"\"\"", "'''", "(*", "{-", "!", "REM "})
    if (line.starts_with(start)) return true;
  return false;
}

/// All markers below contain "gen".
bool has_gen(std::string_view text) noexcept {
  for (std::size_t i = 0; i + 2 < text.size(); ++i)
    if ((text[i] | 0x20) == 'g' && (text[i + 1] | 0x20) == 'e' && (text[i + 2] | 0x20) == 'n')
      return true;
  return false;
}

bool is_mark(std::string_view line) noexcept {
  if (!has_gen(line)) return false;
  if (const std::size_t at = find_folded(line, "@generated"); at != std::string_view::npos) {
    const std::size_t end = at + std::string_view("@generated").size();
    if (end == line.size() || !base::is_word(line[end])) return true;
  }
  if (contains_any(line, {"do not edit", "do not modify"}) &&
      contains_any(line, {"generated", "auto-gen", "autogen"}))
    return true;
  return contains_any(
      line,
      {"autogenerated by", "auto-generated by", "auto generated by", "automatically generated by",
       "automatically generated from", "file was automatically generated",
       "file is automatically generated", "file was auto-generated", "file is auto-generated",
       "file was autogenerated", "file is autogenerated", "file was generated by",
       "file is generated by", "file was generated from", "file is generated from",
       "<auto-generated", "generated by the protocol buffer compiler", "machine generated file"});
}

bool has_generated_mark(std::string_view text) noexcept {
  text = text.substr(0, kMarkBytes);
  if (!has_gen(text)) return false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (is_comment(line) && is_mark(line)) return true;
  }
  return false;
}

/// Prose and data naturally have long lines.
bool may_be_minified(std::string_view extension) noexcept {
  return !equals_any(extension,
                     {"md",   "markdown", "rst",    "txt",   "tex",  "adoc", "org", "csv",  "tsv",
                      "json", "jsonl",    "ndjson", "ipynb", "log",  "xml",  "svg", "yaml", "yml",
                      "toml", "pdf",      "docx",   "pptx",  "html", "htm",  "sql", "po",   ""});
}

bool has_long_lines(std::string_view text) noexcept {
  return text.size() >= kMinifiedBytes && base::bytes_per_line(text) > kMinifiedAverage;
}

template <class Test>
bool any_folder(std::string_view path, Test test) {
  for (std::size_t slash = path.find('/'); slash != std::string_view::npos;
       slash = path.find('/')) {
    if (test(path.substr(0, slash))) return true;
    path.remove_prefix(slash + 1);
  }
  return false;
}

}  // namespace

bool looks_like_test(std::string_view path) noexcept {
  const auto name = base::file_name(path);
  const auto extension = last_extension(name);
  if (is_runner_name(name) || any_folder(path, is_ci_folder)) return false;
  return is_test_name(name) || any_folder(path, [&](std::string_view folder) {
           return is_test_folder(folder, extension);
         });
}

bool looks_like_test_help(std::string_view path) noexcept {
  const auto name = base::file_name(path);
  const auto stem = stem_of(name, last_extension(name));
  return equals_any(stem, {"conftest", "spec_helper", "rails_helper", "test_helper"}) ||
         any_folder(path, [](std::string_view folder) {
           return equals_any(folder, {"fixture", "fixtures", "__fixtures__", "testfixtures",
                                      "mocks", "__mocks__"});
         });
}

bool looks_generated(std::string_view path, std::string_view text) noexcept {
  const auto name = base::file_name(path);
  if (is_generated_name(name) || any_folder(path, is_generated_folder)) return true;
  if (is_recorded_name(name) || is_translation(path)) return true;
  return has_generated_mark(text) ||
         (may_be_minified(last_extension(name)) && has_long_lines(text));
}

}  // namespace codeweaver::corpus
