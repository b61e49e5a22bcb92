// Tests of the cache shared by concurrent searches.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/open/shared_cache.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace codeweaver::engine {
namespace {

using Cache = SharedCache<int, std::string>;

Cache::Pointer value(int key) {
  return std::make_shared<const std::string>(std::to_string(key));
}

TEST_CASE("shared cache: gives back what was put, and only that") {
  Cache cache(1 << 20);
  CHECK(cache.find(1) == nullptr);
  cache.put(1, value(1), 100);
  REQUIRE(cache.find(1));
  CHECK(*cache.find(1) == "1");
  CHECK(cache.find(2) == nullptr);
  cache.put(1, value(7), 100);
  CHECK(*cache.find(1) == "1");  // what is there stays
}

TEST_CASE("shared cache: stays within its bytes and keeps what is used") {
  constexpr std::size_t kBytes = 32 * 2000;  // 16 shards, each of them two halves
  Cache cache(kBytes);
  cache.put(0, value(0), 2001);
  CHECK(cache.find(0) == nullptr);  // larger than half a shard
  constexpr int kKeys = 10'000;
  for (int key = 1; key <= kKeys; ++key) {
    cache.put(key, value(key), 100);
    CHECK(cache.find(1) != nullptr);  // used all the time
  }
  std::size_t kept = 0;
  for (int key = 1; key <= kKeys; ++key)
    if (const auto found = cache.find(key)) {
      CHECK(*found == std::to_string(key));
      ++kept;
    }
  CHECK(kept > 0);
  CHECK(kept * 100 <= kBytes + 32 * 100);
}

TEST_CASE("shared cache: threads see whole values while others come and go") {
  Cache cache(32 * 1000);
  std::atomic<bool> is_right = true;
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&, t] {
        for (int i = 0; i < 5000; ++i) {
          const int key = (i * 7 + t) % 600;
          if (const auto found = cache.find(key))
            is_right = is_right && *found == std::to_string(key);
          else
            cache.put(key, value(key), 100);
        }
      });
  }
  CHECK(is_right);
}

}  // namespace
}  // namespace codeweaver::engine
