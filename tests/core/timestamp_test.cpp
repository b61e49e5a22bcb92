// Tests of utc_timestamp: formats, time zones, rejected texts, order.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/detail/timestamp.hpp"

#include <doctest/doctest.h>

#include <cstdio>
#include <random>
#include <string>

using codeweaver::text::utc_timestamp;

TEST_CASE("timestamp: zones, fractions and short forms come to UTC microseconds") {
  CHECK(*utc_timestamp("2026-02-20T12:00:00Z") == "2026-02-20T12:00:00.000000Z");
  CHECK(*utc_timestamp("2026-02-20T14:00:00+02:00") == "2026-02-20T12:00:00.000000Z");
  CHECK(*utc_timestamp("2026-02-20 08:30-0330") == "2026-02-20T12:00:00.000000Z");
  CHECK(*utc_timestamp("2026-01-01T00:30:00.5+01:00") == "2025-12-31T23:30:00.500000Z");
  CHECK(*utc_timestamp("2024-02-29t23:59:60z") == "2024-03-01T00:00:00.000000Z");
  CHECK(*utc_timestamp("2026-02-20T12:00:00.123456789Z") == "2026-02-20T12:00:00.123456Z");
}

TEST_CASE("timestamp: what is no time with a zone is refused") {
  for (const auto* const text :
       {"", "2026-02-20", "2026-02-20T12:00:00", "2026-02-30T12:00:00Z", "2025-02-29T12:00:00Z",
        "2026-13-01T12:00:00Z", "2026-02-20T24:00:00Z", "2026-02-20T12:60:00Z",
        "2026-02-20T12:00:61Z", "2026-02-20T12:00:00.Z", "2026-02-20T12:00:00Zx",
        "2026-02-20T12:00:00+2:00", "2026-02-20T12:00:00+24:00", "0000-01-01T00:00:00Z",
        "0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59Z", "20260220T120000Z", "yesterday",
        " 2026-02-20T12:00:00Z"}) {
    CAPTURE(text);
    CHECK_FALSE(utc_timestamp(text).has_value());
  }
}

TEST_CASE("timestamp: texts sort as the times do, whatever their zones") {
  std::mt19937_64 random(8);
  const auto in_zone = [&](std::int64_t seconds, int east_minutes) {
    using namespace std::chrono;
    const sys_seconds time{std::chrono::seconds(seconds + std::int64_t{60} * east_minutes)};
    const auto day = floor<days>(time);
    const year_month_day date(day);
    const hh_mm_ss clock(time - day);
    char text[64];
    std::snprintf(text, sizeof text, "%04d-%02u-%02uT%02d:%02d:%02d%c%02d:%02d", int(date.year()),
                  unsigned(date.month()), unsigned(date.day()), int(clock.hours().count()),
                  int(clock.minutes().count()), int(clock.seconds().count()),
                  east_minutes < 0 ? '-' : '+', std::abs(east_minutes) / 60,
                  std::abs(east_minutes) % 60);
    return std::string(text);
  };
  for (int i = 0; i < 5000; ++i) {
    const auto first = static_cast<std::int64_t>(random() % 4'000'000'000);
    const auto second = first + static_cast<std::int64_t>(random() % 7200) - 3600;
    const auto zone = [&] { return static_cast<int>(random() % 1681) - 840; };
    const auto a = utc_timestamp(in_zone(first, zone())),
               b = utc_timestamp(in_zone(second, zone()));
    REQUIRE(a);
    REQUIRE(b);
    CHECK((*a < *b) == (first < second));
    CHECK((*a == *b) == (first == second));
    CHECK(*utc_timestamp(*a) == *a);
  }
}
