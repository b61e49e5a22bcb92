// Tests of SnapshotReader: round trip of entries; invalid parts are refused.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/snapshot/snapshot_reader.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "base/sha256.hpp"
#include "engine/snapshot/snapshot_file.hpp"
#include "engine/snapshot/snapshot_head.hpp"
#include "store/database/record_codec.hpp"
#include "store/database/records.hpp"
#include "store/snapshot/packed_frame.hpp"

namespace codeweaver::engine {
namespace {

store::ContentRecord snapshot_record(const std::string& text, std::uint32_t end) {
  store::ContentRecord record{base::hash128(text), "python", text, 0, {}, {}};
  store::ChunkRecord chunk;
  chunk.end = end;
  chunk.lines = {1, 1};
  record.chunks.push_back(chunk);
  return record;
}

/// A file with one part, of one entry.
std::string snapshot_file_of(const base::Hash128& key, const std::string& entry,
                             std::size_t directory_size) {
  std::string directory;
  const auto name = store::hash_bytes(key);
  directory.append(name.data(), name.size());
  base::put_varint(directory, directory_size);
  const auto packed = store::pack_frame(directory).value();
  const auto part = store::pack_frame(entry).value();
  SnapshotHead head;
  head.contents = 1;
  head.directory = {1, packed.size(), directory.size(), base::sha256_hex(packed)};
  head.parts = {{1, part.size(), entry.size(), base::sha256_hex(part)}};
  return file_head(head, {}).value() + packed + part;
}

}  // namespace

TEST_CASE("snapshot reader: an entry comes back with its vectors, by its key and with its text") {
  const std::string text = "def f(): pass\n";
  const auto record = snapshot_record(text, 13);
  const std::vector<float> vectors{0.5F, -1.25F};
  const auto entry = pack_entry(record, 2, vectors);
  auto file = SnapshotFile::parse(snapshot_file_of(record.key, entry, entry.size()), "fetched", {});
  REQUIRE(file);
  CHECK(file->facts().name == "fetched");
  const auto reader = SnapshotReader::open(std::move(*file));
  REQUIRE(reader);
  const auto content = (*reader)->content(record.key, text);
  REQUIRE(content);
  CHECK(content->record == record);
  CHECK(content->vectors == vectors);
  CHECK((*reader)->has(record.key));
  CHECK_FALSE((*reader)->has(base::hash128("other")));
  CHECK_FALSE((*reader)->content(base::hash128("other"), text));
}

TEST_CASE("snapshot reader: chunks beyond the text or within a character are not taken") {
  const std::string text = "x = 'ü'\n";
  for (const std::uint32_t end : {6U, 100U}) {
    const auto record = snapshot_record(text, end);
    auto wide = record;
    if (end > text.size()) wide.text.resize(200, ' ');
    const auto entry = pack_entry(wide, 0, {});
    auto file =
        SnapshotFile::parse(snapshot_file_of(record.key, entry, entry.size()), "fetched", {});
    const auto reader = SnapshotReader::open(std::move(*file));
    REQUIRE(reader);
    CHECK_FALSE((*reader)->content(record.key, text));
  }
}

TEST_CASE("snapshot reader: a directory that does not fit its parts is refused") {
  const auto record = snapshot_record("x\n", 1);
  const auto entry = pack_entry(record, 0, {});
  for (const std::size_t size : {entry.size() - 1, entry.size() + 1, std::size_t{1} << 40}) {
    auto file = SnapshotFile::parse(snapshot_file_of(record.key, entry, size), "fetched", {});
    REQUIRE(file);
    CHECK(SnapshotReader::open(std::move(*file)).error().code == "SNAPSHOT_CORRUPT");
  }
}

}  // namespace codeweaver::engine
