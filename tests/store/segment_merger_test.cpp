// Tests of merged segments: equal to those of SegmentBuilder for the same chunks.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/merging/segment_merger.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "store/sample_chunks.hpp"
#include "store/segments/segment.hpp"
#include "store/segments/segment_builder.hpp"
#include "store/segments/segment_impl.hpp"
#include "store/segments/vector_index_kind.hpp"
#include "store/temp_folder.hpp"

namespace codeweaver::store {
namespace {

using test::SampleChunk;
using test::TempFolder;

std::shared_ptr<const Segment> build(const TempFolder& folder,
                                     const std::vector<SampleChunk>& chunks, std::size_t dimension,
                                     VectorIndexKind kind = VectorIndexKind::kScan) {
  SegmentBuilder builder(dimension, kind);
  for (const SampleChunk& chunk : chunks) builder.add(chunk.input());
  auto name = std::move(builder).write(folder.path());
  REQUIRE(name);
  auto segment = Segment::open(folder.path() / *name);
  REQUIRE(segment);
  return *segment;
}

/// Chunks dealt out to segments by file, some of the files deleted.
struct Dealt {
  std::vector<MergeInput> inputs;
  std::vector<SampleChunk> alive;  // in path order, with the vectors that the segments stand for
};

Dealt deal(const TempFolder& folder, const std::vector<SampleChunk>& chunks, std::size_t dimension,
           std::size_t parts, unsigned deleted_percent, std::mt19937& random) {
  std::vector<std::vector<SampleChunk>> dealt(parts);
  std::map<std::string, std::size_t> part_of;
  for (const SampleChunk& chunk : chunks) {
    const auto [at, is_new] = part_of.try_emplace(chunk.path, random() % parts);
    dealt[at->second].push_back(chunk);
  }
  Dealt out;
  for (auto& part : dealt) {
    MergeInput input{build(folder, part, dimension), {}};
    const Segment& segment = *input.segment;
    for (std::uint32_t file = 0; file < segment.file_count(); ++file)
      if (random() % 100 < deleted_percent) input.deleted_files.push_back(file);
    for (std::uint32_t i = 0; i < segment.size(); ++i) {
      if (std::ranges::count(input.deleted_files, segment.chunk(i).file) != 0) continue;
      out.alive.push_back(part[i]);
      if (!part[i].vector.empty() && segment.impl().with_vector.test(i))
        decode_row(segment.impl().vectors, i, out.alive.back().vector);
    }
    out.inputs.push_back(std::move(input));
  }
  std::ranges::stable_sort(out.alive, {}, &SampleChunk::path);
  return out;
}

std::string bytes_of(const std::filesystem::path& file) {
  return *base::read_file(file);
}

std::size_t file_count(const TempFolder& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder.path()),
                                                std::filesystem::directory_iterator()));
}

TEST_CASE("merging segments gives the bytes of one built from their live chunks") {
  std::mt19937 random(3);
  const auto all = test::sample_chunks(48, 30);
  for (const auto kind : {VectorIndexKind::kScan, VectorIndexKind::kFaissHnsw})
    for (const std::size_t dimension : {0UL, 48UL})
      for (const std::size_t parts : {1UL, 2UL, 8UL})
        for (const unsigned deleted : {0U, 40U, 100U}) {
          CAPTURE(dimension);
          CAPTURE(parts);
          CAPTURE(deleted);
          TempFolder folder, merged_into, built_in;
          std::vector<SampleChunk> chunks = all;
          for (SampleChunk& chunk : chunks)
            if (random() % 10 == 0 || dimension == 0) chunk.vector.clear();
          const Dealt dealt = deal(folder, chunks, dimension, parts, deleted, random);
          auto merged = merge_segments(dealt.inputs, dimension, kind, merged_into.path());
          REQUIRE(merged);
          CHECK(merged->chunks == dealt.alive.size());
          const auto built = build(built_in, dealt.alive, dimension, kind);
          CHECK(merged->name == built->name());
          REQUIRE(merged->file.move_to(merged_into.path() / merged->name));
          CHECK(bytes_of(merged_into.path() / merged->name) ==
                bytes_of(built_in.path() / built->name()));
          CHECK(file_count(merged_into) == 1);
        }
}

TEST_CASE("merging enough chunks makes bit codes and cuts postings, as building does") {
  std::mt19937 random(5);
  test::SampleVectors vectors(40, 9);
  std::vector<SampleChunk> chunks;
  for (std::size_t i = 0; i < kBitCodesFrom + 1000; ++i) {
    SampleChunk& chunk = chunks.emplace_back();
    chunk.path = std::to_string(1'000'000 + i / 3);
    chunk.ordinal = static_cast<std::uint32_t>(i % 3);
    chunk.terms[3].add("word" + std::to_string(random() % 500));
    for (auto& terms : chunk.terms)
      for (auto n = random() % 4; n > 0; --n) terms.add("common" + std::to_string(random() % 12));
    if (i % 17 != 0) chunk.vector = vectors.next();
  }
  TempFolder folder, merged_into, built_in;
  const Dealt dealt = deal(folder, chunks, 40, 5, 1, random);
  REQUIRE(dealt.alive.size() > kBitCodesFrom);
  auto merged = merge_segments(dealt.inputs, 40, VectorIndexKind::kScan, merged_into.path());
  REQUIRE(merged);
  const auto built = build(built_in, dealt.alive, 40);
  CHECK(merged->name == built->name());
  const auto& impl = built->impl();
  CHECK(impl.postings_of(*impl.dictionary.find("common3"))->blocks() != 0);
  CHECK(impl.postings_of(*impl.dictionary.find("word3"))->blocks() == 0);
}

