// Real texts of every language that has facts: samples, and sources of this project.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "facts/read_facts.hpp"

namespace codeweaver::facts::test {

struct SampleText {
  std::string path;  ///< below the folder
  std::string text;
};

/// The texts with facts in a folder of the repository, in path order.
inline std::vector<SampleText> texts_in(const std::string& folder) {
  const auto root = std::filesystem::path(CODEWEAVER_SOURCE_DIR) / folder;
  std::vector<SampleText> out;
  for (auto at = std::filesystem::recursive_directory_iterator(root);
       at != std::filesystem::recursive_directory_iterator(); ++at) {
    if (at->path().filename() == "node_modules") at.disable_recursion_pending();
    const auto path = at->path().lexically_relative(root).generic_string();
    if (!at->is_regular_file() || !may_have_facts(path)) continue;
    std::ifstream in(at->path(), std::ios::binary);
    out.push_back({path, {std::istreambuf_iterator<char>(in), {}}});
  }
  std::ranges::sort(out, {}, &SampleText::path);
  REQUIRE_FALSE(out.empty());
  return out;
}

inline std::vector<SampleText> sample_texts() {
  std::vector<SampleText> out;
  for (const char* const folder : {"tests/data/syntax", "benchmarks/graph/oracles", "src/facts",
                                   "web/src/ask", "tests/data/shop"}) {
    if (std::string(folder) == "src/facts" && !may_have_facts("a.cpp")) continue;
    for (auto& one : texts_in(folder)) out.push_back(std::move(one));
  }
  return out;
}

}  // namespace codeweaver::facts::test
