// Tests of is_listed.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/listed.hpp"

#include <doctest/doctest.h>

#include <array>

using codeweaver::base::is_listed;

TEST_CASE("listed: a list has its names, and no parts of them") {
  constexpr std::array kNames{std::string_view("open"), std::string_view("close")};
  CHECK(is_listed(kNames, "close"));
  CHECK_FALSE(is_listed(kNames, "clos"));
  CHECK_FALSE(is_listed({}, "open"));
}
