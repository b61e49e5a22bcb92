// Lexical search: the same scores and order as a trivial BM25F over all chunks.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/search/lexical_search.hpp"

#include <doctest/doctest.h>

#include <map>
#include <set>

#include "store/layout/chunk_set.hpp"
#include "store/postings/posting_marks.hpp"
#include "store/sample_chunks.hpp"
#include "store/search/field_scores.hpp"
#include "store/search/scored_chunk.hpp"
#include "store/search/snapshot.hpp"
#include "store/search/term_coverage.hpp"
#include "store/segments/segment.hpp"
#include "store/segments/segment_builder.hpp"
#include "store/segments/vector_index_kind.hpp"
#include "store/temp_folder.hpp"

namespace codeweaver::store {
namespace {

using test::SampleChunk;
using test::TempFolder;

// In no text, this file included.
const std::string kAbsent = std::string("absent") + "word";

struct Fixture {
  TempFolder folder;
  std::vector<SampleChunk> chunks = test::sample_chunks(0);

  std::shared_ptr<const Segment> segment(std::span<const SampleChunk> part) {
    SegmentBuilder builder(0);
    for (const SampleChunk& chunk : part) builder.add(chunk.input());
    auto opened = Segment::open(folder.path() / *std::move(builder).write(folder.path()));
    REQUIRE(opened);
    return *opened;
  }
  std::shared_ptr<const Snapshot> snapshot(std::vector<Snapshot::Part> parts) {
    auto made = make_snapshot(1, std::move(parts), VectorIndexKind::kScan);
    REQUIRE(made);
    return *made;
  }
  std::vector<QueryTerm> random_terms(std::mt19937& random, std::size_t count) {
    std::vector<QueryTerm> terms;
    while (terms.size() < count) {
      const auto& body = chunks[random() % chunks.size()].terms[random() % kFieldCount];
      if (body.empty()) continue;
      QueryTerm term;
      term.text = body[random() % body.size()];
      term.weight = 0.25F * static_cast<float>(1 + random() % 8);
      terms.push_back(term);
    }
    if (count > 2) terms.back().text = kAbsent;
    return terms;
  }
};

struct Expected {
  float score = 0;
  std::uint32_t terms = 0;
};

// BM25F by definition, over the chunks whose flag is set.
std::map<std::size_t, Expected> reference(const std::vector<SampleChunk>& chunks,
                                          const std::vector<bool>& alive,
                                          std::span<const QueryTerm> terms,
                                          const Bm25fOptions& options = {}) {
  rank::Bm25fCollection collection;
  std::vector<std::array<std::map<std::string, float>, kFieldCount>> counts(chunks.size());
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    if (!alive[i]) continue;
    ++collection.documents;
    for (std::size_t f = 0; f < kFieldCount; ++f) {
      collection.field_lengths[f] += chunks[i].terms[f].size();
      for (std::size_t t = 0; t < chunks[i].terms[f].size(); ++t)
        counts[i][f][std::string(chunks[i].terms[f][t])] += 1;
    }
  }
  std::map<std::size_t, Expected> expected;
  for (std::size_t t = 0; t < terms.size(); ++t) {
    std::map<std::size_t, std::array<float, kFieldCount>> holders;
    for (std::size_t i = 0; i < chunks.size(); ++i)
      for (std::size_t f = 0; f < kFieldCount; ++f)
        if (auto found = counts[i][f].find(terms[t].text); found != counts[i][f].end())
          holders[i][f] = found->second;
    const float idf = rank::inverse_document_frequency(collection.documents, holders.size());
    for (const auto& [i, tf] : holders) {
      std::array<float, kFieldCount> lengths{};
      for (std::size_t f = 0; f < kFieldCount; ++f)
        lengths[f] = static_cast<float>(chunks[i].terms[f].size());
      expected[i].score +=
          terms[t].weight * rank::term_score(options, collection, tf, lengths, idf);
      expected[i].terms |= 1U << t;
    }
  }
  return expected;
}

void check_against(const std::map<std::size_t, Expected>& expected,
                   const std::vector<ScoredChunk>& hits, std::size_t limit,
                   const std::vector<std::uint32_t>& part_starts) {
  REQUIRE(hits.size() == std::min(limit, expected.size()));
  std::vector<float> best;
  for (const auto& [chunk, value] : expected) best.push_back(value.score);
  std::sort(best.rbegin(), best.rend());
  std::set<std::uint32_t> seen;
  for (std::size_t i = 0; i < hits.size(); ++i) {
    const std::uint32_t chunk = part_starts[hits[i].part] + hits[i].chunk;
    CHECK(seen.insert(chunk).second);
    const auto found = expected.find(chunk);
    REQUIRE(found != expected.end());
    CHECK(hits[i].score == doctest::Approx(found->second.score).epsilon(1e-5));
    CHECK(hits[i].score == doctest::Approx(best[i]).epsilon(1e-5));
    CHECK(hits[i].terms == found->second.terms);
  }
}

TEST_CASE("scores, order and matched terms are those of BM25F by definition") {
  Fixture fixture;
  const auto& chunks = fixture.chunks;
  const auto snapshot =
      fixture.snapshot({{fixture.segment(chunks), ChunkSet(chunks.size(), true), nullptr}});
  const std::vector<bool> alive(chunks.size(), true);
  std::mt19937 random(31);
  for (int round = 0; round < 25; ++round) {
    const auto terms = fixture.random_terms(random, 1 + random() % 12);
    Bm25fOptions options;
    if (round % 3 == 0) options = {{1, 4, 0.5F, 2}, {0, 1, 0.5F, 0.9F}, 0.7F};
    const std::size_t limit = round % 4 == 0 ? chunks.size() : 1 + random() % 120;
    std::size_t matching = 0;
    const auto hits = search_lexical(*snapshot, terms, {}, limit, options, &matching);
    const auto expected = reference(chunks, alive, terms, options);
    CHECK(matching == expected.size());
    check_against(expected, hits, limit, {0});
  }
}

TEST_CASE("segments and deletions change nothing: as one segment of the live chunks") {
  Fixture fixture;
  const auto& chunks = fixture.chunks;
  std::mt19937 random(37);
  const auto cut1 = static_cast<std::uint32_t>(chunks.size() / 3);
  const auto cut2 = static_cast<std::uint32_t>(chunks.size() / 2);
  const std::span<const SampleChunk> all(chunks);
  std::vector<bool> alive(chunks.size());
  std::vector<SampleChunk> left;
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    alive[i] = random() % 5 != 0;
    if (alive[i]) left.push_back(chunks[i]);
  }
  std::vector<Snapshot::Part> parts;
  const std::array<std::uint32_t, 4> cuts{0, cut1, cut2, static_cast<std::uint32_t>(chunks.size())};
  for (std::size_t p = 0; p < 3; ++p) {
    const auto part = all.subspan(cuts[p], cuts[p + 1] - cuts[p]);
    ChunkSet live(part.size(), false);
    for (std::size_t i = 0; i < part.size(); ++i) live.set(i, alive[cuts[p] + i]);
    parts.push_back({fixture.segment(part), live, nullptr});
  }
  const auto spread = fixture.snapshot(parts);
  const auto merged =
      fixture.snapshot({{fixture.segment(left), ChunkSet(left.size(), true), nullptr}});
  for (int round = 0; round < 12; ++round) {
    const auto terms = fixture.random_terms(random, 1 + random() % 8);
    std::size_t matching_spread = 0, matching_merged = 0;
    const auto a = search_lexical(*spread, terms, {}, 50, {}, &matching_spread);
    const auto b = search_lexical(*merged, terms, {}, 50, {}, &matching_merged);
    CHECK(matching_spread == matching_merged);
    REQUIRE(a.size() == b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      CHECK(a[i].score == b[i].score);
      const SegmentChunk x = spread->parts[a[i].part].segment->chunk(a[i].chunk);
      const SegmentChunk y = merged->parts[0].segment->chunk(b[i].chunk);
      CHECK(x.path == y.path);
      CHECK(x.lines == y.lines);
    }
    check_against(reference(chunks, alive, terms), a, 50, {0, cut1, cut2});
    CHECK(lexical_upper_bound({*spread, terms}) == lexical_upper_bound({*merged, terms}));
  }
}

