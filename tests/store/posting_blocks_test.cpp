// Tests of posting blocks: blocks keep the postings, and bounds hold for all scores.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/postings/posting_blocks.hpp"

#include <doctest/doctest.h>

#include <random>
#include <utility>

namespace codeweaver::store {
namespace {

using Lengths = std::array<std::uint16_t, rank::kFieldCount>;

/// A term's postings in chunks of random lengths.
struct Sample {
  std::vector<Lengths> lengths;
  rank::Bm25fCollection collection;
  std::vector<std::pair<std::uint32_t, FieldCounts>> postings;
  std::string stream;  ///< with padding

  Sample(std::mt19937& random, std::size_t chunks, unsigned one_in) {
    collection.documents = chunks;
    std::uint32_t last = 0;
    for (std::uint32_t chunk = 0; chunk < chunks; ++chunk) {
      Lengths& own = lengths.emplace_back();
      FieldCounts counts{};
      const bool is_held = chunk % 1000 < 700 && random() % one_in == 0;
      for (std::size_t f = 0; f < rank::kFieldCount; ++f) {
        own[f] = static_cast<std::uint16_t>(random() % (1U << random() % 17));
        collection.field_lengths[f] += own[f];
        if (is_held && own[f] > 0 && random() % 2 == 0)
          counts[f] = 1 + static_cast<std::uint32_t>(random() % std::min<unsigned>(own[f], 300));
      }
      if (counts == FieldCounts{}) continue;
      put_posting(stream, chunk - last, counts);
      postings.emplace_back(chunk, counts);
      last = chunk;
    }
    stream.append(kPostingsPadding, '\0');
  }
  /// As a segment holds them, with padding.
  std::string cut() const {
    PostingCutter cutter(lengths, collection.field_lengths);
    std::string bytes(
        cutter.cut(std::string_view(stream).substr(0, stream.size() - kPostingsPadding)));
    return bytes.append(kPostingsPadding, '\0');
  }
};

TermPostings parsed(const std::string& padded, std::size_t chunks, std::size_t frequency) {
  const auto postings = TermPostings::parse(
      std::string_view(padded).substr(0, padded.size() - kPostingsPadding), chunks, frequency);
  REQUIRE(postings);
  return *postings;
}

TEST_CASE("cut postings come back, walked through, jumped through and block by block") {
  std::mt19937 random(3);
  for (const std::uint32_t one_in : {1U, 3U, 15U}) {
    const Sample sample(random, kPostingBlocksFrom + random() % 3000, one_in);
    const std::size_t chunks = sample.lengths.size();
    const std::string bytes = sample.cut();
    const TermPostings postings = parsed(bytes, chunks, sample.postings.size());
    REQUIRE(postings.blocks() == block_count(chunks));

    PostingWalk all(postings);
    for (const auto& [chunk, counts] : sample.postings) {
      REQUIRE(all.chunk() == chunk);
      if (random() % 2 == 0)
        all.skip();
      else
        CHECK(all.take() == counts);
    }
    CHECK(all.chunk() == PostingCursor::kEnd);

    PostingWalk some(postings);
    for (std::size_t chunk = 0; chunk < chunks + 500; chunk += 1 + random() % 400) {
      some.skip_to(chunk);
      const auto next = std::ranges::lower_bound(sample.postings, chunk, {},
                                                 [](const auto& posting) { return posting.first; });
      REQUIRE(some.chunk() == (next == sample.postings.end() ? PostingCursor::kEnd : next->first));
      if (next != sample.postings.end()) CHECK(PostingWalk(some).take() == next->second);
    }

    std::size_t count = 0;
    for (std::size_t b = 0; b < postings.blocks(); ++b) {
      PostingCursor cursor = postings.block(b);
      CHECK((cursor.chunk() == PostingCursor::kEnd) == (postings.bounds()[b] == 0));
      for (; cursor.chunk() != PostingCursor::kEnd; cursor.skip(), ++count)
        REQUIRE(cursor.chunk() / kBlockChunks == b);
    }
    CHECK(count == sample.postings.size());
  }
}

TEST_CASE("postings of a rare term or a small segment are not cut") {
  std::mt19937 random(4);
  const Sample sample(random, 200, 2);
  const std::size_t frequency = sample.postings.size();
  CHECK(is_cut(kPostingBlocksFrom, kPostingBlocksFrom / kPostingBlocksShare + 1));
  CHECK_FALSE(is_cut(kPostingBlocksFrom, kPostingBlocksFrom / kPostingBlocksShare));
  CHECK_FALSE(is_cut(kPostingBlocksFrom - 1, kPostingBlocksFrom - 1));
  const TermPostings postings = parsed(sample.stream, 200, frequency);
  CHECK(postings.blocks() == 0);
  PostingWalk walk(postings);
  for (std::uint32_t chunk = 0; chunk < 200; chunk += 7) {
    walk.skip_to(chunk);
    CHECK(walk.chunk() >= chunk);
  }
}

TEST_CASE("no count is above the bound of its block, whatever the options and the statistics") {
  std::mt19937 random(5);
  const auto real = [&](float low, float high) {
    return low + (high - low) * static_cast<float>(random() % 1000) / 999.0F;
  };
  for (int round = 0; round < 30; ++round) {
    const Sample sample(random, kPostingBlocksFrom, 2);
    const std::string bytes = sample.cut();
    const TermPostings postings = parsed(bytes, kPostingBlocksFrom, sample.postings.size());
    rank::Bm25fOptions options;
    rank::Bm25fCollection collection = sample.collection;
    if (round % 3 != 0)
      for (auto& length : collection.field_lengths)
        length = static_cast<std::uint64_t>(static_cast<float>(length) * real(0.2F, 5));
    if (round % 2 != 0) {
      options.k1 = real(0.1F, 5);
      for (float& weight : options.weight) weight = random() % 4 == 0 ? 0 : real(0, 9);
      for (float& b : options.b) b = random() % 4 == 0 ? 0 : real(0, 1);
    }
    REQUIRE(BoundTable::applies_to(options));
    const BoundTable table(options, collection, sample.collection);
    const LengthTables exact(options, collection);
    std::vector<float> largest(postings.blocks());
    for (const auto& [chunk, counts] : sample.postings) {
      float& block = largest[chunk / kBlockChunks];
      block = std::max(block, exact.saturated(counts, sample.lengths[chunk]));
    }
    float sum = 0, sum_bounds = 0;
    for (std::size_t b = 0; b < largest.size(); ++b) {
      const float bound = table.saturated()[postings.bounds()[b]];
      CHECK(bound >= largest[b]);
      sum += largest[b];
      sum_bounds += bound;
    }
    if (round % 6 == 0) CHECK(sum_bounds < 1.02F * sum);
  }
  CHECK_FALSE(BoundTable::applies_to({.weight = {1, 1, -1, 1}}));
  CHECK_FALSE(BoundTable::applies_to({.b = {0.5F, 0.5F, 1.5F, 0.5F}}));
  CHECK_FALSE(BoundTable::applies_to({.k1 = 0}));
}

TEST_CASE("bytes that are no cut postings are refused or come to an end, within the padding") {
  std::mt19937 random(6);
  constexpr std::size_t kChunks = kPostingBlocksFrom + 10;
  CHECK_FALSE(TermPostings::parse("too few", kChunks, kChunks));
  for (int round = 0; round < 300; ++round) {
    const std::size_t size = block_count(kChunks) * 4 + random() % 200;
    // Exactly as many bytes as may be read, so that a sanitizer sees one more.
    std::vector<char> bytes(size + kPostingsPadding);
    for (std::size_t i = 0; i < size; ++i)
      bytes[i] = static_cast<char>(random() % 3 == 0 ? 0xff : random() % (1U << random() % 9));
    const auto postings = TermPostings::parse({bytes.data(), size}, kChunks, kChunks);
    REQUIRE(postings);
    std::size_t count = 0;
    for (PostingWalk walk(*postings); walk.chunk() != PostingCursor::kEnd; ++count) {
      if (random() % 3 == 0)
        walk.skip_to(walk.chunk() + 1 + random() % 300);
      else
        walk.skip();
      if (count > kChunks * size) break;
    }
    CHECK(count <= kChunks * size);
  }
}

}  // namespace
}  // namespace codeweaver::store
