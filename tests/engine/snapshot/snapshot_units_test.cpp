// Tests of parts of snapshots: round trips of heads, files and entries; invalid parts are rejected.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include "base/sha256.hpp"
#include "engine/fixture.hpp"
#include "engine/snapshot/snapshot_file.hpp"
#include "engine/snapshot/snapshot_head.hpp"
#include "engine/snapshot/snapshot_reader.hpp"
#include "engine/snapshot/snapshot_writer.hpp"
#include "store/database/record_codec.hpp"
#include "store/layout/bytes.hpp"
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
std::string file_of(const base::Hash128& key, const std::string& entry,
                    std::size_t directory_size) {
  std::string directory;
  const auto name = store::hash_bytes(key);
  directory.append(name.data(), name.size());
  store::put_varint(directory, directory_size);
  const auto packed = store::pack_frame(directory).value();
  const auto part = store::pack_frame(entry).value();
  SnapshotHead head;
  head.contents = 1;
  head.directory = {1, packed.size(), directory.size(), base::sha256_hex(packed)};
  head.parts = {{1, part.size(), entry.size(), base::sha256_hex(part)}};
  return file_head(head, {}).value() + packed + part;
}

TEST_CASE("snapshot head: what was written is read, and a head that lacks something is refused") {
  SnapshotHead head{"1.2", "fingerprint", "model", "tree", {"base"}, 3, 2, 9, {}, {}};
  head.directory = {2, 10, 20, "aa"};
  head.parts = {{1, 5, 6, "bb"}, {1, 7, 8, "cc"}};
  const auto text = head_text(head);
  CHECK(read_head(text).value() == head);
  for (const auto* member : {"version", "parts", "sha256", "unpacked", "directory", "files"}) {
    auto other = text;
    other.replace(other.find('"' + std::string(member) + '"') + 1, 1, "x");
    CHECK(read_head(other).error().code == "SNAPSHOT_CORRUPT");
  }
  CHECK_FALSE(read_head("[]"));
  CHECK_FALSE(read_head("{"));
}

TEST_CASE("snapshot reader: an entry comes back with its vectors, by its key and with its text") {
  const std::string text = "def f(): pass\n";
  const auto record = snapshot_record(text, 13);
  const std::vector<float> vectors{0.5F, -1.25F};
  const auto entry = pack_entry(record, 2, vectors);
  auto file = SnapshotFile::parse(file_of(record.key, entry, entry.size()), "fetched", {});
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
    auto file = SnapshotFile::parse(file_of(record.key, entry, entry.size()), "fetched", {});
    const auto reader = SnapshotReader::open(std::move(*file));
    REQUIRE(reader);
    CHECK_FALSE((*reader)->content(record.key, text));
  }
}

TEST_CASE("snapshot reader: a directory that does not fit its parts is refused") {
  const auto record = snapshot_record("x\n", 1);
  const auto entry = pack_entry(record, 0, {});
  for (const std::size_t size : {entry.size() - 1, entry.size() + 1, std::size_t{1} << 40}) {
    auto file = SnapshotFile::parse(file_of(record.key, entry, size), "fetched", {});
    REQUIRE(file);
    CHECK(SnapshotReader::open(std::move(*file)).error().code == "SNAPSHOT_CORRUPT");
  }
}

TEST_CASE("snapshot writer: a content that the database lacks is an error, and no file appears") {
  const test::ProjectFixture project;
  project.index();
  const StatePaths paths{project.state()};
  const StatePaths elsewhere{project.state() / "none"};
  const auto database = store::Database::open_read_only(paths.database());
  REQUIRE(database);
  const auto tree = *database->tree("");
  const auto file = project.state() / "out.cwsnap";
  CHECK_FALSE(write_snapshot({elsewhere, tree, "s", ""}, {.file = file}, {}));
  CHECK_FALSE(std::filesystem::exists(file));
  CHECK(write_snapshot({paths, tree, "s", ""}, {.file = file}, {})->settings == "s");
}

}  // namespace
}  // namespace codeweaver::engine
