// StatCache: comes back as written, and nothing but what was written for a state is accepted.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/stat_cache.hpp"

#include <doctest/doctest.h>

#include "base/file.hpp"
#include "store/temp_folder.hpp"

namespace codeweaver::store {
namespace {

StatCacheWriter three_files() {
  StatCacheWriter writer;
  writer.add({"a.py", "python", "", {1, 2}, 10, 11, 12, 3, FileState::kIndexed, false});
  writer.add({"b.bin", "", "binary", {}, 20, 0, 22, 0, FileState::kSkipped, true});
  writer.add({"c.py", "python", "", {5, 6}, -30, 31, 32, 1, FileState::kFailed, false});
  return writer;
}

TEST_CASE("stat cache: every field comes back, and paths are found") {
  const auto cache = StatCache::parse(three_files().bytes("run 7"), "run 7");
  REQUIRE(cache);
  REQUIRE(cache->size() == 3);
  const auto first = (*cache)[0], second = (*cache)[1], third = (*cache)[2];
  CHECK(first.path == "a.py");
  CHECK(first.language == "python");
  CHECK(first.content == base::Hash128{1, 2});
  CHECK(first.mtime_ns == 10);
  CHECK(first.ctime_ns == 11);
  CHECK(first.size_bytes == 12);
  CHECK(first.chunks == 3);
  CHECK(second.reason == "binary");
  CHECK(second.language.empty());
  CHECK(second.state == FileState::kSkipped);
  CHECK(second.is_racy);
  CHECK(third.mtime_ns == -30);
  CHECK(third.state == FileState::kFailed);
  CHECK(third.reason.empty());
  CHECK(cache->find("b.bin") == 1);
  CHECK(cache->find("b") == cache->size());
  CHECK(cache->find("zzz") == cache->size());
}

TEST_CASE("stat cache: another state, a cut or a flipped bit anywhere is refused") {
  const std::string good = three_files().bytes("run 7");
  const auto other = StatCache::parse(good, "run 8");
  REQUIRE_FALSE(other);
  CHECK(other.error().category == ErrorCategory::kNotFound);
  for (std::size_t size = 0; size < good.size(); ++size)
    CHECK_FALSE(StatCache::parse(good.substr(0, size), "run 7").has_value());
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 4);
    CHECK_FALSE(StatCache::parse(bad, "run 7").has_value());
  }
}

TEST_CASE("stat cache: a file is read whole, an empty tree is one, and none is not found") {
  const test::TempFolder folder;
  const auto file = folder.path() / "files.stat";
  CHECK(StatCache::open(file, "x").error().category == ErrorCategory::kNotFound);
  REQUIRE(base::write_file_atomic(file, StatCacheWriter().bytes("x"), base::Durability::kNone));
  const auto cache = StatCache::open(file, "x");
  REQUIRE(cache);
  CHECK(cache->size() == 0);
  CHECK(cache->find("a") == 0);
}

}  // namespace
}  // namespace codeweaver::store