TEST_CASE("a few chunks with the statistics of all of them score as they do among all") {
  Fixture f;
  const auto all = f.snapshot({{f.segment(f.chunks), ChunkSet(f.chunks.size(), true), nullptr}});
  const std::size_t few = f.chunks.size() / 9;
  const auto part = std::span<const SampleChunk>(f.chunks).first(few);
  Snapshot within = *f.snapshot({{f.segment(part), ChunkSet(few, true), nullptr}});
  within.live_chunks = all->live_chunks;
  within.field_lengths = all->field_lengths;
  std::mt19937 random(5);
  for (int round = 0; round < 20; ++round) {
    const auto terms = f.random_terms(random, 3);
    std::map<std::string, std::uint64_t, std::less<>> frequencies;
    const TermCoverage counted(*all, terms);
    for (std::size_t i = 0; i < terms.size(); ++i)
      frequencies[terms[i].text] = counted.frequency(i);
    within.frequencies =
        std::make_shared<const std::map<std::string, std::uint64_t, std::less<>>>(frequencies);
    std::map<std::uint32_t, float> expected;
    for (const auto& hit : search_lexical(*all, terms, {}, f.chunks.size()))
      if (hit.chunk < few) expected[hit.chunk] = hit.score;
    std::map<std::uint32_t, float> found;
    for (const auto& hit : search_lexical(within, terms, {}, few)) found[hit.chunk] = hit.score;
    CHECK(found == expected);
  }
}

