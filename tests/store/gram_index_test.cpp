// Tests of the exact index of a segment: blocks, gram lists, queries and merges.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "codeweaver/detail/grams.hpp"
#include "store/merging/segment_merger.hpp"
#include "store/postings/gram_list.hpp"
#include "store/postings/text_blocks.hpp"
#include "store/search/gram_search.hpp"
#include "store/segments/segment.hpp"
#include "store/segments/segment_builder.hpp"
#include "store/temp_folder.hpp"

using namespace codeweaver;
using namespace codeweaver::store;

namespace {

std::set<text::Gram> grams_of(std::string_view text) {
  std::set<text::Gram> grams;
  text::for_each_gram(text, [&](text::Gram gram) { grams.insert(gram); });
  return grams;
}

/// Words of few letters in lines, so that grams repeat and differ.
std::string random_text(std::mt19937& random, std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) {
    for (std::size_t i = 2 + random() % 5; i > 0; --i)
      text += static_cast<char>('a' + random() % (1 + random() % 26));
    text += random() % 8 == 0 ? '\n' : ' ';
  }
  return text;
}

struct TextFile {
  std::string path, text;
};

std::string write_segment(const std::vector<TextFile>& files, const std::filesystem::path& folder) {
  SegmentBuilder builder(0);
  for (const auto& file : files) {
    const auto blocks = cut_text_blocks(file.text);
    SegmentInput input;
    input.path = file.path;
    input.content = base::hash128(file.text);
    input.language = "text";
    input.lines = {1, 1};
    input.text_blocks = &blocks;
    builder.add(input);
  }
  return std::move(builder).write(folder).value();
}

/// Paths of the files with a block that the query admits.
std::set<std::string> admitted(const Segment& segment, const text::GramQuery& query) {
  const auto blocks = blocks_with_grams(segment, query);
  REQUIRE(blocks);
  std::set<std::string> paths;
  for (std::size_t file = 0; file < segment.file_count(); ++file) {
    const auto [first, last] = text_blocks_of(segment, file);
    for (auto block = first; block < last; ++block)
      if (blocks->test(block)) paths.emplace(segment.file_path(file));
  }
  return paths;
}

/// The same by looking at each block of each text.
std::set<std::string> expected(const std::vector<TextFile>& files, std::string_view word) {
  std::set<std::string> paths;
  for (const auto& file : files) {
    const auto cut = cut_text_blocks(file.text);
    for (std::size_t i = 0; i < cut.blocks.size(); ++i) {
      const std::size_t end =
          i + 1 < cut.blocks.size() ? cut.blocks[i + 1].begin : file.text.size();
      const auto held = grams_of(
          std::string_view(file.text).substr(cut.blocks[i].begin, end - cut.blocks[i].begin));
      if (std::ranges::includes(held, grams_of(word))) paths.insert(file.path);
    }
  }
  return paths;
}

}  // namespace

TEST_CASE("grams: letters are folded and no gram crosses a line") {
  CHECK(grams_of("AbC") == grams_of("aBc"));
  CHECK(grams_of("ab\ncd").empty());
  CHECK(grams_of("ab\r\n").empty());
  CHECK(grams_of("ti\xE2\x84\xAA") == grams_of("tik"));
  CHECK(grams_of("\xC5\xBFum") == grams_of("sum"));
}

TEST_CASE("text blocks: whole lines, together the whole text, with their line numbers") {
  std::string text;
  for (int i = 0; i < 24000; ++i) text += "line " + std::to_string(i) + "\n";
  const auto cut = cut_text_blocks(text);
  REQUIRE(cut.blocks.size() == 4);
  for (const auto& block : cut.blocks) {
    const std::string begin = "line " + std::to_string(block.first_line - 1) + "\n";
    CHECK(text.substr(block.begin, begin.size()) == begin);
    CHECK((block.begin == 0 || text[block.begin - 1] == '\n'));
  }
  CHECK(cut.ends.back() == cut.grams.size());
  CHECK(cut_text_blocks("").blocks.empty());
}

TEST_CASE("gram lists: what is written is read, in either form") {
  std::mt19937 random(24);
  for (int round = 0; round < 300; ++round) {
    const std::size_t blocks = 1 + random() % 3000, one_of = 1 + random() % 200;
    ChunkSet set(blocks, false);
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t i = 0; i < blocks; ++i)
      if (random() % one_of == 0 || (numbers.empty() && i + 1 == blocks)) {
        numbers.push_back(i);
        set.set(i, true);
      }
    std::string list;
    put_gram_list(list, numbers, blocks);
    CHECK(list.size() <= std::max<std::size_t>(2, 1 + (blocks + 7) / 8));
    if (numbers.size() == 1) CHECK(list.size() == (blocks <= 256 ? 1 : 2));
    ChunkSet read(blocks, false);
    REQUIRE(add_gram_list(list, read));
    CHECK(read == set);
  }
}

