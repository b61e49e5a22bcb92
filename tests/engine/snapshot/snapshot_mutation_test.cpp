// Tests of forged snapshots with correct hashes of wrong bytes: they are rejected or read as valid
// data, without crashes and without more memory than the file declares.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <random>

#include "base/bytes.hpp"
#include "base/file.hpp"
#include "base/sha256.hpp"
#include "base/utf8.hpp"
#include "engine/fixture.hpp"
#include "engine/snapshot/snapshot_file.hpp"
#include "engine/snapshot/snapshot_head.hpp"
#include "engine/snapshot/snapshot_impl.hpp"
#include "engine/snapshot/snapshot_reader.hpp"
#include "store/database/record_codec.hpp"
#include "store/snapshot/content_pack.hpp"
#include "store/snapshot/packed_frame.hpp"

namespace codeweaver::engine {
namespace {

using Random = std::mt19937_64;

/// A small content of two chunks, with vectors.
store::ContentRecord mutated_record() {
  const std::string text = "def alpha(beta):\n    return beta\n\ndef gamma():\n    return 'ü'\n";
  store::ContentRecord record{base::hash128(text), "python", text, 0.0, {}, {}};
  for (const auto& [begin, end, name] :
       {std::tuple{0U, 34U, "alpha"},
        std::tuple{34U, static_cast<std::uint32_t>(text.size()), "gamma"}}) {
    store::ChunkRecord chunk;
    chunk.begin = begin;
    chunk.end = end;
    chunk.lines = begin == 0 ? Span{1, 2} : Span{4, 5};
    chunk.symbol = name;
    chunk.kind = "function";
    chunk.doc = "Not in the text";
    chunk.defines = {name};
    chunk.references = {"beta"};
    record.symbols.push_back(
        {name, name, "function", chunk.lines, static_cast<std::uint32_t>(record.chunks.size())});
    record.chunks.push_back(std::move(chunk));
  }
  return record;
}

/// Changes some bytes: one bit, one byte, a number of ten bytes, a piece taken out or repeated.
std::string mutated(std::string bytes, Random& random) {
  const auto below = [&](std::size_t limit) { return limit == 0 ? 0 : random() % limit; };
  for (std::size_t left = 1 + below(3); left > 0; --left) {
    const auto at = below(bytes.size());
    switch (below(6)) {
      case 0:
        if (!bytes.empty()) bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
        break;
      case 1:
        if (!bytes.empty()) bytes[at] = static_cast<char>(random());
        break;
      case 2: {
        std::string number;
        base::put_varint(number, random() >> below(64));
        bytes.insert(at, number);
        break;
      }
      case 3:
        bytes.erase(at, 1 + below(8));
        break;
      case 4:
        bytes.insert(at, bytes.substr(below(bytes.size()), below(16)));
        break;
      default:
        bytes.resize(at);
    }
  }
  return bytes;
}

/// What a snapshot of one part is made of, before it is packed.
struct Parts {
  std::string head_text;  ///< empty: the one that fits
  std::string directory, entries;
};

Parts parts_of(const store::ContentRecord& record) {
  const auto entry = pack_entry(record, 2, {0.5F, -1.25F, 0.25F, 1.0F});
  Parts parts;
  const auto name = store::hash_bytes(record.key);
  parts.directory.assign(name.data(), name.size());
  base::put_varint(parts.directory, entry.size());
  parts.entries = entry;
  return parts;
}

SnapshotHead head_of(const Parts& parts, const std::string& directory, const std::string& part) {
  SnapshotHead head;
  head.contents = 1;
  head.directory = {1, directory.size(), parts.directory.size(), base::sha256_hex(directory)};
  head.parts = {{1, part.size(), parts.entries.size(), base::sha256_hex(part)}};
  return head;
}

/// The file with hashes that are right, whatever the parts are.
std::string assembled(const Parts& parts) {
  const auto directory = store::pack_frame(parts.directory).value();
  const auto part = store::pack_frame(parts.entries).value();
  const auto text =
      parts.head_text.empty() ? head_text(head_of(parts, directory, part)) : parts.head_text;
  std::string file = "CWSNAP\r\n";
  base::put_raw(file, std::uint32_t{1});
  file += base::sha256_hex(text);
  base::put_raw(file, static_cast<std::uint32_t>(text.size()));
  return file + text + '\0' + directory + part;
}

void check_sound(const SnapshotContent& content) {
  std::uint32_t begin = 0;
  for (const auto& chunk : content.record.chunks) {
    CHECK(chunk.begin >= begin);
    CHECK(chunk.end >= chunk.begin);
    CHECK(chunk.end <= content.record.text.size());
    CHECK(base::is_utf8(
        std::string_view(content.record.text).substr(chunk.begin, chunk.end - chunk.begin)));
    CHECK(chunk.lines.start_line >= 1);
    CHECK(chunk.lines.end_line >= chunk.lines.start_line);
    for (const auto* text : {&chunk.symbol, &chunk.kind, &chunk.doc, &chunk.context})
      CHECK(base::is_utf8(*text));
    begin = chunk.begin;
  }
  for (const auto& symbol : content.record.symbols) {
    CHECK(symbol.chunk < content.record.chunks.size());
    CHECK(base::is_utf8(symbol.qualified_name));
  }
  CHECK(content.vectors.size() == content.record.chunks.size() * content.dimension);
  for (const float value : content.vectors) CHECK(std::isfinite(value));
  CHECK(content.record.error_ratio >= 0);
  CHECK(content.record.error_ratio <= 1);
}

/// What became of made-up files.
struct Outcomes {
  std::size_t refused = 0, without = 0, taken = 0;
};

void read_made_up(const std::string& file, const store::ContentRecord& record, Outcomes& outcomes) {
  auto parsed = SnapshotFile::parse(file, "fetched", {});
  if (!parsed) {
    CHECK_FALSE(parsed.error().action.empty());
    ++outcomes.refused;
    return;
  }
  const auto reader = SnapshotReader::open(std::move(*parsed));
  if (!reader) {
    CHECK(reader.error().code == "SNAPSHOT_CORRUPT");
    ++outcomes.refused;
    return;
  }
  const auto content = (*reader)->content(record.key, record.text);
  if (content) check_sound(*content);
  ++(content ? outcomes.taken : outcomes.without);
}

TEST_CASE("snapshot mutation: whatever an entry is made of, it is not taken, or it is sound") {
  const auto record = mutated_record();
  const auto good = parts_of(record);
  Random random(20'261'127);
  Outcomes outcomes;
  read_made_up(assembled(good), record, outcomes);
  REQUIRE(outcomes.taken == 1);
  for (int round = 0; round < 1500; ++round) {
    auto parts = good;
    parts.entries = mutated(parts.entries, random);
    parts.directory.resize(16);
    base::put_varint(parts.directory, parts.entries.size());
    CAPTURE(round);
    read_made_up(assembled(parts), record, outcomes);
  }
  CHECK(outcomes.without > 500);
  CHECK(outcomes.taken > 50);  // else nothing behind the first check was reached
}

TEST_CASE(
    "snapshot mutation: whatever the records of a content are, they are not taken, or sound") {
  const auto record = mutated_record();
  const auto good = store::pack_content(record);
  Random random(7);
  std::size_t taken = 0;
  for (int round = 0; round < 60'000; ++round) {
    auto read = store::unpack_content(mutated(good, random), record.key, record.text);
    if (!read) continue;
    ++taken;
    check_sound({std::move(*read), 0, {}});
  }
  CHECK(taken > 1000);
}

TEST_CASE("snapshot mutation: whatever a directory or a head is, it is refused or fits") {
  const auto record = mutated_record();
  const auto good = parts_of(record);
  Random random(3);
  Outcomes outcomes;
  for (int round = 0; round < 700; ++round) {
    auto parts = good;
    if (round % 2 == 0)
      parts.directory = mutated(parts.directory, random);
    else
      parts.head_text = mutated(head_text(head_of(parts, store::pack_frame(parts.directory).value(),
                                                  store::pack_frame(parts.entries).value())),
                                random);
    CAPTURE(round);
    read_made_up(assembled(parts), record, outcomes);
  }
  CHECK(outcomes.refused > 500);
}

TEST_CASE("snapshot mutation: sizes and counts beyond all measure are refused") {
  const auto record = mutated_record();
  const auto good = parts_of(record);
  const auto directory = store::pack_frame(good.directory).value();
  const auto part = store::pack_frame(good.entries).value();
  for (const std::size_t huge :
       {std::size_t{1} << 28, std::size_t{1} << 32, std::size_t{1} << 40, std::size_t{INT64_MAX}}) {
    for (int member = 0; member < 6; ++member) {
      auto head = head_of(good, directory, part);
      auto& where = member % 2 == 0 ? head.directory : head.parts[0];
      (member < 2 ? where.unpacked : member < 4 ? where.packed : where.contents) = huge;
      if (member == 4) head.contents = huge;
      auto parts = good;
      parts.head_text = head_text(head);
      Outcomes outcomes;
      read_made_up(assembled(parts), record, outcomes);
      CAPTURE(huge);
      CAPTURE(member);
      CHECK(outcomes.refused == 1);
    }
  }
}

TEST_CASE("snapshot mutation: an entry cannot claim more vectors or strings than it brings") {
  auto record = mutated_record();
  record.text.assign(300'000, '\n');
  record.symbols.clear();
  record.chunks.assign(200'000, record.chunks[0]);
  for (auto& chunk : record.chunks) chunk.begin = chunk.end = 0;
  std::string entry;
  base::put_text(entry, store::pack_content(record));
  base::put_varint(entry, 1 << 16);  // 200,000 rows of that would be 52 GB
  auto parts = parts_of(record);
  parts.entries = entry;
  parts.directory.resize(16);
  base::put_varint(parts.directory, entry.size());
  Outcomes outcomes;
  read_made_up(assembled(parts), record, outcomes);
  CHECK(outcomes.without == 1);

  record.chunks.resize(64);
  CHECK(store::unpack_content(store::pack_content(record), record.key, record.text));
  for (auto& chunk : record.chunks)
    chunk.doc.assign(std::size_t{1} << 20, 'x');  // once in the file
  const auto packed = store::pack_content(record);
  CHECK(packed.size() < (std::size_t{1} << 20) + 10'000);
  CHECK_FALSE(store::unpack_content(packed, record.key, record.text));
}

TEST_CASE("snapshot mutation: a run with a made-up snapshot indexes, and answers as ever") {
  const test::ProjectFixture origin;
  origin.index();
  const auto made = test::open_workspace({"shop", "", origin.root(), origin.state(), ""})
                        .make_snapshot({.file = origin.root().parent_path() / "shop.cwsnap"});
  REQUIRE(made);
  const auto bytes = base::read_file(made->name).value();
  const auto file = SnapshotFile::parse(bytes, "shop", {});
  REQUIRE(file);
  const auto& head = file->head();
  REQUIRE(head.parts.size() == 1);
  const auto entries = store::unpack_frame(file->part(0), head.parts[0].unpacked).value();
  Random random(11);
  std::size_t used = 0;
  for (int round = 0; round < 12; ++round) {
    auto changed = entries;  // of the same size, so that the directory fits
    for (int flips = 0; flips < 40; ++flips)
      changed[random() % changed.size()] = static_cast<char>(random());
    const auto part = store::pack_frame(changed).value();
    auto other = head;
    other.parts[0].packed = part.size();
    other.parts[0].sha256 = base::sha256_hex(part);
    const auto made_up = file_head(other, {}).value() + std::string(file->directory()) + part;
    const auto snapshot = Snapshot::read({{"made up", made_up}});
    REQUIRE(snapshot);
    const test::ProjectFixture clone;
    const auto report = clone.index({.snapshot = *snapshot});
    CHECK(report.status == IndexStatus::kSuccess);
    used += report.files_from_snapshot;
    for (const auto& match : clone.search("retry failed uploads").matches)
      CHECK(match.span.start_line >= 1);
  }
  CHECK(used > 0);
}

}  // namespace
}  // namespace codeweaver::engine