TEST_CASE("a filter gives what dropping the others afterwards gives") {
  Fixture fixture;
  const auto& chunks = fixture.chunks;
  const auto snapshot =
      fixture.snapshot({{fixture.segment(chunks), ChunkSet(chunks.size(), true), nullptr}});
  std::mt19937 random(41);
  for (int round = 0; round < 30; ++round) {
    const auto terms = fixture.random_terms(random, 4);
    ChunkSet allowed(chunks.size(), false);
    for (std::size_t i = 0; i < chunks.size(); ++i)
      allowed.set(i, round % 2 == 0 ? random() % 3 == 0 : i % 100 == 7);
    std::size_t matching = 0;
    const auto filtered =
        search_lexical(*snapshot, terms, std::span(&allowed, 1), 20, {}, &matching);
    auto all = search_lexical(*snapshot, terms, {}, chunks.size());
    std::erase_if(all, [&](const ScoredChunk& hit) { return !allowed.test(hit.chunk); });
    CHECK(matching == all.size());
    all.resize(std::min<std::size_t>(all.size(), 20));
    REQUIRE(filtered.size() == all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      CHECK(filtered[i].chunk == all[i].chunk);
      CHECK(filtered[i].score == all[i].score);
    }
  }
}

TEST_CASE("equal scores come in path order, then chunk order, across segments") {
  TempFolder folder;
  const auto make = [](std::string path, std::uint32_t ordinal) {
    SampleChunk chunk;
    chunk.path = std::move(path);
    chunk.ordinal = ordinal;
    chunk.terms[3].add("same");
    chunk.terms[3].add("words");
    return chunk;
  };
  std::vector<SampleChunk> one, two;
  for (int i = 0; i < 300; ++i) {
    const std::string path = std::to_string(1000 + i / 2);
    (i / 2 % 3 == 0 ? one : two).push_back(make(path, static_cast<std::uint32_t>(i % 2)));
  }
  Fixture fixture;
  for (const bool swapped : {false, true}) {
    const auto a = fixture.segment(swapped ? two : one), b = fixture.segment(swapped ? one : two);
    const auto snapshot = fixture.snapshot(
        {{a, ChunkSet(a->size(), true), nullptr}, {b, ChunkSet(b->size(), true), nullptr}});
    const std::vector<QueryTerm> terms{{.text = "same"}};
    for (const std::size_t limit : {1, 7, 100, 299, 300, 1000}) {
      const auto hits = search_lexical(*snapshot, terms, {}, limit);
      REQUIRE(hits.size() == std::min<std::size_t>(limit, 300));
      for (std::size_t i = 0; i < hits.size(); ++i) {
        const SegmentChunk chunk = snapshot->parts[hits[i].part].segment->chunk(hits[i].chunk);
        REQUIRE(chunk.path == std::to_string(1000 + i / 2));
        REQUIRE(chunk.ordinal == i % 2);
      }
    }
  }
}

TEST_CASE("nothing asked, nothing indexed or nothing wanted gives nothing") {
  Fixture fixture;
  const auto segment = fixture.segment(fixture.chunks);
  const auto snapshot = fixture.snapshot({{segment, ChunkSet(segment->size(), true), nullptr}});
  const std::vector<QueryTerm> terms{{.text = "std"}}, absent{{.text = kAbsent}, {.text = ""}};
  std::size_t matching = 99;
  CHECK(search_lexical(*snapshot, {}, {}, 10, {}, &matching).empty());
  CHECK(matching == 0);
  CHECK(search_lexical(*snapshot, absent, {}, 10).empty());
  CHECK(search_lexical(*snapshot, terms, {}, 0, {}, &matching).empty());
  CHECK(matching > 0);
  CHECK(search_lexical(*fixture.snapshot({}), terms, {}, 10).empty());
}