TEST_CASE("gram lists: damage is an error or other blocks, never a number outside") {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    std::string list;
    for (std::size_t i = random() % 20; i > 0; --i) list += static_cast<char>(random());
    ChunkSet read(1 + random() % 200, false);
    add_gram_list(list, read);
    CHECK(read.count() <= read.size());
  }
}

TEST_CASE("gram search: admits the blocks that hold all grams, also after merging") {
  std::mt19937 random(5);
  const store::test::TempFolder folder;
  std::vector<TextFile> even, odd, all;
  for (int i = 0; i < 40; ++i) {
    TextFile file{"dir/f" + std::to_string(100 + i), random_text(random, 1 + random() % 150'000)};
    (i % 2 == 0 ? even : odd).push_back(file);
    all.push_back(std::move(file));
  }
  const auto first = Segment::open(folder.path() / write_segment(even, folder.path())).value();
  const auto second = Segment::open(folder.path() / write_segment(odd, folder.path())).value();
  const std::vector<MergeInput> inputs{{first, {0, 3}}, {second, {}}};
  auto merged = merge_segments(inputs, 0, VectorIndexKind::kScan, folder.path());
  REQUIRE(merged);
  REQUIRE(merged->file.move_to(folder.path() / merged->name));
  const auto both = Segment::open(folder.path() / merged->name).value();
  auto alive = all;
  std::erase_if(alive, [&](const auto& file) {
    return file.path == even[0].path || file.path == even[3].path;
  });
  // The bytes of a merge are those of a segment built of what is left.
  CHECK(write_segment(alive, folder.path()) == merged->name);
  for (int round = 0; round < 25; ++round) {
    const auto& text = all[random() % all.size()].text;
    const auto word = text.substr(random() % text.size(), 3 + random() % 6);
    if (word.find('\n') != std::string::npos) continue;
    const auto query = text::all_grams(word);
    CHECK(admitted(*first, query) == expected(even, word));
    CHECK(admitted(*both, query) == expected(alive, word));
  }
}

TEST_CASE("gram search: blocks of random text have no lists of their own and are always admitted") {
  std::mt19937 random(11);
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz01234567";
  std::string key;
  while (key.size() < 70'000) {
    key += kDigits[random() % kDigits.size()];
    if (key.size() % 77 == 76) key += '\n';
  }
  const auto cut = cut_text_blocks(key);
  REQUIRE(cut.blocks.size() == 2);
  CHECK(cut.ends.front() == 1);
  CHECK(cut.grams.front() == kEveryGram);
  std::erase(key, '\n');
  const std::string blank(400'000, ' ');
  CHECK(cut_text_blocks(key + blank).grams == std::vector{kEveryGram});  // of one line
  CHECK(cut_text_blocks(key.substr(0, 20'000) + blank).grams.size() > 1);
  const store::test::TempFolder folder;
  const std::vector<TextFile> files{{"a", "apple pie\n"}, {"b", "banana\n"}, {"key", key}};
  const auto segment = Segment::open(folder.path() / write_segment(files, folder.path())).value();
  CHECK(admitted(*segment, text::all_grams("apple")) == std::set<std::string>{"a", "key"});
  CHECK(admitted(*segment, text::all_grams("nowhere")) == std::set<std::string>{"key"});
  auto merged = merge_segments(std::vector<MergeInput>{{segment, {0}}}, 0, VectorIndexKind::kScan,
                               folder.path());
  REQUIRE(merged);
  REQUIRE(merged->file.move_to(folder.path() / merged->name));
  const auto left = Segment::open(folder.path() / merged->name).value();
  CHECK(admitted(*left, text::all_grams("apple")) == std::set<std::string>{"key"});
}

TEST_CASE("gram search: one of several words, and what asks nothing") {
  const store::test::TempFolder folder;
  const std::vector<TextFile> files{{"a", "apple pie\n"}, {"b", "banana split\n"}, {"c", "cake\n"}};
  const auto segment = Segment::open(folder.path() / write_segment(files, folder.path())).value();
  const auto fruit = text::either(text::all_grams("apple"), text::all_grams("BANANA"));
  CHECK(admitted(*segment, fruit) == std::set<std::string>{"a", "b"});
  CHECK(admitted(*segment, text::both(fruit, text::all_grams("split"))) ==
        std::set<std::string>{"b"});
  CHECK(admitted(*segment, text::all_grams("xy")).size() == 3);
  CHECK(admitted(*segment, text::all_grams("zzz")).empty());
}
