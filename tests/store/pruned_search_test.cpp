// Tests of lexical search with posting blocks: skipped blocks do not change answers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <random>

#include "store/layout/chunk_set.hpp"
#include "store/postings/posting_marks.hpp"
#include "store/sample_chunks.hpp"
#include "store/search/field_scores.hpp"
#include "store/search/lexical_search.hpp"
#include "store/search/scored_chunk.hpp"
#include "store/search/snapshot.hpp"
#include "store/search/term_coverage.hpp"
#include "store/segments/segment.hpp"
#include "store/segments/segment_builder.hpp"
#include "store/segments/segment_impl.hpp"
#include "store/segments/vector_index_kind.hpp"
#include "store/temp_folder.hpp"

namespace codeweaver::store {
namespace {

using test::SampleChunk;
using test::TempFolder;

constexpr std::size_t kWords = 1000;

std::string word(std::mt19937& random) {
  const double u = static_cast<double>(random() % 100'000) / 100'000;
  return "w" +
         std::to_string(static_cast<std::size_t>(u * u * u * u * static_cast<double>(kWords)));
}

/// Chunks with few frequent and many rare words, about `length` in the body. Some are equal to the
/// one before, so that scores are.
std::vector<SampleChunk> made_chunks(std::mt19937& random, std::size_t count, unsigned length,
                                     const std::string& folder) {
  std::vector<SampleChunk> chunks;
  for (std::size_t i = 0; i < count; ++i) {
    if (!chunks.empty() && random() % 3 == 0) {
      chunks.push_back(chunks.back());
    } else {
      SampleChunk& chunk = chunks.emplace_back();
      const std::array<std::size_t, kFieldCount> most{3, 4, length / 2, 2 * length};
      for (std::size_t f = 0; f < kFieldCount; ++f)
        for (auto n = random() % most[f]; n > 0; --n) chunk.terms[f].add(word(random));
    }
    chunks.back().path = folder + std::to_string(1'000'000 + i / 4);
    chunks.back().ordinal = static_cast<std::uint32_t>(i % 4);
  }
  return chunks;
}

std::shared_ptr<const Segment> built(const TempFolder& folder,
                                     const std::vector<SampleChunk>& chunks) {
  SegmentBuilder builder(0);
  for (const SampleChunk& chunk : chunks) builder.add(chunk.input());
  const auto name = std::move(builder).write(folder.path());
  REQUIRE(name);
  const auto segment = Segment::open(folder.path() / *name);
  REQUIRE(segment);
  return *segment;
}

ChunkSet random_set(std::mt19937& random, std::size_t size, std::size_t percent) {
  ChunkSet set(size, true);
  for (std::size_t i = 0; i < size; ++i)
    if (random() % 100 >= percent) set.set(i, false);
  if (size > 1000) set.set_range(size / 2, size / 2 + 500, false);
  return set;
}

/// Three segments of different statistics, the last too small for cut postings.
struct Parts {
  TempFolder folder;
  std::vector<std::vector<SampleChunk>> chunks;
  std::vector<std::shared_ptr<const Segment>> segments;

  explicit Parts(std::mt19937& random) {
    chunks.push_back(made_chunks(random, 7000, 40, "a"));
    chunks.push_back(made_chunks(random, kPostingBlocksFrom + 37, 12, "b"));
    chunks.push_back(made_chunks(random, 300, 200, "c"));
    for (const auto& part : chunks) segments.push_back(built(folder, part));
  }
  std::shared_ptr<const Snapshot> snapshot(std::mt19937& random, std::size_t live_percent) const {
    std::vector<Snapshot::Part> parts;
    for (const auto& segment : segments)
      parts.push_back({segment,
                       live_percent == 100 ? ChunkSet(segment->size(), true)
                                           : random_set(random, segment->size(), live_percent),
                       nullptr});
    auto made = make_snapshot(1, std::move(parts), VectorIndexKind::kScan);
    REQUIRE(made);
    return *made;
  }
};

std::vector<QueryTerm> random_terms(std::mt19937& random, int round) {
  std::vector<QueryTerm> terms;
  const std::size_t count = 1 + random() % (round % 5 == 0 ? 40 : 8);
  for (std::size_t i = 0; i < count; ++i) {
    QueryTerm term{word(random), 0.25F * static_cast<float>(1 + random() % 8), random() % 5 == 0};
    if (random() % 12 == 0) term.text = "w" + std::to_string(random() % (kWords + 20));
    if (random() % 12 == 0) term.weight = 0;
    if (round % 7 == 0 && random() % 4 == 0) term.weight = -term.weight;
    terms.push_back(term);
  }
  return terms;
}

void check_equal(const std::vector<ScoredChunk>& a, const std::vector<ScoredChunk>& b) {
  REQUIRE(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    REQUIRE(a[i].part == b[i].part);
    REQUIRE(a[i].chunk == b[i].chunk);
    REQUIRE(a[i].score == b[i].score);
    REQUIRE(a[i].terms == b[i].terms);
  }
}

TEST_CASE("a search that leaves out blocks answers as one that reads all postings") {
  std::mt19937 random(61);
  const Parts parts(random);
  const auto& first = parts.segments[0]->impl();
  REQUIRE(first.postings_of(*first.dictionary.find("w0"))->blocks() != 0);
  REQUIRE(first.postings_of(*first.dictionary.find("w990"))->blocks() == 0);
  for (int round = 0; round < 400; ++round) {
    const auto snapshot = parts.snapshot(random, round % 4 < 2 ? 100 : 20 + random() % 80);
    const auto terms = random_terms(random, round);
    std::vector<ChunkSet> allowed;
    if (round % 3 == 0)
      for (const auto& segment : parts.segments)
        allowed.push_back(random_set(random, segment->size(), 1 + random() % 60));
    Bm25fOptions options;
    if (round % 11 == 0) options = {{1, 4, 0, 2}, {0, 1, 0.5F, 0.9F}, 0.7F};
    if (round % 23 == 0) options.weight[1] = -1;
    const std::size_t limit = std::array<std::size_t, 6>{1, 5, 30, 100, 800, 20'000}[random() % 6];
    std::size_t matching = 0;  // asking for it makes the search read all
    const auto expected = search_lexical(*snapshot, terms, allowed, limit, options, &matching);
    check_equal(search_lexical(*snapshot, terms, allowed, limit, options), expected);
    CHECK(expected.size() == std::min(limit, matching));
  }
}

TEST_CASE("terms are counted in the live chunks, block by block") {
  std::mt19937 random(67);
  const Parts parts(random);
  for (int round = 0; round < 10; ++round) {
    const auto snapshot = parts.snapshot(random, 11 * static_cast<std::size_t>(round));
    const auto terms = random_terms(random, 5);
    const TermCoverage coverage(*snapshot, terms);
    for (std::size_t t = 0; t < terms.size(); ++t) {
      std::uint64_t expected = 0;
      for (std::size_t p = 0; p < parts.chunks.size(); ++p)
        for (std::size_t i = 0; i < parts.chunks[p].size(); ++i)
          if (snapshot->parts[p].live.test(i))
            expected += std::ranges::any_of(parts.chunks[p][i].terms, [&](const auto& list) {
              for (std::size_t j = 0; j < list.size(); ++j)
                if (list[j] == terms[t].text) return true;
              return false;
            });
      CHECK(coverage.frequency(t) == expected);
    }
  }
}

TEST_CASE("terms are counted anew for other live chunks from what was counted before") {
  std::mt19937 random(73);
  const Parts parts(random);
  std::vector<QueryTerm> terms;
  for (const auto* text : {"w0", "w1", "w5", "w40", "w990"}) terms.push_back({text, 1});
  std::shared_ptr<const Snapshot> before;
  for (int round = 0; round < 12; ++round) {
    // One more chunk goes, many go, and some come back.
    std::vector<Snapshot::Part> kept, fresh;
    for (std::size_t p = 0; p < parts.segments.size(); ++p) {
      ChunkSet live = before ? before->parts[p].live : ChunkSet(parts.segments[p]->size(), true);
      if (round % 4 != 3) live.set(random() % live.size(), round % 3 == 2);
      if (round % 4 == 1) live.set_range(live.size() / 4, live.size() / 3, round % 8 == 5);
      kept.push_back({parts.segments[p], live, nullptr});
      // The same, of which nobody remembers anything.
      fresh.push_back(
          {*Segment::open(parts.folder.path() / parts.segments[p]->name()), live, nullptr});
    }
    before = *make_snapshot(1, std::move(kept), VectorIndexKind::kScan);
    const auto other = *make_snapshot(1, std::move(fresh), VectorIndexKind::kScan);
    const TermCoverage coverage(*before, terms), expected(*other, terms);
    for (std::size_t t = 0; t < terms.size(); ++t)
      CHECK(coverage.frequency(t) == expected.frequency(t));
  }
}

TEST_CASE("deleted chunks of a term are counted once, as long as the same ones are deleted") {
  std::mt19937 random(79);
  const Parts parts(random);
  const auto& segment = parts.segments[0]->impl();
  const std::vector<QueryTerm> terms{{"w0", 1}};
  const auto info = *segment.dictionary.find("w0");
  const ChunkSet live = random_set(random, parts.segments[0]->size(), 90);
  const auto snapshot =
      *make_snapshot(1, {{parts.segments[0], live, nullptr}}, VectorIndexKind::kScan);
  CHECK_FALSE(segment.deleted_counts.of(live)->find(info.postings_offset));
  const auto frequency = TermCoverage(*snapshot, terms).frequency(0);
  const auto counts = segment.deleted_counts.of(live);
  REQUIRE(counts->find(info.postings_offset));
  CHECK(*counts->find(info.postings_offset) == info.document_frequency - frequency);
  CHECK(TermCoverage(*snapshot, terms).frequency(0) == frequency);
  CHECK(segment.deleted_counts.of(live) == counts);
  ChunkSet fewer = live;
  fewer.set_range(0, 64, false);
  const auto next = segment.deleted_counts.of(fewer);
  CHECK(next->before() == counts);
  CHECK_FALSE(next->find(info.postings_offset));
}

TEST_CASE("field scores of cut postings: those of the search, with its marks and without") {
  std::mt19937 random(71);
  const Parts parts(random);
  for (int round = 0; round < 40; ++round) {
    const auto snapshot = parts.snapshot(random, 90);
    auto terms = random_terms(random, 1);
    for (QueryTerm& term : terms) term.weight += 1;
    const TermCoverage coverage(*snapshot, terms);
    PostingMarks marks;
    const auto hits = search_lexical(coverage, {}, 60, {}, nullptr, &marks);
    std::vector<ChunkKey> keys;
    for (const ScoredChunk& hit : hits) keys.push_back({hit.part, hit.chunk});
    for (int i = 0; i < 30; ++i)
      keys.push_back({0, static_cast<std::uint32_t>(random() % parts.segments[0]->size())});
    std::ranges::sort(keys);
    keys.erase(std::ranges::unique(keys).begin(), keys.end());
    const auto rows = score_fields(coverage, keys),
               marked = score_fields(coverage, keys, {}, &marks);
    REQUIRE(rows.size() == keys.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      CHECK(marked[i].score == rows[i].score);
      CHECK(marked[i].terms == rows[i].terms);
      CHECK(marked[i].field == rows[i].field);
    }
    for (const ScoredChunk& hit : hits) {
      const auto row = std::ranges::lower_bound(keys, ChunkKey{hit.part, hit.chunk}) - keys.begin();
      CHECK(rows[static_cast<std::size_t>(row)].score == hit.score);
      CHECK(static_cast<std::uint32_t>(rows[static_cast<std::size_t>(row)].terms) == hit.terms);
    }
  }
}

TEST_CASE("wrong bytes in cut postings never crash a search") {
  std::mt19937 random(73);
  TempFolder folder;
  const auto sound = built(folder, made_chunks(random, kPostingBlocksFrom + 50, 10, "a"));
  const auto file = folder.path() / sound->name();
  const std::string bytes = *base::read_file(file);
  const auto& section =
      sound->impl().header.sections[static_cast<std::size_t>(SectionId::kPostings)];
  for (int round = 0; round < 60; ++round) {
    std::string wrong = bytes;
    for (int i = 0; i < 400; ++i)
      wrong[section.offset + random() % section.size_bytes] = static_cast<char>(random());
    REQUIRE(base::write_file_atomic(file, wrong));
    // As if it had been damaged after it was verified, so that the checksums are not compared.
    const auto segment = Segment::open(file, *base::identity_of(file));
    REQUIRE(segment);
    const auto snapshot = make_snapshot(
        1, {{*segment, random_set(random, sound->size(), 80), nullptr}}, VectorIndexKind::kScan);
    REQUIRE(snapshot);
    const auto terms = random_terms(random, 5);
    const TermCoverage coverage(**snapshot, terms);
    PostingMarks marks;
    const auto hits = search_lexical(coverage, {}, 50, {}, nullptr, &marks);
    CHECK(hits.size() <= 50);
    std::vector<ChunkKey> keys;
    for (std::size_t i = 0; i < sound->size(); i += 1 + random() % 50)
      keys.push_back({0, static_cast<std::uint32_t>(i)});
    CHECK(score_fields(coverage, keys, {}, &marks).size() == keys.size());
  }
}

}  // namespace
}  // namespace codeweaver::store
