// Tests of chunk ids as columns: consecutive ids, other ids, invalid bytes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/database/record_codec.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "base/ids.hpp"

using namespace codeweaver;
using namespace codeweaver::store;

TEST_CASE("chunk ids: a row takes the room of one, and all come back as they were") {
  base::UuidGenerator generator;
  for (const std::uint32_t count : {0U, 1U, 2U, 15U, 16U, 200U, 70'000U}) {
    const auto row = generator.next_row(count);
    const std::string bytes = pack_ids(row);
    CHECK(bytes.size() <= (count == 0 ? 0U : 19U));
    CHECK(unpack_ids(bytes) == row);
  }
  std::vector<Uuid> others = generator.next_row(3);
  others.push_back(generator.next());
  CHECK(pack_ids(others).size() == 64);
  CHECK(unpack_ids(pack_ids(others)) == others);
}

TEST_CASE("chunk ids: a cut or overlong row is damage") {
  base::UuidGenerator generator;
  const std::string bytes = pack_ids(generator.next_row(300));
  CHECK_FALSE(unpack_ids(bytes.substr(0, 17)));
  CHECK_FALSE(unpack_ids(bytes.substr(0, 15)));
  CHECK_FALSE(unpack_ids(bytes + '\x01'));
  CHECK_FALSE(unpack_ids(bytes.substr(0, 16) + std::string("\xff\xff\xff\xff\x0f")));
}
