// Tests of constants whose pages are freed and loaded again.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <numeric>

#include "base/os/memory.hpp"

using namespace codeweaver;

namespace {

constexpr std::size_t kTableBytes = std::size_t{1} << 20;

constexpr auto kTable = [] {
  std::array<std::uint8_t, kTableBytes> table{};
  for (std::size_t i = 0; i < table.size(); i += 512) table[i] = 1;
  return table;
}();

std::size_t sum_of_table() {
  return std::accumulate(kTable.begin(), kTable.end(), std::size_t{0});
}

/// Pages of files that this process has mapped and resident; 0: the system does not tell.
std::size_t file_pages() {
  std::size_t all = 0, resident = 0, of_files = 0;
  std::ifstream("/proc/self/statm") >> all >> resident >> of_files;
  return of_files;
}

}  // namespace

TEST_CASE("free memory: constants are unmapped, and read the same afterwards") {
  REQUIRE(sum_of_table() == kTableBytes / 512);
  const std::size_t before = file_pages();
  os::release_constants();
  const std::size_t after = file_pages();
  CHECK(sum_of_table() == kTableBytes / 512);
  constexpr std::size_t kLargestPage = std::size_t{64} << 10;
  if (before > 0) CHECK(after + kTableBytes / kLargestPage <= before);
}
