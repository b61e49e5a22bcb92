// Tests of ByteLists: reads return the appended bytes, for each list.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/layout/byte_lists.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

using namespace codeweaver::store;

namespace {

std::string bytes_of(const ByteLists& lists, const ByteLists::List& list) {
  std::string out;
  lists.for_each_piece(list, [&](std::string_view piece) { out += piece; });
  return out;
}

}  // namespace

TEST_CASE("byte lists: lists that grow in turn hold what strings would") {
  std::mt19937 random(7);
  ByteLists lists;
  std::vector<ByteLists::List> held(300);
  std::vector<std::string> expected(held.size());
  for (int i = 0; i < 40'000; ++i) {
    // A few lists get most of the bytes, as the postings of common terms do.
    const std::size_t which = i % 3 == 0 ? random() % held.size() : random() % 5;
    const std::string bytes(random() % 200, static_cast<char>(random()));
    lists.append(held[which], bytes);
    expected[which] += bytes;
    CHECK(held[which].size() == expected[which].size());
  }
  std::size_t total = 0;
  for (std::size_t i = 0; i < held.size(); ++i) {
    CHECK(bytes_of(lists, held[i]) == expected[i]);
    total += expected[i].size();
  }
  CHECK(lists.memory_bytes() >= total);
  CHECK(lists.memory_bytes() < 2 * total);
}

TEST_CASE("byte lists: a new list is empty") {
  ByteLists lists;
  ByteLists::List list;
  CHECK(list.size() == 0);
  CHECK(bytes_of(lists, list).empty());
  lists.append(list, "");
  CHECK(list.size() == 0);
  CHECK(lists.memory_bytes() == 0);
}
