// Tests of segments: round trips, the same bytes every time; damage is an error.
// SPDX-License-Identifier: MIT OR Apache-2.0

#include "store/segments/segment.hpp"

#include <doctest/doctest.h>

#include <cstring>

#include "base/file.hpp"
#include "store/layout/chunk_set.hpp"
#include "store/layout/segment_format.hpp"
#include "store/sample_chunks.hpp"
#include "store/search/dense_search.hpp"
#include "store/search/lexical_search.hpp"
#include "store/search/snapshot.hpp"
#include "store/search/vector_index.hpp"
#include "store/segments/segment_builder.hpp"
#include "store/segments/segment_input.hpp"
#include "store/segments/vector_index_kind.hpp"
#include "store/temp_folder.hpp"

namespace codeweaver::store {
namespace {

using test::SampleChunk;
using test::TempFolder;

std::string write(const TempFolder& folder, const std::vector<SampleChunk>& chunks,
                  std::size_t dimension, VectorIndexKind kind = VectorIndexKind::kScan) {
  SegmentBuilder builder(dimension, kind);
  for (const SampleChunk& chunk : chunks) builder.add(chunk.input());
  CHECK(builder.size() == chunks.size());
  auto name = std::move(builder).write(folder.path());
  REQUIRE(name);
  return *name;
}

TEST_CASE("a segment gives back every field of every chunk") {
  TempFolder folder;
  const auto chunks = test::sample_chunks(64);
  auto opened = Segment::open(folder.path() / write(folder, chunks, 64));
  REQUIRE(opened);
  const Segment& segment = **opened;
  REQUIRE(segment.size() == chunks.size());
  CHECK(segment.dimension() == 64);
  CHECK_FALSE(segment.has_graph());
  std::array<std::uint64_t, kFieldCount> lengths{};
  std::size_t files = 0;
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    const SegmentInput input = chunks[i].input();
    const SegmentChunk chunk = segment.chunk(i);
    REQUIRE(chunk.path == input.path);
    CHECK(chunk.language == input.language);
    CHECK(chunk.symbol == input.symbol);
    CHECK(chunk.content == input.content);
    CHECK(chunk.ordinal == input.ordinal);
    CHECK(chunk.lines == input.lines);
    CHECK(chunk.semantic_class == input.semantic_class);
    CHECK(chunk.source == input.source);
    CHECK(chunk.is_test == input.is_test);
    CHECK(chunk.is_generated == input.is_generated);
    CHECK(chunk.tokens == input.tokens);
    if (i == 0 || chunks[i - 1].path != chunks[i].path) ++files;
    REQUIRE(chunk.file == files - 1);
    CHECK(segment.file_path(chunk.file) == input.path);
    CHECK(segment.file_content(chunk.file) == input.content);
    const auto [first, last] = segment.file_chunks(chunk.file);
    CHECK((first <= i && i < last));
    for (std::size_t f = 0; f < kFieldCount; ++f) {
      lengths[f] += chunks[i].terms[f].size();
      CHECK(segment.chunk_lengths(i)[f] == chunks[i].terms[f].size());
    }
  }
  CHECK(segment.file_count() == files);
  CHECK(segment.field_lengths() == lengths);
}

TEST_CASE("the same chunks give the same bytes and the name is the hash of their header") {
  TempFolder one, two;
  const auto chunks = test::sample_chunks(64);
  for (const auto kind : {VectorIndexKind::kScan, VectorIndexKind::kFaissHnsw}) {
    const std::string name = write(one, chunks, 64, kind);
    CHECK(write(two, chunks, 64, kind) == name);
    const std::string bytes = *base::read_file(one.path() / name);
    CHECK(bytes == *base::read_file(two.path() / name));
    CHECK(base::hash128(std::string_view(bytes).substr(0, sizeof(SegmentHeader))).hex() + ".seg" ==
          name);
  }
}

TEST_CASE(
    "a copy of a segment under construction is what ending it there gives, and ends nothing") {
  TempFolder copies, whole;
  const auto chunks = test::sample_chunks(64);
  SegmentBuilder builder(64, VectorIndexKind::kScan, copies.path());
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    builder.add(chunks[i].input());
    if (i % 100 != 0) continue;
    const auto name = builder.write_copy(copies.path());
    REQUIRE(name);
    CHECK(*name == write(whole, {chunks.begin(), chunks.begin() + static_cast<int>(i) + 1}, 64));
    CHECK(Segment::open(copies.path() / *name).has_value());
  }
  const auto last = std::move(builder).write(copies.path());
  REQUIRE(last);
  CHECK(*last == write(whole, chunks, 64));
}

