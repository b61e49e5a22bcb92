// Tests of manifest and snapshot: readers see one generation, even during changes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/search/snapshot.hpp"

#include <doctest/doctest.h>

#include "base/file.hpp"
#include "store/sample_chunks.hpp"
#include "store/search/vector_index.hpp"
#include "store/segments/manifest.hpp"
#include "store/segments/segment_builder.hpp"
#include "store/segments/vector_index_kind.hpp"
#include "store/temp_folder.hpp"

namespace codeweaver::store {
namespace {

using test::SampleChunk;
using test::TempFolder;

std::string write(const TempFolder& folder, std::span<const SampleChunk> chunks,
                  VectorIndexKind kind = VectorIndexKind::kScan) {
  SegmentBuilder builder(32, kind);
  for (const SampleChunk& chunk : chunks) builder.add(chunk.input());
  auto name = std::move(builder).write(folder.path());
  REQUIRE(name);
  return *name;
}

TEST_CASE("a manifest comes back as it was written") {
  TempFolder folder;
  CHECK(read_manifest(folder.path()).error().category == ErrorCategory::kNotFound);
  CHECK(open_snapshot(folder.path()).error().category == ErrorCategory::kNotFound);
  Manifest manifest;
  REQUIRE(write_manifest(folder.path(), manifest));
  CHECK(*read_manifest(folder.path()) == manifest);
  manifest.coverage = {4'500, 12'345};
  REQUIRE(write_manifest(folder.path(), manifest));
  CHECK(*read_manifest(folder.path()) == manifest);
  manifest.generation = UINT64_MAX;
  manifest.dimension = 256;
  manifest.vector_index = VectorIndexKind::kFaissHnsw;
  manifest.segments = {{base::hash128("a").hex() + ".seg", {0, 3, 4'000'000'000U}},
                       {base::hash128("b").hex() + ".seg", {}}};
  REQUIRE(write_manifest(folder.path(), manifest));
  CHECK(*read_manifest(folder.path()) == manifest);
}

TEST_CASE("a manifest cut off or changed anywhere is corrupt") {
  TempFolder folder;
  Manifest manifest;
  manifest.generation = 7;
  manifest.segments = {{base::hash128("a").hex() + ".seg", {1, 2}}};
  REQUIRE(write_manifest(folder.path(), manifest));
  const auto file = folder / "manifest";
  const std::string good = *base::read_file(file);
  const auto check_corrupt = [&](const std::string& bytes) {
    std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
    auto read = read_manifest(folder.path());
    REQUIRE_FALSE(read);
    CHECK(read.error().category == ErrorCategory::kCorruption);
    CHECK(read.error().code == "MANIFEST_CORRUPT");
  };
  for (std::size_t size = 0; size < good.size(); ++size) check_corrupt(good.substr(0, size));
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string bytes = good;
    bytes[at] ^= static_cast<char>(1U << (at % 8));
    check_corrupt(bytes);
  }
}

TEST_CASE("a manifest names segments only, and nothing outside its folder") {
  TempFolder folder;
  for (const char* name : {"../x.seg", "/etc/passwd", "x", ".seg", "index.db"}) {
    Manifest manifest;
    manifest.segments = {{name, {}}};
    REQUIRE(write_manifest(folder.path(), manifest));
    CHECK(read_manifest(folder.path()).error().category == ErrorCategory::kCorruption);
  }
}

TEST_CASE("a snapshot leaves out deleted files and counts what is alive") {
  TempFolder folder;
  const auto chunks = test::sample_chunks(32);
  Manifest manifest;
  manifest.generation = 3;
  manifest.dimension = 32;
  manifest.segments = {{write(folder, chunks), {0, 2}}};
  REQUIRE(write_manifest(folder.path(), manifest));
  auto snapshot = open_snapshot(folder.path());
  REQUIRE(snapshot);
  const Snapshot::Part& part = (*snapshot)->parts[0];
  CHECK((*snapshot)->generation == 3);
  std::size_t alive = 0;
  std::array<std::uint64_t, kFieldCount> lengths{};
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    const std::uint32_t file = part.segment->chunk(i).file;
    CHECK(part.live.test(i) == (file != 0 && file != 2));
    if (!part.live.test(i)) continue;
    ++alive;
    for (std::size_t f = 0; f < kFieldCount; ++f) lengths[f] += chunks[i].terms[f].size();
  }
  CHECK((*snapshot)->live_chunks == alive);
  CHECK((*snapshot)->field_lengths == lengths);

  manifest.segments[0].deleted_files = {1'000'000};
  REQUIRE(write_manifest(folder.path(), manifest));
  CHECK(open_snapshot(folder.path()).error().code == "MANIFEST_CORRUPT");
}

TEST_CASE("opening the next generation shares the segments that stayed") {
  TempFolder folder;
  const auto chunks = test::sample_chunks(32);
  const auto half = chunks.size() / 2;
  const std::string one = write(folder, std::span(chunks).first(half));
  const std::string two = write(folder, std::span(chunks).subspan(half));
  REQUIRE(write_manifest(folder.path(), {1, 32, VectorIndexKind::kScan, {{one, {}}}}));
  auto first = open_snapshot(folder.path());
  REQUIRE(first);
  REQUIRE(write_manifest(folder.path(), {2, 32, VectorIndexKind::kScan, {{one, {0}}, {two, {}}}}));
  auto second = open_snapshot(folder.path(), first->get());
  REQUIRE(second);
  CHECK((*second)->parts[0].segment == (*first)->parts[0].segment);
  CHECK((*second)->parts[0].vectors == (*first)->parts[0].vectors);
  CHECK((*second)->parts[0].live != (*first)->parts[0].live);
  CHECK((*second)->parts[1].segment->size() == chunks.size() - half);
}

TEST_CASE("removing unlisted files keeps the listed ones and open snapshots readable") {
  TempFolder folder;
  const auto chunks = test::sample_chunks(32);
  const auto half = chunks.size() / 2;
  const std::string old = write(folder, std::span(chunks).first(half));
  REQUIRE(write_manifest(folder.path(), {1, 32, VectorIndexKind::kScan, {{old, {}}}}));
  auto snapshot = open_snapshot(folder.path());
  REQUIRE(snapshot);
  const Manifest next{2, 32, VectorIndexKind::kScan, {{write(folder, chunks), {}}}};
  REQUIRE(write_manifest(folder.path(), next));
  std::ofstream(folder / "0123.seg.abcd.tmp") << "left over";
  std::ofstream(folder / "index.db") << "not ours to remove";
  CHECK(*remove_unlisted(folder.path()) == 2);
  CHECK(std::filesystem::exists(folder / "index.db"));
  CHECK_FALSE(std::filesystem::exists(folder.path() / old));
  CHECK((*snapshot)->parts[0].segment->chunk(half - 1).path == chunks[half - 1].path);
  CHECK(open_snapshot(folder.path()));
}

TEST_CASE("a listed segment that is missing is not found") {
  TempFolder folder;
  REQUIRE(write_manifest(
      folder.path(),
      {1, 32, VectorIndexKind::kScan, {{base::hash128("gone").hex() + ".seg", {}}}}));
  CHECK(open_snapshot(folder.path()).error().category == ErrorCategory::kNotFound);
}

TEST_CASE("a snapshot for HNSW over segments without a graph says what to do") {
  TempFolder folder;
  const auto chunks = test::sample_chunks(32);
  REQUIRE(write_manifest(folder.path(),
                         {1, 32, VectorIndexKind::kFaissHnsw, {{write(folder, chunks), {}}}}));
  auto snapshot = open_snapshot(folder.path());
  REQUIRE_FALSE(snapshot);
  CHECK(snapshot.error().code == "NO_GRAPH");
  CHECK(snapshot.error().category == ErrorCategory::kUnsupported);
}

}  // namespace
}  // namespace codeweaver::store
