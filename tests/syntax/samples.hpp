// The sample files of tests/data/syntax, one or more for each grammar.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "syntax/language.hpp"

namespace codeweaver::syntax {

struct Sample {
  std::filesystem::path path;
  std::string text;
  LanguageIndex language = 0;
};

inline std::string read_whole(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Sorted by name.
inline std::vector<Sample> samples() {
  std::vector<Sample> all;
  for (const auto& entry : std::filesystem::directory_iterator(
           std::filesystem::path(CODEWEAVER_TEST_DATA) / "syntax")) {
    if (entry.path().extension() == ".golden") continue;
    Sample sample{.path = entry.path(), .text = read_whole(entry.path())};
    const auto language = language_of_content(sample.path.filename().string(), sample.text);
    REQUIRE(language);
    sample.language = *language;
    all.push_back(std::move(sample));
  }
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  return all;
}

}  // namespace codeweaver::syntax
