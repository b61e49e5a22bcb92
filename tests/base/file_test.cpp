// Files: reads, atomic writes, memory maps.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/file.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "base/temporary_folder.hpp"

namespace codeweaver::base {
namespace {

namespace fs = std::filesystem;

void write_plain(const fs::path& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

std::ptrdiff_t entries_in(const fs::path& folder) {
  return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
}

}  // namespace

TEST_CASE("read_file: gives the bytes as they are") {
  const test::TemporaryFolder folder;
  for (const std::size_t size : {0, 1, 65'535, 65'536, 65'537, 300'000}) {
    std::string bytes(size, '\0');
    for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(i * 31);
    write_plain(folder / "a", bytes);
    const auto read = read_file(folder / "a");
    REQUIRE(read);
    CHECK(*read == bytes);
  }
}

TEST_CASE("read_file: the limit is inclusive") {
  const test::TemporaryFolder folder;
  write_plain(folder / "a", "12345");
  CHECK(read_file(folder / "a", 5).has_value());
  const auto over = read_file(folder / "a", 4);
  REQUIRE_FALSE(over);
  CHECK(over.error().category == ErrorCategory::kInvalidArgument);
  CHECK(over.error().cause.find("larger than 4 bytes") != std::string::npos);
}

TEST_CASE("read_file and MappedFile: what is not there or not a file is an error") {
  const test::TemporaryFolder folder;
  struct Row {
    fs::path path;
    ErrorCategory category;
  };
  const Row rows[] = {{folder / "missing", ErrorCategory::kNotFound},
                      {folder.path(), ErrorCategory::kIo}};
  for (const Row& row : rows) {
    const auto read = read_file(row.path);
    REQUIRE_FALSE(read);
    CHECK(read.error().category == row.category);
    CHECK(read.error().cause.find(row.path.string()) != std::string::npos);
    const auto mapped = MappedFile::open(row.path);
    REQUIRE_FALSE(mapped);
    CHECK(mapped.error().category == row.category);
  }
}

TEST_CASE("write_file_atomic: replaces the content and leaves nothing beside it") {
  const test::TemporaryFolder folder;
  for (const std::string_view bytes :
       {std::string_view("first"), std::string_view(""), std::string_view("a\0b\r\n", 5)}) {
    REQUIRE(write_file_atomic(folder / "a", bytes));
    CHECK(*read_file(folder / "a") == bytes);
    CHECK(entries_in(folder.path()) == 1);
  }
}

TEST_CASE("write_file_atomic: a missing folder is an error that names it") {
  const test::TemporaryFolder folder;
  const auto written = write_file_atomic(folder / "no" / "a", "text");
  REQUIRE_FALSE(written);
  CHECK(written.error().cause.find((folder / "no").string()) != std::string::npos);
}

TEST_CASE("MappedFile: shows the bytes, and keeps them when the file is replaced") {
  const test::TemporaryFolder folder;
  REQUIRE(write_file_atomic(folder / "a", "old"));
  auto mapped = MappedFile::open(folder / "a");
  REQUIRE(mapped);
  const MappedFile copy = *mapped;
  mapped = MappedFile::open(folder / "a");
  REQUIRE(write_file_atomic(folder / "a", "new!"));
  CHECK(copy.bytes() == "old");
  CHECK(MappedFile::open(folder / "a")->bytes() == "new!");
}

TEST_CASE("MappedFile: an empty file maps to nothing") {
  const test::TemporaryFolder folder;
  write_plain(folder / "a", "");
  const auto mapped = MappedFile::open(folder / "a");
  REQUIRE(mapped);
  CHECK(mapped->bytes().empty());
}

}  // namespace codeweaver::base