TEST_CASE("the bound is above every score, and absent optional terms do not raise it") {
  Fixture fixture;
  const auto segment = fixture.segment(fixture.chunks);
  const auto snapshot = fixture.snapshot({{segment, ChunkSet(segment->size(), true), nullptr}});
  std::mt19937 random(43);
  for (int round = 0; round < 20; ++round) {
    auto terms = fixture.random_terms(random, 5);
    const float bound = lexical_upper_bound({*snapshot, terms});
    for (const ScoredChunk& hit : search_lexical(*snapshot, terms, {}, 10))
      CHECK(hit.score < bound);
    terms.back().optional = true;
    CHECK(lexical_upper_bound({*snapshot, terms}) < bound);
  }
}

TEST_CASE("every term of the text is found in exactly its chunks") {
  Fixture fixture;
  const auto& chunks = fixture.chunks;
  const auto segment = fixture.segment(chunks);
  const auto snapshot = fixture.snapshot({{segment, ChunkSet(segment->size(), true), nullptr}});
  std::map<std::string, std::set<std::uint32_t>> holders;
  for (std::size_t i = 0; i < chunks.size(); ++i)
    for (const auto& list : chunks[i].terms)
      for (std::size_t t = 0; t < list.size(); ++t)
        holders[std::string(list[t])].insert(static_cast<std::uint32_t>(i));
  std::mt19937 random(47);
  for (const auto& [term, expected] : holders) {
    if (random() % 4 != 0) continue;
    const std::vector<QueryTerm> query{{.text = term}};
    std::set<std::uint32_t> found;
    for (const ScoredChunk& hit : search_lexical(*snapshot, query, {}, chunks.size()))
      found.insert(hit.chunk);
    REQUIRE(found == expected);
    const std::vector<QueryTerm> near{{.text = term + "x"}};
    if (!holders.contains(near[0].text)) CHECK(search_lexical(*snapshot, near, {}, 1).empty());
  }
}

TEST_CASE("field scores: the same score as the search, and what each field adds to it") {
  Fixture f;
  const auto segment = f.segment(f.chunks);
  const auto snapshot = f.snapshot({{segment, ChunkSet(segment->size(), true), nullptr}});
  std::mt19937 random(11);
  for (int round = 0; round < 20; ++round) {
    const auto terms = f.random_terms(random, 1 + random() % 5);
    std::vector<ChunkKey> all;
    for (std::uint32_t i = 0; i < segment->size(); ++i) all.push_back({0, i});
    const TermCoverage coverage(*snapshot, terms);
    const auto rows = score_fields(coverage, all);
    REQUIRE(rows.size() == segment->size());
    std::map<std::uint32_t, ScoredChunk> found;
    for (const auto& hit : search_lexical(*snapshot, terms, {}, segment->size()))
      found[hit.chunk] = hit;
    for (const auto& row : rows) {
      CHECK(row.score == found[row.chunk].score);
      CHECK(row.terms == found[row.chunk].terms);
      CHECK(row.covered_by_any == doctest::Approx(coverage(row.terms)));
      float most = 0;
      for (std::size_t i = 0; i < kFieldCount; ++i) {
        CHECK(row.field[i] <= row.score + 1e-4F);
        CHECK(row.covered[i] <= row.covered_by_any + 1e-5F);
        most = std::max(most, row.field[i]);
      }
      CHECK((most > 0) == (row.score > 0));
    }
  }
}

TEST_CASE("field scores: the marks of a search change nothing, however chunks are chosen") {
  Fixture f;
  const auto segment = f.segment(f.chunks);
  REQUIRE(segment->size() > 2 * PostingMarks::kStride);
  const auto snapshot = f.snapshot({{segment, ChunkSet(segment->size(), true), nullptr}});
  std::mt19937 random(12);
  for (int round = 0; round < 40; ++round) {
    const auto terms = f.random_terms(random, 1 + random() % 5);
    const TermCoverage coverage(*snapshot, terms);
    PostingMarks marks;
    (void)search_lexical(coverage, {}, 10, {}, nullptr, &marks);
    std::vector<ChunkKey> some;
    const auto step = 1 + random() % 300;
    for (std::size_t i = random() % step; i < segment->size(); i += 1 + random() % step)
      some.push_back({0, static_cast<std::uint32_t>(i)});
    const auto expected = score_fields(coverage, some);
    const auto rows = score_fields(coverage, some, {}, &marks);
    REQUIRE(rows.size() == expected.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      CHECK(rows[i].score == expected[i].score);
      CHECK(rows[i].terms == expected[i].terms);
      CHECK(rows[i].field == expected[i].field);
      CHECK(rows[i].covered == expected[i].covered);
    }
  }
}

}  // namespace
}  // namespace codeweaver::store
