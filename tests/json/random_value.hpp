// Random JSON values and texts for property tests.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>

#include "json/value.hpp"

namespace codeweaver::test {

class RandomValues {
 public:
  explicit RandomValues(std::uint64_t seed) : random_(seed) {}

  std::uint64_t below(std::uint64_t limit) { return random_() % limit; }

  /// UTF-8 of all lengths, with control characters, quotes and backslashes.
  std::string text() {
    static const char* const kPieces[] = {"a",
                                          "Z9",
                                          " ",
                                          "\"",
                                          "\\",
                                          "/",
                                          "\n",
                                          "\t",
                                          "\x01",
                                          "\x7f",
                                          "\xC3\xA9",
                                          "\xE2\x82\xAC",
                                          "\r",
                                          "\b",
                                          "\f",
                                          "{}",
                                          "\xF0\x9F\x98\x80",
                                          "\\u0041"};
    std::string text;
    for (auto count = below(12); count > 0; --count) text += kPieces[below(std::size(kPieces))];
    return text;
  }
  std::int64_t integer() {
    static constexpr std::int64_t kEdges[] = {0, -1, std::numeric_limits<std::int64_t>::min(),
                                              std::numeric_limits<std::int64_t>::max()};
    if (below(4) == 0) return kEdges[below(4)];
    return static_cast<std::int64_t>(random_()) >> below(63);
  }
  /// Any finite bit pattern.
  double number() {
    while (true) {
      const std::uint64_t bits = random_();
      double value = 0;
      std::memcpy(&value, &bits, sizeof value);
      if (below(3) == 0) value = static_cast<double>(below(2000)) / 8 - 100;
      if (std::isfinite(value)) return value;
    }
  }
  json::Value value(int depth = 4) {
    switch (below(depth > 0 ? 8 : 5)) {
      case 0:
        return {};
      case 1:
        return below(2) == 0;
      case 2:
        return integer();
      case 3:
        return number();
      case 4:
        return text();
      case 5: {
        json::Array items;
        for (auto count = below(5); count > 0; --count) items.push_back(value(depth - 1));
        return items;
      }
      default: {
        json::Object members;
        for (auto count = below(5); count > 0; --count)
          members.push_back({text(), value(depth - 1)});
        return members;
      }
    }
  }

 private:
  std::mt19937_64 random_;
};

}  // namespace codeweaver::test
