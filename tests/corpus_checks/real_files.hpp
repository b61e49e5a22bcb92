// The files of a folder of real code, by language; input of the checks on real code.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "syntax/language.hpp"

namespace codeweaver::corpus_checks {

inline constexpr std::uintmax_t kLargestFile = 1U << 20;

/// A number from the environment.
inline std::size_t setting(const char* name, std::size_t fallback) {
  const char* value = std::getenv(name);
  return value == nullptr ? fallback : std::strtoull(value, nullptr, 10);
}
/// A text from the environment; empty: not set.
inline std::string text_setting(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}
/// Whether CODEWEAVER_LANGUAGES asks for `id`; it asks for all where it is not set.
inline bool is_wanted(const std::string& id) {
  const std::string wanted = text_setting("CODEWEAVER_LANGUAGES");
  return wanted.empty() || (',' + wanted + ',').find(',' + id + ',') != std::string::npos;
}

inline std::string read(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

using FilesByLanguage = std::map<syntax::LanguageIndex, std::vector<std::string>>;

/// Adds the files below `root` whose language has a grammar. Skips links and files above
/// kLargestFile.
inline void find_files(const std::filesystem::path& root, FilesByLanguage& files) {
  const auto skip = std::filesystem::directory_options::skip_permission_denied;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root, skip)) {
    if (!entry.is_regular_file() || entry.is_symlink() || entry.file_size() > kLargestFile)
      continue;
    const std::string name = entry.path().filename().string();
    std::string head(8192, '\0');
    std::ifstream in(entry.path(), std::ios::binary);
    in.read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(in.gcount()));
    const auto language = syntax::language_of_content(name, head);
    if (language && syntax::languages()[*language].has_grammar)
      files[*language].push_back(entry.path().string());
  }
}

/// Sorted paths of the wanted languages below CODEWEAVER_CORPUS, or below those of its folders that
/// CODEWEAVER_FOLDERS names (separated by commas). Nothing, and a line on standard error, if
/// CODEWEAVER_CORPUS is not a folder.
inline std::optional<FilesByLanguage> wanted_files() {
  const std::string corpus = text_setting("CODEWEAVER_CORPUS");
  if (corpus.empty() || !std::filesystem::is_directory(corpus)) {
    std::fputs("Set CODEWEAVER_CORPUS to a folder with source code.\n", stderr);
    return std::nullopt;
  }
  FilesByLanguage files;
  std::istringstream folders(text_setting("CODEWEAVER_FOLDERS"));
  std::string folder;
  while (std::getline(folders, folder, ','))
    find_files(std::filesystem::path(corpus) / folder, files);
  if (folder.empty()) find_files(corpus, files);
  for (auto& [language, paths] : files) std::sort(paths.begin(), paths.end());
  std::erase_if(files, [](const auto& entry) {
    return !is_wanted(std::string(syntax::languages()[entry.first].id));
  });
  return files;
}

/// At most `wanted` of them, evenly spread.
inline std::vector<std::string> spread(const std::vector<std::string>& paths, std::size_t wanted) {
  if (paths.size() <= wanted) return paths;
  std::vector<std::string> out;
  for (std::size_t i = 0; i < wanted; ++i) out.push_back(paths[i * paths.size() / wanted]);
  return out;
}

}  // namespace codeweaver::corpus_checks
