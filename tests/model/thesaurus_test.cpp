// Tests of the thesaurus: which phrases a query contains, and the built-in table.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "model/thesaurus.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "base/lines.hpp"

namespace codeweaver::model {
namespace {

using Words = std::vector<std::string_view>;

constexpr std::string_view kTable =
    "sign out\tlogout, signout\n"
    "sign\tsignature\n"
    "no tab\n"
    "nothing\t\n"
    "throw away\tdiscard, drop\r\n"
    "at the same time\tconcurrent\n"
    "bin\ttrash\n"
    "waste\ttrash, discard\n";

TEST_CASE("thesaurus: the words of a phrase may have other forms and words between them") {
  const Thesaurus table(kTable);
  const Words logout{"logout", "signout"};
  CHECK(table.code_words("sign out") == logout);
  CHECK(table.code_words("why was I signed out?") == logout);
  CHECK(table.code_words("signing all the others out") == Words{"signature"});
  CHECK(table.code_words("signs every user out") == logout);
  CHECK(table.code_words("out of the sign") == Words{"signature"});
  CHECK(table.code_words("throws it away") == Words{"discard", "drop"});
  CHECK(table.code_words("at the same time") == Words{"concurrent"});
  CHECK(table.code_words("sign").size() == 1);
  CHECK(table.code_words("").empty());
  CHECK(table.code_words("binary nothing no tab").empty());
}

TEST_CASE("thesaurus: no word comes twice, and long texts have none") {
  const Thesaurus table(kTable);
  CHECK(table.code_words("the bin for waste") == Words{"trash", "discard"});
  std::string text = "bin";
  for (std::size_t i = 1; i < Thesaurus::kMostQueryWords; ++i) text += " word";
  CHECK(table.code_words(text) == Words{"trash"});
  CHECK(table.code_words(text + " more").empty());
}

TEST_CASE("thesaurus: the built-in table is sorted, and each line can be found") {
  std::ifstream file(CODEWEAVER_SOURCE_DIR "/src/model/thesaurus.tsv");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const auto lines = base::split_lines(text);
  REQUIRE(lines.size() > 1500);
  std::string_view before;
  for (const auto line : lines) {
    CAPTURE(line);
    const auto tab = line.find('\t');
    REQUIRE(tab != std::string_view::npos);
    const auto phrase = line.substr(0, tab), words = line.substr(tab + 1);
    CHECK(before < phrase);
    before = phrase;
    CHECK(std::ranges::count(phrase, ' ') <= 2);
    const auto first = words.substr(0, words.find(','));
    const auto found = Thesaurus::built_in().code_words(phrase);
    CHECK(std::ranges::find(found, first) != found.end());
    CHECK(words.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789, ") ==
          std::string_view::npos);
  }
}

}  // namespace
}  // namespace codeweaver::model
