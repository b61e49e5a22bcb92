// Tests of LineBuffer: windows are whole lines.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/exact/line_buffer.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <string>

namespace codeweaver::engine {

TEST_CASE("line buffer: windows are whole lines, also where a line is longer than one") {
  LineBuffer buffer;
  const std::string text = "a\n" + std::string(300'000, 'x') + "\nend";
  std::size_t at = 0;
  const auto read = [&](char* out, std::size_t size) {
    const std::size_t count = std::min(size, text.size() - at);
    std::copy_n(text.data() + at, count, out);
    at += count;
    return static_cast<std::ptrdiff_t>(count);
  };
  buffer.start(read, ZeroRule::kEndsText);
  std::string all;
  while (buffer.fill()) {
    all += buffer.window();
    buffer.consume(buffer.window().size());
  }
  CHECK(all == text);
  at = 0;
  const std::string zeros = std::string("one\ntwo\0three\n", 14);
  buffer.start(
      [&](char* out, std::size_t) {
        std::copy(zeros.begin(), zeros.end(), out);
        return static_cast<std::ptrdiff_t>(at++ == 0 ? zeros.size() : 0);
      },
      ZeroRule::kEndsLine);
  REQUIRE(buffer.fill());
  CHECK(buffer.window() == "one\ntwo\nthree\n");
  CHECK(buffer.zero() == 7);
}

}  // namespace codeweaver::engine
