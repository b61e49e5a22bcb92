// Tests of NamespaceKey: validation, and conversion to text and back.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/namespace_key.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

using namespace codeweaver;  // NOLINT(google-build-using-namespace)

TEST_CASE("namespace key: the examples of the contract") {
  const auto files = NamespaceKey::make("root", "code_search", "simple_file_chunks");
  REQUIRE(files);
  CHECK(files->to_string() == "root/code_search/simple_file_chunks");
  const auto atlas = NamespaceKey::parse("root/atlas_graph/code_atlas_provider");
  REQUIRE(atlas);
  CHECK(*atlas == NamespaceKey{"root", Purpose::kAtlasGraph, "code_atlas_provider"});
  CHECK(*push_namespace("root", "code-atlas") == *atlas);
}

TEST_CASE("namespace key: odd parts are refused by name") {
  const std::string long_part(kMaxKeyPartBytes + 1, 'a');
  for (const std::string& part : std::vector<std::string>{"", "a b", "..", ".", "-a", "a/b", "a\\b",
                                                          "a\nb", "é", "a%2fb", long_part}) {
    CAPTURE(part);
    for (const auto& key :
         {NamespaceKey::make(part, "code_search", "ast"),
          NamespaceKey::make("root", "code_search", part), push_namespace("root", part)}) {
      REQUIRE_FALSE(key);
      CHECK(key.error().code == "VALIDATION_ERROR");
      CHECK(key.error().category == ErrorCategory::kInvalidArgument);
      CHECK_FALSE(key.error().action.empty());
    }
  }
  for (const auto* const purpose : {"", "search", "Code_Search", "code_search ", "atlas"}) {
    const auto key = NamespaceKey::make("root", purpose, "ast");
    REQUIRE_FALSE(key);
    CHECK(key.error().cause == "Invalid purpose: '" + std::string(purpose) + "'");
  }
  for (const auto* const text : {"", "root", "root/code_search", "root/code_search/ast/x",
                                 "/code_search/ast", "root//ast", "root/code_search/", "///"}) {
    CAPTURE(text);
    CHECK_FALSE(NamespaceKey::parse(text));
  }
}

TEST_CASE("namespace key: every valid key comes back from its text, in the same order") {
  std::mt19937_64 random(6);
  const std::string first = "abzAZ019_", more = first + ".-";
  const auto part = [&] {
    std::string text(1, first[random() % first.size()]);
    for (auto count = random() % kMaxKeyPartBytes; count > 0; --count)
      text += more[random() % more.size()];
    return text;
  };
  for (int i = 0; i < 2000; ++i) {
    const auto purpose = to_string(static_cast<Purpose>(random() % kPurposeCount));
    const auto key = NamespaceKey::make(part(), purpose, part());
    REQUIRE(key);
    const auto back = NamespaceKey::parse(key->to_string());
    REQUIRE(back);
    CHECK(*back == *key);
  }
}

TEST_CASE("namespace key: whatever text is accepted is written the same") {
  std::mt19937_64 random(7);
  const std::string letters = "ab/_-. \n%";
  std::size_t accepted = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string text;
    for (auto count = random() % 4; count > 0; --count) text += letters[random() % letters.size()];
    text += i % 2 == 0 ? "/code_search/" : "/docs_search/";
    for (auto count = random() % 4; count > 0; --count) text += letters[random() % letters.size()];
    const auto key = NamespaceKey::parse(text);
    if (!key) continue;
    ++accepted;
    CHECK(key->to_string() == text);
  }
  CHECK(accepted > 100);
}