TEST_CASE("a segment in memory has the bytes of one in a folder, and is searched alike") {
  TempFolder folder;
  const auto chunks = test::sample_chunks(64);
  SegmentBuilder builder(64);
  for (const auto& chunk : chunks) builder.add(chunk.input());
  const auto memory = std::move(builder).build();
  REQUIRE(memory);
  const auto name = write(folder, chunks, 64);
  CHECK((*memory)->name() == name);
  CHECK((*memory)->size_bytes() == std::filesystem::file_size(folder.path() / name));
  const auto file = Segment::open(folder.path() / name);
  REQUIRE(file);
  for (const auto& segment : {*memory, *file}) CHECK(segment->chunk(9).path == chunks[9].path);
  CHECK_FALSE((*memory)->damage());
}

TEST_CASE("segments without chunks or without vectors open") {
  TempFolder folder;
  for (const std::size_t dimension : {0, 32}) {
    auto empty = Segment::open(folder.path() / write(folder, {}, dimension));
    REQUIRE(empty);
    CHECK((*empty)->size() == 0);
    CHECK((*empty)->file_count() == 0);
  }
  auto graph = Segment::open(folder.path() / write(folder, {}, 32, VectorIndexKind::kFaissHnsw));
  REQUIRE(graph);
  auto index = make_vector_index(*graph, VectorIndexKind::kFaissHnsw);
  REQUIRE(index);
  CHECK((*index)->search(std::vector<float>(32, 0.1F), ChunkSet(0, true), 5).empty());
}

