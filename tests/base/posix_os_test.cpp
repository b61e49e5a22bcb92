// Tests of child processes with programs that every POSIX system has.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

#include "base/os/files.hpp"
#include "base/os/processes.hpp"

namespace codeweaver::os {

TEST_CASE("os: a child gets its words and variables, and tells how it ended") {
  const std::vector<std::string> variables{"PATH=/usr/bin:/bin", "GIVEN=a b"};
  ChildProcess child;
  REQUIRE(start_child({"sh", "-c", "printf %s \"$GIVEN$1\"; exit 7", "sh", "'c'"}, &variables,
                      ChildErrors::kDropped, child) == 0);
  std::array<char, 64> text{};
  const auto size = read_some(child.output.get(), text.data(), text.size());
  REQUIRE(size > 0);
  CHECK(std::string(text.data(), static_cast<std::size_t>(size)) == "a b'c'");
  const auto end = wait_for_child(child.id);
  CHECK(end.exit_code == 7);
  CHECK(end.signal == 0);

  ChildProcess endless;
  REQUIRE(start_child({"cat", "/dev/zero"}, nullptr, ChildErrors::kDropped, endless) == 0);
  CHECK_FALSE(end_of_child(endless.id));  // it waits for somebody to read
  kill_child(endless.id);
  CHECK(wait_for_child(endless.id).signal != 0);
}

}  // namespace codeweaver::os
