// Generated texts for each grammar, and texts that failed in the past.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "fuzz/generator.hpp"
#include "fuzz/treatment.hpp"
#include "syntax/language.hpp"

using namespace codeweaver;
namespace fs = std::filesystem;

namespace {

const syntax::ParseLimits kLimits{.budget = fuzz::kSlowness * std::chrono::milliseconds(300),
                                  .max_memory = 64U << 20};

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("fuzz: generated texts keep all promises in every language with a grammar") {
  constexpr std::uint64_t kSeeds = 2;
  for (syntax::LanguageIndex i = 0; i < syntax::languages().size(); ++i) {
    if (!syntax::languages()[i].has_grammar) continue;
    CAPTURE(syntax::languages()[i].id);
    const fuzz::Generator generator(i, {});
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
      CAPTURE(seed);
      CHECK(fuzz::treat(generator.make(seed), i, kLimits).fault == "");
    }
  }
}

TEST_CASE("fuzz: what was found before stays repaired") {
  std::vector<fs::path> cases;  // named after the language, "yaml-1234"
  for (const auto& entry : fs::directory_iterator(fs::path(CODEWEAVER_TEST_DATA) / "fuzz"))
    cases.push_back(entry.path());
  std::sort(cases.begin(), cases.end());
  REQUIRE_FALSE(cases.empty());
  for (const fs::path& path : cases) {
    const std::string name = path.filename().string();
    CAPTURE(name);
    const auto language = syntax::find_language(name.substr(0, name.find('-')));
    REQUIRE(language);
    CHECK(fuzz::treat(read(path), *language, kLimits).fault == "");
  }
}
