// Tests of PartCutter and WordMemo: comparison with plain implementations.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "model/part_cutter.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/text/identifier.hpp"
#include "model/static_model.hpp"
#include "model/subwords.hpp"
#include "model/word_memo.hpp"

using namespace codeweaver;
using namespace codeweaver::model;

namespace {

std::vector<std::string> cut(std::string_view text) {
  std::vector<std::string> parts;
  for (PartCutter cutter(text); !cutter.at_end();)
    for (const std::string_view part : cutter.next()) parts.emplace_back(part);
  return parts;
}

std::vector<std::string> expected_parts(std::string_view text) {
  std::vector<std::string> parts;
  text::for_each_part(text, [&parts](std::string_view part) { parts.emplace_back(part); });
  return parts;
}

/// Letters that decide, s for the plural of acronyms, and the neighbours of ranges.
std::string random_text(std::mt19937& random, std::size_t size) {
  static constexpr std::string_view kBytes = "ssstaazAABZXX019__ @[`{/:\n\x7f\x80\xc3\xff";
  std::string text;
  while (text.size() < size) text += kBytes[random() % kBytes.size()];
  return text;
}

}  // namespace

TEST_CASE("part cutter: names in all styles") {
  CHECK(cut("parseHTTPResponses userIDs URLsFor x2 v_1") ==
        std::vector<std::string>{"parse", "HTTP", "Responses", "user", "IDs", "URLs", "For", "x",
                                 "2", "v", "1"});
  CHECK(cut("").empty());
  CHECK(cut("AST") == std::vector<std::string>{"AST"});
}

TEST_CASE("part cutter: any text is cut as for_each_part does, wherever blocks end") {
  std::mt19937 random(9);
  for (std::size_t size = 0; size < 400; ++size)
    for (int round = 0; round < 20; ++round) {
      const std::string text = random_text(random, size);
      REQUIRE(cut(text) == expected_parts(text));
    }
  const std::string long_part(1000, 'q');
  CHECK(cut(long_part) == std::vector{long_part});
}

TEST_CASE("word memo: the numbers of the model, on first sight, again, and after others") {
  const auto model = StaticModel::embedded();
  REQUIRE(model);
  const auto find = [&](std::string_view word) { return model->find(word); };
  WordMemo memo(*model);
  std::mt19937 random(13);
  for (int round = 0; round < 200'000; ++round) {
    // Two words glued: known, cut into pieces, or unknown; more than the memo has places for.
    std::string word;
    for (int i = 0; i < 2; ++i) word += model->word(static_cast<std::uint32_t>(random() % 3000));
    if (round % 3 == 0) word = model->word(static_cast<std::uint32_t>(random() % 30'000));
    if (word.size() > kMaxWordBytes) continue;
    if (round % 5 == 0)
      for (char& c : word) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
    std::vector<std::uint32_t> expected;
    std::string lower = text::to_lower(word);
    for_each_number_of_word(lower, find, [&](std::uint32_t number) { expected.push_back(number); });
    const bool has_more = round % 2 == 0;
    if (has_more) word += "Next words that follow";
    const auto size = lower.size();
    const auto found = memo.numbers(std::string_view(word).substr(0, size), word.size());
    REQUIRE(std::vector(found.begin(), found.end()) == expected);
  }
}
