// Tests of NewFile: written in any order, then published completely or not at all.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/new_file.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <fstream>
#include <optional>

#include "base/file.hpp"
#include "base/temporary_folder.hpp"

namespace codeweaver::base {
namespace {

std::size_t entries_in(const test::TemporaryFolder& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder.path()),
                                                std::filesystem::directory_iterator()));
}

TEST_CASE("NewFile: pieces in any order are one file once it is in its place") {
  const test::TemporaryFolder folder;
  auto file = NewFile::create(folder / "a");
  REQUIRE(file);
  CHECK(file->path().extension() == ".tmp");
  REQUIRE(file->write(4, "more"));
  REQUIRE(file->write(0, "some"));
  REQUIRE(file->resize(10));
  std::string read(6, 'x');
  REQUIRE(file->read(2, read));
  CHECK(read == "memore");
  CHECK_FALSE(file->read(8, read));
  REQUIRE(file->sync());
  CHECK_FALSE(read_file(folder / "a"));
  REQUIRE(file->move_to(folder / "a"));
  CHECK(*read_file(folder / "a") == std::string("somemore\0\0", 10));
  CHECK(entries_in(folder) == 1);
}

TEST_CASE("NewFile: one in memory is in no folder, and its map outlives it") {
  auto file = NewFile::create_in_memory("a segment");
  REQUIRE(file.write(4, "more"));
  REQUIRE(file.write(0, "some"));
  REQUIRE(file.sync());
  std::string read(4, 'x');
  REQUIRE(file.read(4, read));
  CHECK(read == "more");
  CHECK_FALSE(file.read(5, read));
  std::optional<MappedFile> map;
  {
    auto moved = std::move(file);
    map = *moved.map();
    CHECK_FALSE(std::filesystem::exists(moved.path()));
    REQUIRE(moved.write(0, "much"));
    REQUIRE(moved.resize(10));
    CHECK(moved.map()->bytes() == std::string_view("muchmore\0\0", 10));
  }
  CHECK(map->bytes() == "somemore");
  CHECK(reinterpret_cast<std::uintptr_t>(map->bytes().data()) % 64 == 0);
  CHECK(NewFile::create_in_memory("empty").map()->bytes().empty());
}

TEST_CASE("NewFile: move_over() replaces only the file that was read") {
  const test::TemporaryFolder folder;
  const auto path = folder / "a";
  const auto write = [&](std::string_view text) { std::ofstream(path) << text; };
  const auto move_over = [&](const std::optional<FileIdentity>& replaced) {
    auto file = NewFile::create(path);
    REQUIRE(file);
    REQUIRE(file->write(0, "ours"));
    const auto moved = file->move_over(path, replaced);
    REQUIRE(moved);
    return *moved;
  };
  CHECK(move_over(std::nullopt));
  CHECK(*read_file(path) == "ours");
  write("theirs");
  CHECK_FALSE(move_over(std::nullopt));
  const auto read = identity_of(path);
  REQUIRE(read);
  write("theirs, changed");
  CHECK_FALSE(move_over(*read));
  CHECK(*read_file(path) == "theirs, changed");
  CHECK(move_over(*identity_of(path)));
  CHECK(*read_file(path) == "ours");
  std::filesystem::remove(path);
  CHECK_FALSE(move_over(*read));
  CHECK(entries_in(folder) == 0);
}

TEST_CASE("NewFile: what never came to its place is removed") {
  const test::TemporaryFolder folder;
  {
    auto file = NewFile::create(folder / "a");
    REQUIRE(file);
    NewFile moved = std::move(*file);
    REQUIRE(moved.write(0, "text"));
    CHECK(entries_in(folder) == 1);
  }
  CHECK(entries_in(folder) == 0);
  CHECK_FALSE(NewFile::create(folder / "no" / "a"));
}

TEST_CASE(
    "NewFile: what killed processes left is removed, what is in use or has another name stays") {
  const test::TemporaryFolder folder;
  auto in_use = NewFile::create(folder / "files.stat");
  REQUIRE(in_use);
  const auto touch = [&](const char* name, std::chrono::hours age) {
    std::ofstream(folder / name) << "x";
    const auto now = std::filesystem::file_time_type::clock::now();
    std::filesystem::last_write_time(folder / name, now - age);
  };
  touch("files.stat.0123456789abcdef.tmp", std::chrono::hours(2));
  touch("folders.list.fedcba9876543210.tmp", std::chrono::hours(2));
  touch("young.0123456789abcdef.tmp", std::chrono::hours(0));
  touch("notes.tmp", std::chrono::hours(2));
  touch("0123456789abcdef.tmp", std::chrono::hours(2));
  CHECK(remove_left_over(folder.path()) == 2);
  CHECK(entries_in(folder) == 4);
  CHECK(std::filesystem::exists(in_use->path()));
  CHECK(remove_left_over(folder / "none") == 0);
}

}  // namespace
}  // namespace codeweaver::base