TEST_CASE("a merge tells which file became which") {
  std::mt19937 random(7);
  TempFolder folder;
  const Dealt dealt = deal(folder, test::sample_chunks(0, 40), 0, 4, 30, random);
  auto merged = merge_segments(dealt.inputs, 0, VectorIndexKind::kScan, folder.path());
  REQUIRE(merged);
  REQUIRE(merged->file.move_to(folder.path() / merged->name));
  const auto segment = *Segment::open(folder.path() / merged->name);
  std::set<std::uint32_t> numbers;
  for (std::size_t part = 0; part < dealt.inputs.size(); ++part) {
    const MergeInput& input = dealt.inputs[part];
    for (std::uint32_t file = 0; file < input.segment->file_count(); ++file) {
      const std::uint32_t now = merged->files[part][file];
      CHECK((now == MergedSegment::kDropped) ==
            (std::ranges::count(input.deleted_files, file) != 0));
      if (now == MergedSegment::kDropped) continue;
      CHECK(segment->file_path(now) == input.segment->file_path(file));
      numbers.insert(now);
    }
  }
  CHECK(numbers.size() == segment->file_count());
}

TEST_CASE("vectors stay what they are when their segments are merged many times") {
  std::mt19937 random(11);
  constexpr std::size_t kDimension = 64;
  TempFolder folder;
  const auto chunks = test::sample_chunks(kDimension, 60);
  std::vector<MergeInput> inputs = deal(folder, chunks, kDimension, 12, 0, random).inputs;
  while (inputs.size() > 1) {  // always the last two: the first rows are coded eleven times anew
    const std::vector<MergeInput> two(inputs.end() - 2, inputs.end());
    auto merged = merge_segments(two, kDimension, VectorIndexKind::kScan, folder.path());
    REQUIRE(merged);
    REQUIRE(merged->file.move_to(folder.path() / merged->name));
    inputs.resize(inputs.size() - 2);
    inputs.push_back({*Segment::open(folder.path() / merged->name), {}});
  }
  const auto& segment = inputs.front().segment->impl();
  REQUIRE(segment.chunks.size() == chunks.size());
  std::vector<float> row(kDimension);
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    decode_row(segment.vectors, i, row);
    float error = 0;
    for (std::size_t j = 0; j < kDimension; ++j)
      error += (row[j] - chunks[i].vector[j]) * (row[j] - chunks[i].vector[j]);
    CHECK(std::sqrt(error) < 0.003F);
  }
}

TEST_CASE("a merge of damaged segments is an error or a sound segment, and leaves nothing behind") {
  std::mt19937 random(13);
  const auto chunks = test::sample_chunks(16, 60);
  std::size_t refused = 0;
  for (int round = 0; round < 150; ++round) {
    TempFolder folder, out;
    const Dealt dealt = deal(folder, chunks, 16, 2, 10, random);
    const auto file = folder.path() / dealt.inputs[0].segment->name();
    std::string bytes = bytes_of(file);
    const auto& header = dealt.inputs[0].segment->impl().header;
    const auto id = static_cast<std::size_t>(round % 3 == 0   ? SectionId::kTermData
                                             : round % 3 == 1 ? SectionId::kPostings
                                                              : SectionId::kVectorScales);
    for (int i = 0; i < 20; ++i)
      bytes[header.sections[id].offset + random() % header.sections[id].size_bytes] =
          static_cast<char>(random());
    REQUIRE(base::write_file_atomic(file, bytes));
    CHECK_FALSE(Segment::open(file));
    // As if it had been damaged after it was verified, so that the checksums are not compared.
    const auto opened = Segment::open(file, *base::identity_of(file));
    if (!opened) {  // a page that opening reads has the other end of the damage
      ++refused;
      CHECK(opened.error().code == "SEGMENT_CORRUPT");
      continue;
    }
    const std::vector<MergeInput> inputs{{*opened, {}}, dealt.inputs[1]};
    auto merged = merge_segments(inputs, 16, VectorIndexKind::kScan, out.path());
    if (!merged) {
      ++refused;
      CHECK(merged.error().code == "SEGMENT_CORRUPT");
      CHECK(file_count(out) == 0);
      continue;
    }
    REQUIRE(merged->file.move_to(out.path() / merged->name));
    CHECK(Segment::open(out.path() / merged->name));
  }
  CHECK(refused > 50);
}

TEST_CASE("a merge that is stopped leaves nothing behind") {
  std::mt19937 random(17);
  TempFolder folder, out;
  const Dealt dealt = deal(folder, test::sample_chunks(16, 60), 16, 2, 10, random);
  std::stop_source stop;
  stop.request_stop();
  const auto merged =
      merge_segments(dealt.inputs, 16, VectorIndexKind::kScan, out.path(), stop.get_token());
  REQUIRE_FALSE(merged);
  CHECK(merged.error().category == ErrorCategory::kCancelled);
  CHECK(file_count(out) == 0);
}

TEST_CASE("a merge of segments with other vectors is refused") {
  std::mt19937 random(19);
  TempFolder folder;
  const Dealt dealt = deal(folder, test::sample_chunks(16, 200), 16, 2, 0, random);
  const auto merged = merge_segments(dealt.inputs, 8, VectorIndexKind::kScan, folder.path());
  REQUIRE_FALSE(merged);
  CHECK(merged.error().code == "DIMENSION_MISMATCH");
}

}  // namespace
}  // namespace codeweaver::store
