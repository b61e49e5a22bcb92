// Tests of segments that change on disk with the same inode, size and times: never used.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <cstring>
#include <fstream>
#include <random>
#include <thread>

#include "base/file.hpp"
#include "codeweaver/detail/grams.hpp"
#include "store/layout/chunk_set.hpp"
#include "store/layout/segment_format.hpp"
#include "store/postings/text_blocks.hpp"
#include "store/sample_chunks.hpp"
#include "store/search/dense_scores.hpp"
#include "store/search/dense_search.hpp"
#include "store/search/field_scores.hpp"
#include "store/search/gram_search.hpp"
#include "store/search/lexical_search.hpp"
#include "store/search/scored_chunk.hpp"
#include "store/search/snapshot.hpp"
#include "store/search/term_coverage.hpp"
#include "store/search/vector_index.hpp"
#include "store/segments/segment.hpp"
#include "store/segments/segment_builder.hpp"
#include "store/segments/vector_index_kind.hpp"
#include "store/temp_folder.hpp"

namespace codeweaver::store {
namespace {

using test::TempFolder;

constexpr std::size_t kDamagedDimension = 64;

struct Answers {
  std::vector<ScoredChunk> lexical, dense;
  std::vector<FieldScores> fields;
  std::vector<float> cosines;
  std::vector<std::string> names;
  std::vector<std::vector<std::uint64_t>> exact;  // blocks of text that may hold a word

  bool equals(const Answers& other) const {
    const auto bytes = [](const auto& list) {
      return std::string_view(reinterpret_cast<const char*>(list.data()),
                              list.size() * sizeof(list[0]));
    };
    return bytes(lexical) == bytes(other.lexical) && bytes(dense) == bytes(other.dense) &&
           bytes(fields) == bytes(other.fields) && bytes(cosines) == bytes(other.cosines) &&
           names == other.names && exact == other.exact;
  }
};

/// What a search asks of a segment.
Answers ask(const std::shared_ptr<const Segment>& segment, VectorIndexKind kind) {
  Answers out;
  const auto snapshot =
      make_snapshot(1, {{segment, ChunkSet(segment->size(), true), nullptr}}, kind);
  if (!snapshot) {
    CHECK(snapshot.error().category == ErrorCategory::kCorruption);
    return out;
  }
  const std::vector<QueryTerm> terms{{.text = "return"}, {.text = "std"}, {.text = "chunk"}};
  const TermCoverage query(**snapshot, terms);
  out.lexical = search_lexical(query, {}, 20);
  std::vector<float> vector(kDamagedDimension);
  for (std::size_t i = 0; i < vector.size(); ++i) vector[i] = i % 3 == 0 ? 0.15F : -0.05F;
  out.dense = *search_dense(**snapshot, vector, {}, 20);
  std::vector<ChunkKey> keys;
  for (std::uint32_t i = 0; i < segment->size(); i += 7) keys.push_back({0, i});
  out.fields = score_fields(query, keys);
  out.cosines = score_dense(**snapshot, vector, keys);
  for (const auto* word : {"return", "std::", "chunk_7", "nowhere"}) {
    const auto blocks = blocks_with_grams(*segment, text::all_grams(word));
    const auto words = blocks ? blocks->words() : std::span<const std::uint64_t>();
    out.exact.emplace_back(words.begin(), words.end());
  }
  for (const auto& hit : out.lexical) {
    const auto chunk = segment->chunk(hit.chunk);
    out.names.push_back(std::string(chunk.path) + ' ' + std::string(chunk.symbol) + ' ' +
                        std::string(chunk.language));
  }
  return out;
}

TEST_CASE("what a search reads of a segment that looks untouched is right, or told to be damaged") {
  TempFolder folder;
  const auto chunks = test::sample_chunks(kDamagedDimension, 400);
  SegmentBuilder builder(kDamagedDimension, VectorIndexKind::kFaissHnsw);
  std::vector<TextBlocks> texts;
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    std::string text;
    for (std::size_t line = 0; line < 40; ++line)
      text += "return std::chunk_" + std::to_string(i * line) + " " + chunks[line].symbol + "\n";
    texts.push_back(cut_text_blocks(text));
  }
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    auto input = chunks[i].input();
    if (input.ordinal == 0) input.text_blocks = &texts[i];
    builder.add(input);
  }
  const auto name = std::move(builder).write(folder.path());
  REQUIRE(name);
  const std::string good = *base::read_file(folder.path() / *name);
  const auto file = folder / "damaged.seg";
  const auto open = [&](const std::string& bytes) {
    std::ofstream(file, std::ios::binary | std::ios::trunc).write(bytes.data(), std::ssize(bytes));
    return Segment::open(file, *base::identity_of(file));
  };
  SegmentHeader header;
  std::memcpy(&header, good.data(), sizeof header);
  std::mt19937 random(29);
  for (const auto kind : {VectorIndexKind::kScan, VectorIndexKind::kFaissHnsw}) {
    const Answers right = ask(*open(good), kind);
    CHECK_FALSE((*open(good))->damage());
    int noticed = 0, harmless = 0;
    for (const Section& section : header.sections) {
      if (section.size_bytes == 0) continue;
      for (int round = 0; round < 20; ++round) {
        std::string bytes = good;
        const auto at = static_cast<std::size_t>(section.offset + random() % section.size_bytes);
        if (round % 2 == 0)
          bytes[at] ^= static_cast<char>(1U << random() % 8);
        else
          for (std::size_t i = at; i < std::min(at + 512, bytes.size()); ++i) bytes[i] = '\0';
        if (bytes == good) continue;
        const auto segment = open(bytes);
        if (!segment) {
          CHECK(segment.error().category == ErrorCategory::kCorruption);
          ++noticed;
          continue;
        }
        const Answers answers = ask(*segment, kind);
        if (const auto damage = (*segment)->damage()) {
          CHECK(damage->code == "SEGMENT_CORRUPT");
          CHECK(damage->cause.find(" is damaged: ") != std::string::npos);
          ++noticed;
        } else {
          CHECK(answers.equals(right));
          ++harmless;
        }
      }
    }
    CHECK(noticed > harmless);
    MESSAGE(noticed << " noticed, " << harmless << " of what nothing was read of");
  }
}

TEST_CASE("many threads may read the pages of a segment for the first time at once") {
  TempFolder folder;
  const auto chunks = test::sample_chunks(kDamagedDimension, 400);
  SegmentBuilder builder(kDamagedDimension, VectorIndexKind::kScan);
  for (const auto& chunk : chunks) builder.add(chunk.input());
  const auto name = std::move(builder).write(folder.path());
  REQUIRE(name);
  const auto file = folder.path() / *name;
  const Answers right = ask(*Segment::open(file), VectorIndexKind::kScan);
  const auto segment = *Segment::open(file, *base::identity_of(file));
  std::vector<Answers> answers(4);
  {
    std::vector<std::jthread> threads;
    for (auto& answer : answers)
      threads.emplace_back([&] { answer = ask(segment, VectorIndexKind::kScan); });
  }
  for (const auto& answer : answers) CHECK(answer.equals(right));
  CHECK_FALSE(segment->damage());
}

}  // namespace
}  // namespace codeweaver::store
