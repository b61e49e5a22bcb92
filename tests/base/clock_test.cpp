// Tests of Clock: ISO 8601 text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/clock.hpp"

#include <doctest/doctest.h>

namespace codeweaver::base {

TEST_CASE("clock: times print as ISO 8601 with milliseconds") {
  using namespace std::chrono;
  struct Row {
    long long milliseconds_since_1970;
    const char* text;
  };
  constexpr Row kRows[] = {{0, "1970-01-01T00:00:00.000Z"},
                           {-9'214'560'000'000, "1678-01-01T00:00:00.000Z"},
                           {-1, "1969-12-31T23:59:59.999Z"},
                           {951'782'400'007, "2000-02-29T00:00:00.007Z"},
                           {1'795'258'740'123, "2026-11-21T10:59:00.123Z"},
                           {9'214'646'399'999, "2261-12-31T23:59:59.999Z"}};
  for (const Row& row : kRows) {
    const system_clock::time_point time(milliseconds(row.milliseconds_since_1970));
    CHECK(iso8601(time) == row.text);
    CHECK(parse_iso8601(row.text) == time);
  }
}

TEST_CASE("clock: only what it prints is read as a time") {
  for (const char* text :
       {"", "2026-11-21", "2026-11-21T10:59:00Z", "2026-11-21T10:59:00.123",
        "2026-13-21T10:59:00.123Z", "2026-02-30T10:59:00.123Z", "2026-11-21T24:00:00.000Z",
        "2026-11-21T10:59:00.123Zx", "999999999-01-01T00:00:00.000Z", "1677-01-01T00:00:00.000Z",
        "2262-12-31T00:00:00.000Z", "2026-11-21T2147483647:59:00.123Z", "2026-1-1T1:999999999:1.1Z",
        "2026-1-1T-9999999:1:1.1Z"})
    CHECK_FALSE(parse_iso8601(text).has_value());
}

TEST_CASE("clock: the system clock agrees with the standard library") {
  const auto before = std::chrono::system_clock::now();
  const auto now = base::system_clock().now();
  CHECK(now >= before);
  CHECK(now <= std::chrono::system_clock::now());
}

}  // namespace codeweaver::base
