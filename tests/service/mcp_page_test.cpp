// Tests of pages of find_code: any size respects the token limit; pages cover all matches once.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/tools/mcp_page.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "codeweaver/text/token_count.hpp"
#include "json/value_types.hpp"
#include "json/writer.hpp"

namespace codeweaver::service {
namespace {

/// Matches made of the real files of the shop, `times` each.
FindCodeResponseSummary shop_answer(std::size_t times = 3) {
  FindCodeResponseSummary answer;
  const std::filesystem::path shop = std::filesystem::path(CODEWEAVER_TEST_DATA) / "shop";
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(shop))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (std::size_t i = 0; i < times * files.size(); ++i) {
    const auto& file = files[i % files.size()];
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    if (text.str().empty()) continue;
    CodeMatch match;
    match.file.path = std::filesystem::relative(file, shop).generic_string();
    match.file.language = i % 2 == 0 ? "python" : "typescript";
    match.content.content = text.str();
    match.content.file_path = match.file.path;
    match.content.chunk_name = file.filename().string() + ":Outer.inner_name";
    match.span = match.content.line_range = {static_cast<std::uint32_t>(1 + i),
                                             static_cast<std::uint32_t>(40 + i)};
    match.relevance_score = 1.0 / static_cast<double>(i + 1);
    match.similarity = 0.123456789;
    match.related_symbols = {"one", "two", "three"};
    match.context_before = {"before", ""};
    match.context_after = {"after"};
    match.audit.project = "shop";
    answer.matches.push_back(std::move(match));
  }
  answer.summary = "What the search says";
  answer.total_matches = 4711;
  answer.total_results = answer.matches.size();
  answer.execution_time_ms = 12.3456789;
  answer.search_strategy = {SearchStrategy::kHybridSearch, SearchStrategy::kSemanticRerank};
  answer.searched_chunks = 12345;
  answer.searched_files = 678;
  answer.generation = 42;
  answer.confidence = 0.87654321;
  return answer;
}

std::size_t tokens_of(const Page& page) {
  return text::count_tokens(page.text) + text::count_tokens(json::dump(page.structured));
}

std::int64_t integer_of(const Page& page, std::string_view key) {
  const auto* value = page.structured.find(key);
  REQUIRE(value != nullptr);
  REQUIRE(value->if_integer() != nullptr);
  return *value->if_integer();
}

PageLimits limits_with(std::size_t tokens, Detail detail = Detail::kSnippet) {
  PageLimits limits;
  limits.max_results = 1000;
  limits.token_limit = tokens;
  limits.most_whole = 1000;
  limits.detail = detail;
  return limits;
}

TEST_CASE("no page is larger than its limit, and it says how large it is") {
  const auto answer = shop_answer();
  for (const auto detail : {Detail::kSummary, Detail::kSnippet, Detail::kFull}) {
    std::int64_t before = -1;
    for (std::size_t limit = kLeastTokens; limit < 30'000; limit += limit / 3) {
      CAPTURE(limit);
      const auto page = make_page(answer, limits_with(limit, detail));
      CHECK(tokens_of(page) <= limit);
      CHECK(integer_of(page, "token_count") == static_cast<std::int64_t>(tokens_of(page)));
      // A first match that fits whole may take the room of several short ones.
      if (detail != Detail::kSnippet) CHECK(integer_of(page, "total_results") >= before);
      before = integer_of(page, "total_results");
    }
    CHECK(before > 1);
  }
}

TEST_CASE("warnings and suggestions of any length never break the limit") {
  for (const bool has_matches : {false, true}) {
    FindCodeResponseSummary answer = has_matches ? shop_answer() : FindCodeResponseSummary{};
    answer.summary = "No results found (searched 10 chunks across 2 files)";
    for (int i = 0; i < 200; ++i) {
      answer.warnings.push_back("Setting number " + std::to_string(i) + " is not known");
      answer.suggestions.push_back("Try something else: " + std::to_string(i));
    }
    for (const std::size_t limit : {kLeastTokens, 1'000UL, 5'000UL}) {
      const auto page = make_page(answer, limits_with(limit));
      CHECK(tokens_of(page) <= limit);
      CHECK(integer_of(page, "token_count") <= static_cast<std::int64_t>(limit));
    }
  }
}

TEST_CASE("the pages of an answer show every match once, in order") {
  const auto answer = shop_answer();
  for (const std::size_t limit : {400UL, 1'500UL, 6'000UL}) {
    for (const auto detail : {Detail::kSummary, Detail::kSnippet, Detail::kFull}) {
      CAPTURE(limit);
      std::vector<std::uint32_t> lines;
      auto limits = limits_with(limit, detail);
      limits.question = 99;
      for (std::size_t pages = 0; pages < 1000; ++pages) {
        const auto page = make_page(answer, limits);
        CHECK(tokens_of(page) <= limit);
        for (const auto& match : *page.structured.find("matches")->if_array())
          lines.push_back(
              static_cast<std::uint32_t>(*match.find("span")->if_array()->front().if_integer()));
        const auto* next = page.structured.find("next_cursor");
        if (next == nullptr) break;
        CHECK(page.text.find(*next->if_string()) != std::string::npos);
        const auto cursor = read_cursor(*next->if_string(), 99);
        REQUIRE(cursor);
        REQUIRE(cursor->offset > limits.offset);
        CHECK(cursor->generation == 42);
        limits.offset = cursor->offset;
      }
      std::vector<std::uint32_t> expected;
      for (const auto& match : answer.matches) expected.push_back(match.span.start_line);
      CHECK(lines == expected);
    }
  }
}

TEST_CASE("both forms carry the code of every match, and the marks of what is left out") {
  auto answer = shop_answer(1);
  const auto whole = make_page(answer, limits_with(100'000));
  for (const auto& match : answer.matches) {
    const auto& code = match.content.content;
    CHECK(whole.text.find(code.substr(0, code.find_last_not_of('\n') + 1)) != std::string::npos);
  }
  answer.matches.resize(1);
  answer.matches.front().content.content = "...\n  def found(x):\n...\n    return x\n...\n";
  const auto page = make_page(answer, limits_with(1'000));
  CHECK(page.text.find("\n...\n  def found(x):\n...\n    return x\n...\n") != std::string::npos);
  CHECK(json::dump(page.structured)
            .find(R"("content":"...\n  def found(x):\n...\n    return x\n...\n")") !=
        std::string::npos);
  answer.matches.front().content.content = "...\n";
  CHECK(make_page(answer, limits_with(1'000)).text.find("...") == std::string::npos);
}

TEST_CASE("the structured content says nothing twice") {
  const auto answer = shop_answer(1);
  const auto page = make_page(answer, limits_with(100'000));
  for (const auto& match : *page.structured.find("matches")->if_array()) {
    const auto& content = *match.find("content");
    for (const auto* member : {"line_range", "file_path", "language"})
      CHECK(content.find(member) == nullptr);
    CHECK(match.find("similarity") == nullptr);
  }
}

/// The code of the match at `at` of a page.
std::string code_of(const Page& page, std::size_t at) {
  const auto& match = (*page.structured.find("matches")->if_array())[at];
  return *match.find("content")->find("content")->if_string();
}

std::string function_of(std::size_t lines, const std::string& name) {
  std::string code = "def " + name + "(parcels):\n";
  for (std::size_t i = 1; i + 1 < lines; ++i)
    code += "    parcels[" + std::to_string(i) + "].weigh()\n";
  return code + "    return parcels\n";
}

TEST_CASE("the first match is whole where it fits, later ones are cut with a mark") {
  auto answer = shop_answer();
  for (std::size_t i = 0; i < answer.matches.size(); ++i) {
    const auto name = "weigh_" + std::to_string(i);
    answer.matches[i].content.content = function_of(30, name);
    answer.matches[i].content.chunk_name = "scales.py:" + name;
  }
  auto limits = limits_with(10'000);
  limits.most_whole = 3;
  limits.token_aim = 2'000;
  const auto page = make_page(answer, limits);
  REQUIRE(integer_of(page, "total_results") >= 6);
  CHECK(code_of(page, 0) == answer.matches[0].content.content);
  CHECK(page.text.find("    return parcels\n\n2. ") != std::string::npos);
  for (std::size_t i = 3; i < 6; ++i) {
    CHECK(code_of(page, i).starts_with("def weigh_" + std::to_string(i)));
    CHECK(code_of(page, i).ends_with("\n...\n"));
  }
  // A limit that was asked for is filled with whole definitions.
  const auto large = make_page(answer, limits_with(100'000));
  for (std::size_t i = 0; i < answer.matches.size(); ++i)
    CHECK(code_of(large, i) == answer.matches[i].content.content);
  const auto small = make_page(answer, limits_with(420));
  CHECK(tokens_of(small) <= 420);
  CHECK(code_of(small, 0).ends_with("...\n"));
}

TEST_CASE("where nothing matches well the first page names the nearest, the next shows the rest") {
  auto answer = shop_answer();
  answer.confidence = 0.07;
  answer.summary = "Nothing matches well (confidence 0.07). Nearest: a; b; c";
  auto limits = limits_with(10'000);
  limits.nearest = 3;
  const auto page = make_page(answer, limits);
  CHECK(page.text.starts_with("Nothing matches well (confidence 0.07). Nearest matches 1-3 of "));
  CHECK(*page.structured.find("summary")->if_string() == answer.summary);
  REQUIRE(integer_of(page, "total_results") == 3);
  CHECK(std::ranges::count(page.text, '\n') == 9);  // the first line, three matches, the cursor
  for (std::size_t i = 0; i < 3; ++i) CHECK(std::ranges::count(code_of(page, i), '\n') == 1);
  const auto* next = page.structured.find("next_cursor");
  REQUIRE(next != nullptr);
  limits.offset = read_cursor(*next->if_string(), 0)->offset;
  const auto rest = make_page(answer, limits);
  CHECK(rest.text.starts_with("Nothing matches well (confidence 0.07). Nearest matches 4-"));
  CHECK(std::ranges::count(code_of(rest, 0), '\n') > 1);
  limits.offset = limits.nearest = 0;  // the caller said how matches look
  CHECK(integer_of(make_page(answer, limits), "total_results") > 3);
}

TEST_CASE("the summary is that of the answer, related symbols take the room that is left") {
  const auto answer = shop_answer(1);
  for (const auto detail : {Detail::kSummary, Detail::kSnippet, Detail::kFull}) {
    const auto page = make_page(answer, limits_with(100'000, detail));
    CHECK(*page.structured.find("summary")->if_string() == answer.summary);
    for (const auto& match : *page.structured.find("matches")->if_array())
      CHECK(match.find("related_symbols")->if_array()->size() == 3);
  }
  bool is_left_out = false;
  for (std::size_t limit = 500; limit < 1'500; limit += 10) {
    const auto page = make_page(answer, limits_with(limit, Detail::kSummary));
    CHECK(tokens_of(page) <= limit);
    for (const auto& match : *page.structured.find("matches")->if_array())
      is_left_out = is_left_out || match.find("related_symbols") == nullptr;
  }
  CHECK(is_left_out);
}

TEST_CASE("max_results bounds a page, and an aim ends it early") {
  const auto answer = shop_answer();
  auto limits = limits_with(100'000);
  limits.max_results = 2;
  CHECK(integer_of(make_page(answer, limits), "total_results") == 2);
  limits.max_results = 1000;
  const auto all = make_page(answer, limits);
  CHECK(integer_of(all, "total_results") == static_cast<std::int64_t>(answer.matches.size()));
  CHECK(all.structured.find("next_cursor") == nullptr);
  limits.token_aim = 2'000;
  const auto aimed = make_page(answer, limits);
  CHECK(text::count_tokens(aimed.text) <= 2'000);
  CHECK(text::count_tokens(json::dump(aimed.structured)) <= 2'000);
  CHECK(aimed.structured.find("next_cursor") != nullptr);
}

TEST_CASE("a first match that is too large is cut to the lines that fit") {
  auto answer = shop_answer(1);
  answer.matches.resize(1);
  std::string lines;
  for (int i = 0; i < 2'000; ++i) lines += "value_" + std::to_string(i) + " = compute()\n";
  answer.matches.front().content.content = lines;
  const auto page = make_page(answer, limits_with(600, Detail::kFull));
  CHECK(tokens_of(page) <= 600);
  REQUIRE(integer_of(page, "total_results") == 1);
  const auto& content =
      *page.structured.find("matches")->if_array()->front().find("content")->find("content");
  CHECK(content.if_string()->starts_with("value_0 = compute()\n"));
  CHECK(content.if_string()->ends_with("...\n"));

  answer.matches.front().content.content = std::string(100'000, 'x');  // a line that cannot be cut
  const auto none = make_page(answer, limits_with(300, Detail::kFull));
  CHECK(tokens_of(none) <= 300);
  CHECK(integer_of(none, "total_results") == 0);
  CHECK(none.text.find("raise it") != std::string::npos);
  CHECK(none.structured.find("next_cursor") == nullptr);
}

TEST_CASE("matches of every detail read back") {
  const auto answer = shop_answer(1);
  for (const auto detail : {Detail::kSnippet, Detail::kFull}) {
    const auto page = make_page(answer, limits_with(100'000, detail));
    const auto read = json::from_json<FindCodeResponseSummary>(page.structured);
    REQUIRE(read);
    REQUIRE(read->matches.size() == answer.matches.size());
    for (std::size_t i = 0; i < read->matches.size(); ++i) {
      CHECK(read->matches[i].file.path == answer.matches[i].file.path);
      CHECK(read->matches[i].content.content == answer.matches[i].content.content);
      CHECK(read->matches[i].content.file_path == answer.matches[i].content.file_path);
      CHECK(read->matches[i].content.line_range == answer.matches[i].content.line_range);
      if (detail == Detail::kSnippet)
        CHECK(read->matches[i].content.language == answer.matches[i].file.language);
      CHECK(read->matches[i].context_before.empty() == (detail != Detail::kFull));
    }
  }
}

TEST_CASE("cursors that are none, or belong elsewhere, are refused") {
  const auto cursor = write_cursor({14, 3}, 77);
  const auto read = read_cursor(cursor, 77);
  REQUIRE(read);
  CHECK(*read == PageCursor{14, 3});
  for (const auto* bad : {"", "14", "14-3", "14-3-", "-1-3-77", "14-3-77-1", "14-3-77 ", "x-y-z",
                          "99999999999999999999999-1-77"}) {
    CAPTURE(bad);
    const auto refused = read_cursor(bad, 77);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "INVALID_CURSOR");
    CHECK_FALSE(refused.error().action.empty());
  }
  CHECK_FALSE(read_cursor(cursor, 78));
}

}  // namespace
}  // namespace codeweaver::service