TEST_CASE("fields longer than 65535 terms are counted as 65535") {
  TempFolder folder;
  SampleChunk chunk;
  chunk.path = "a";
  for (int i = 0; i < 70'000; ++i) chunk.terms[3].add("again");
  auto segment = Segment::open(folder.path() / write(folder, {chunk}, 0));
  REQUIRE(segment);
  CHECK((*segment)->chunk_lengths(0)[3] == 65535);
  auto snapshot = make_snapshot(1, {{*segment, ChunkSet(1, true), nullptr}}, {});
  const std::vector<QueryTerm> terms{{.text = "again"}};
  CHECK(search_lexical(**snapshot, terms, {}, 5).size() == 1);
}

// Uses everything of a segment that may hold any bytes.
void exercise(const std::filesystem::path& file, VectorIndexKind kind) {
  auto segment = Segment::open(file);
  if (!segment) {
    CHECK(segment.error().category == ErrorCategory::kCorruption);
    return;
  }
  for (std::size_t i = 0; i < (*segment)->size(); ++i) (void)(*segment)->chunk(i);
  auto snapshot = make_snapshot(1, {{*segment, ChunkSet((*segment)->size(), true), nullptr}}, kind);
  if (!snapshot) return;
  const std::vector<QueryTerm> terms{{.text = "return"}, {.text = "std"}, {.text = "zzz"}};
  (void)search_lexical(**snapshot, terms, {}, 10);
  const std::vector<float> query((*segment)->dimension(), 0.1F);
  (void)search_dense(**snapshot, query, {}, 10);
}

void write_bytes(const std::filesystem::path& file, std::string_view bytes) {
  std::ofstream(file, std::ios::binary | std::ios::trunc).write(bytes.data(), std::ssize(bytes));
}

TEST_CASE("a segment cut off at any length is an error, never a crash") {
  TempFolder folder;
  const auto chunks = test::sample_chunks(32, 60);
  const std::string good =
      *base::read_file(folder.path() / write(folder, chunks, 32, VectorIndexKind::kFaissHnsw));
  const auto file = folder / "cut.seg";
  for (std::size_t size = 0; size < good.size();
       size += size < 600 ? 13 : std::max<std::size_t>(1, good.size() / 300)) {
    write_bytes(file, good.substr(0, size));
    auto segment = Segment::open(file);
    REQUIRE_FALSE(segment);
    CHECK(segment.error().category == ErrorCategory::kCorruption);
  }
}

TEST_CASE("flipped bits in the header and in each section are an error") {
  TempFolder folder;
  const auto chunks = test::sample_chunks(32, 60);
  const std::string good =
      *base::read_file(folder.path() / write(folder, chunks, 32, VectorIndexKind::kFaissHnsw));
  SegmentHeader header;
  std::memcpy(&header, good.data(), sizeof header);
  const auto file = folder / "flipped.seg";
  std::mt19937 random(17);
  const auto flip = [&](std::size_t at) {
    std::string bytes = good;
    bytes[at] ^= static_cast<char>(1U << (random() % 8));
    write_bytes(file, bytes);
    auto segment = Segment::open(file);
    REQUIRE_FALSE(segment);
    CHECK(segment.error().category == ErrorCategory::kCorruption);
  };
  for (std::size_t at = 0; at < sizeof header; at += 3) flip(at);
  std::size_t sections = 0;
  for (const Section& section : header.sections) {
    if (section.size_bytes == 0) continue;
    ++sections;
    for (int round = 0; round < 6; ++round)
      flip(static_cast<std::size_t>(section.offset + random() % section.size_bytes));
  }
  CHECK(sections == 16);
}

// Checksums that fit what they cover: as a bug of ours, not a broken disk, would write them.
std::string reseal(std::string bytes) {
  SegmentHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  for (Section& section : header.sections)
    if (section.offset <= bytes.size() && section.size_bytes <= bytes.size() - section.offset)
      section.checksum = base::hash64(std::string_view(bytes).substr(
          static_cast<std::size_t>(section.offset), static_cast<std::size_t>(section.size_bytes)));
  header.checksum =
      base::hash64({reinterpret_cast<const char*>(&header), offsetof(SegmentHeader, checksum)});
  std::memcpy(bytes.data(), &header, sizeof header);
  return bytes;
}

TEST_CASE("wrong bytes under right checksums never crash opening or searching") {
  TempFolder folder;
  const auto chunks = test::sample_chunks(32, 60);
  const std::string good =
      *base::read_file(folder.path() / write(folder, chunks, 32, VectorIndexKind::kFaissHnsw));
  SegmentHeader header;
  std::memcpy(&header, good.data(), sizeof header);
  const auto file = folder / "resealed.seg";
  std::mt19937 random(23);
  for (const Section& section : header.sections) {
    if (section.size_bytes == 0) continue;
    for (int round = 0; round < 25; ++round) {
      std::string bytes = good;
      for (std::size_t flips = round % 2 == 0 ? 1 : 50; flips > 0; --flips)
        bytes[static_cast<std::size_t>(section.offset + random() % section.size_bytes)] =
            static_cast<char>(random());
      write_bytes(file, reseal(bytes));
      for (const auto kind : {VectorIndexKind::kScan, VectorIndexKind::kFaissHnsw})
        exercise(file, kind);
    }
  }
  for (int round = 0; round < 200; ++round) {  // counts, sizes and offsets
    std::string bytes = good;
    bytes[12 + random() % (offsetof(SegmentHeader, checksum) - 12)] = static_cast<char>(random());
    write_bytes(file, reseal(bytes));
    exercise(file, VectorIndexKind::kScan);
  }
}

TEST_CASE("a missing segment is not found") {
  TempFolder folder;
  CHECK(Segment::open(folder / "none.seg").error().category == ErrorCategory::kNotFound);
}

TEST_CASE("a chunk set counts, intersects and keeps its spare bits zero") {
  for (const std::size_t size : {0, 1, 63, 64, 65, 1000}) {
    ChunkSet all(size, true), none(size, false), some(size, false);
    CHECK(all.count() == size);
    CHECK(none.count() == 0);
    for (std::size_t i = 0; i < size; i += 3) some.set(i, true);
    all &= some;
    CHECK(all == some);
    all.set_range(0, size, false);
    CHECK(all == none);
  }
}

}  // namespace
}  // namespace codeweaver::store
