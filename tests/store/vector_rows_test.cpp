// Tests of VectorRows: rows written to a file are read back unchanged.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/vectors/vector_rows.hpp"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

#include "store/segments/manifest.hpp"
#include "store/segments/segment_builder.hpp"
#include "store/segments/segment_input.hpp"
#include "store/segments/vector_index_kind.hpp"
#include "store/temp_folder.hpp"

using namespace codeweaver;
using namespace codeweaver::store;
using test::TempFolder;

namespace {

constexpr std::size_t kDimension = 32;

std::vector<float> row(std::size_t i) {
  std::vector<float> out(kDimension);
  for (std::size_t j = 0; j < out.size(); ++j)
    out[j] = static_cast<float>((i * 31 + j * j * 7) % 101) - 50;
  return out;
}

std::ptrdiff_t files_in(const std::filesystem::path& folder) {
  return std::distance(std::filesystem::directory_iterator(folder), {});
}

}  // namespace

TEST_CASE("vector rows: those in a file and those in memory come back in order") {
  const TempFolder folder;
  constexpr std::size_t kRows = 2 * VectorRows::kHeldRows + 10;
  {
    VectorRows rows(kDimension, folder.path());
    for (std::size_t i = 0; i < kRows; ++i) rows.append(i % 7 == 0 ? std::vector<float>{} : row(i));
    CHECK(files_in(folder.path()) == 1);
    CHECK(rows.memory_bytes() == 10 * kDimension * sizeof(float));
    for (int round = 0; round < 2; ++round) {
      std::size_t next = 0;
      REQUIRE(rows.for_each_block([&](std::size_t first, std::span<const float> block) {
        REQUIRE(first == next);
        next += block.size() / kDimension;
        for (std::size_t i = first; i < next; i += 5) {
          const auto got = block.subspan((i - first) * kDimension, kDimension);
          const auto wanted = i % 7 == 0 ? std::vector<float>(kDimension) : row(i);
          REQUIRE(std::equal(got.begin(), got.end(), wanted.begin()));
        }
      }));
      CHECK(next == kRows);
    }
  }
  CHECK(files_in(folder.path()) == 0);
}

TEST_CASE("vector rows: what a killed process leaves is swept with old segments") {
  const TempFolder folder;
  const pid_t child = ::fork();
  if (child == 0) {
    VectorRows rows(kDimension, folder.path());
    for (std::size_t i = 0; i < VectorRows::kHeldRows; ++i) rows.append(row(i));
    ::_exit(0);
  }
  REQUIRE(child > 0);
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(files_in(folder.path()) == 1);
  REQUIRE(remove_unlisted(folder.path()));
  CHECK(files_in(folder.path()) == 0);
}

TEST_CASE("vector rows: a folder that is not there is an error, not a crash") {
  const TempFolder folder;
  VectorRows rows(kDimension, folder.path() / "missing");
  for (std::size_t i = 0; i < 2 * VectorRows::kHeldRows; ++i) rows.append(row(i));
  const auto read = rows.for_each_block([](std::size_t, std::span<const float>) {});
  REQUIRE_FALSE(read);
  CHECK(read.error().category == ErrorCategory::kNotFound);
}

TEST_CASE("a segment whose vectors waited in a file has the same bytes") {
  const TempFolder folder;
  const auto write = [&](const std::filesystem::path& waiting) {
    SegmentBuilder builder(kDimension, VectorIndexKind::kScan, waiting);
    for (std::size_t i = 0; i < 21'000; ++i) {  // enough for bit codes
      const auto path = "src/file" + std::to_string(100'000 + i / 4) + ".c";
      const auto vector = i % 9 == 0 ? std::vector<float>{} : row(i);
      SegmentInput input;
      input.path = path;
      input.ordinal = static_cast<std::uint32_t>(i % 4);
      input.vector = vector;
      builder.add(input);
    }
    const auto name = std::move(builder).write(folder.path());
    REQUIRE(name);
    return *name;
  };
  CHECK(write({}) == write(folder.path()));
  CHECK(files_in(folder.path()) == 1);
}
