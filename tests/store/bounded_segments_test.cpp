// Tests of BoundedSegments: many small segments answer like one.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/segments/bounded_segments.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <memory>
#include <utility>

#include "store/layout/chunk_set.hpp"
#include "store/sample_chunks.hpp"
#include "store/search/dense_search.hpp"
#include "store/search/lexical_search.hpp"
#include "store/search/scored_chunk.hpp"
#include "store/search/snapshot.hpp"
#include "store/segments/segment.hpp"
#include "store/segments/vector_index_kind.hpp"
#include "store/temp_folder.hpp"

using namespace codeweaver;
using namespace codeweaver::store;
using test::SampleChunk;
using test::TempFolder;

namespace {

constexpr std::size_t kDimension = 64;

std::vector<std::string> written(const std::filesystem::path& folder,
                                 const std::vector<SampleChunk>& chunks, std::uint64_t memory) {
  BoundedSegments segments(folder, kDimension, VectorIndexKind::kScan, memory);
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    segments.add(chunks[i].input());
    if (i + 1 == chunks.size() || chunks[i + 1].path != chunks[i].path)
      REQUIRE(segments.end_file());
  }
  auto names = std::move(segments).finish();
  REQUIRE(names);
  return *names;
}

std::shared_ptr<const Snapshot> opened(const std::filesystem::path& folder,
                                       const std::vector<std::string>& names) {
  std::vector<Snapshot::Part> parts;
  for (const auto& name : names) {
    auto segment = Segment::open(folder / name);
    REQUIRE(segment);
    parts.push_back({*segment, ChunkSet((*segment)->size(), true), nullptr});
  }
  auto made = make_snapshot(1, std::move(parts), VectorIndexKind::kScan);
  REQUIRE(made);
  return *made;
}

using Place = std::pair<std::string, std::uint32_t>;  // path and ordinal

Place place_of(const Snapshot& snapshot, const ScoredChunk& hit) {
  const auto chunk = snapshot.parts[hit.part].segment->chunk(hit.chunk);
  return {std::string(chunk.path), chunk.ordinal};
}

}  // namespace

TEST_CASE("bounded segments: what a small budget splits answers as one segment does") {
  TempFolder folder;
  const auto chunks = test::sample_chunks(kDimension);
  const auto names = written(folder.path(), chunks, 400'000);
  CHECK(names.size() >= 4);
  CHECK(written(folder.path(), chunks, 400'000) == names);
  const auto split = opened(folder.path(), names);
  const auto whole = opened(folder.path(), written(folder.path(), chunks, UINT64_MAX));
  REQUIRE(whole->parts.size() == 1);
  REQUIRE(whole->live_chunks == chunks.size());
  REQUIRE(split->live_chunks == chunks.size());
  for (std::size_t i = 1; i < split->parts.size(); ++i) {
    const Segment& before = *split->parts[i - 1].segment;
    CHECK(before.file_path(before.file_count() - 1) < split->parts[i].segment->file_path(0));
  }

  for (std::size_t i = 0; i < chunks.size(); i += chunks.size() / 25) {
    CAPTURE(chunks[i].path);
    std::vector<QueryTerm> terms(3);
    const auto& body = chunks[i].terms[3];
    if (body.size() < terms.size()) continue;
    for (std::size_t t = 0; t < terms.size(); ++t) terms[t].text = body[t * body.size() / 3];
    const auto a = search_lexical(*whole, terms, {}, 20);
    const auto b = search_lexical(*split, terms, {}, 20);
    REQUIRE(a.size() == b.size());
    for (std::size_t k = 0; k < a.size(); ++k) {
      CHECK(place_of(*whole, a[k]) == place_of(*split, b[k]));
      CHECK(a[k].score == b[k].score);
    }
    const auto c = search_dense(*whole, chunks[i].vector, {}, 20);
    const auto d = search_dense(*split, chunks[i].vector, {}, chunks.size());
    REQUIRE(c);
    REQUIRE(d);
    std::map<Place, float> scores;
    for (const auto& hit : *d) scores[place_of(*split, hit)] = hit.score;
    for (const auto& hit : *c)  // the same but for the rounding of codes
      CHECK(std::abs(scores.at(place_of(*whole, hit)) - hit.score) < 2e-3F);
    CHECK(place_of(*whole, c->front()) == place_of(*split, d->front()));
  }
}

TEST_CASE("bounded segments: without chunks there is no segment") {
  TempFolder folder;
  CHECK(written(folder.path(), {}, 1).empty());
}

TEST_CASE("bounded segments: what is published holds all there is, and changes nothing after it") {
  TempFolder folder;
  const auto chunks = test::sample_chunks(kDimension);
  const auto ends = [&](std::size_t i) {
    return i + 1 == chunks.size() || chunks[i + 1].path != chunks[i].path;
  };
  for (const std::uint64_t memory : {std::uint64_t{400'000}, UINT64_MAX}) {
    BoundedSegments segments(folder.path(), kDimension, VectorIndexKind::kScan, memory);
    std::vector<std::string> before;
    for (std::size_t i = 0; i < chunks.size(); ++i) {
      segments.add(chunks[i].input());
      if (!ends(i)) continue;
      REQUIRE(segments.end_file());
      if (i % 7 != 0) continue;
      const auto names = segments.publish();
      REQUIRE(names);
      CHECK(opened(folder.path(), *names)->live_chunks == i + 1);
      if (memory == UINT64_MAX) {  // each part is written once
        REQUIRE(names->size() == before.size() + 1);
        CHECK(std::equal(before.begin(), before.end(), names->begin()));
      }
      before = *names;
    }
    REQUIRE(before.size() > 3);
    CHECK(*std::move(segments).finish() == written(folder.path(), chunks, memory));
  }
}
