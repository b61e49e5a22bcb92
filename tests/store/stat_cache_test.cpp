// Tests of StatCache: round trips; accepts only the cache of the same state.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/stat_cache.hpp"

#include <doctest/doctest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "base/file.hpp"
#include "store/temp_folder.hpp"

namespace codeweaver::store {
namespace {

StatCacheWriter three_files() {
  StatCacheWriter writer;
  writer.add({"a.py", "python", "", {1, 2}, 10, 11, 12, 3, FileOutcome::kIndexed, false});
  writer.add({"b.bin", "", "binary", {}, 20, 0, 22, 0, FileOutcome::kSkipped, true});
  writer.add({"c.py", "python", "", {5, 6}, -30, 31, 32, 1, FileOutcome::kFailed, false});
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
  CHECK(second.state == FileOutcome::kSkipped);
  CHECK(second.is_racy);
  CHECK(third.mtime_ns == -30);
  CHECK(third.state == FileOutcome::kFailed);
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

/// What a cache says of all files, by path.
std::map<std::string, std::string> contents(const StatCache& cache) {
  std::map<std::string, std::string> out;
  for (std::size_t i = 0; i < cache.size(); ++i) {
    if (cache.is_deleted(i)) continue;
    const auto file = cache[i];
    CHECK(cache.find(file.path) == i);
    CHECK(cache.find(file.path, i) == i);
    out[std::string(file.path)] = file.content.hex() + ' ' + std::string(file.language) + ' ' +
                                  std::string(file.reason) + ' ' + std::to_string(file.size_bytes);
  }
  CHECK(out.size() == cache.file_count());
  return out;
}

TEST_CASE("stat cache: edits lie beside the list, and are of one version and one list") {
  const test::TempFolder folder;
  const auto file = folder.path() / "files.stat";
  REQUIRE(base::write_file_atomic(file, three_files().bytes("run 1"), base::Durability::kNone));
  const auto before = *base::read_file(file);
  const auto list = StatCache::open(file, "run 1");
  REQUIRE(list);
  StatCacheEditor editor(*list);
  editor.put({"b.bin", "", "binary", {9, 9}, 1, 2, 3, 4, FileOutcome::kSkipped, false});
  editor.put({"bb.py", "python", "", {7, 7}, 1, 2, 3, 4, FileOutcome::kIndexed, false});
  editor.remove("c.py");
  editor.remove("never there");
  const auto written = editor.write(file, "run 2");
  REQUIRE(written);
  CHECK(written->file_count() == 3);
  CHECK(written->find("c.py") == written->size());
  CHECK(written->find("never there") == written->size());
  CHECK((*written)[written->find("b.bin")].content == base::Hash128{9, 9});
  CHECK((*written)[written->find("bb.py")].chunks == 4);
  CHECK(*base::read_file(file) == before);  // the list was not written again
  const auto opened = StatCache::open(file, "run 2");
  REQUIRE(opened);
  CHECK(contents(*opened) == contents(*written));
  CHECK(StatCache::open(file, "run 1")->file_count() == 3);
  CHECK_FALSE(StatCache::open(file, "run 3").has_value());
  CHECK_FALSE(StatCache::open(StatCache::edits_of(file), "run 2").has_value());

  const auto edits = base::read_file(StatCache::edits_of(file));
  REQUIRE(edits);
  for (std::size_t i = 0; i < edits->size(); ++i) {
    std::string bad = *edits;
    bad[i] = static_cast<char>(bad[i] ^ 4);
    REQUIRE(base::write_file_atomic(StatCache::edits_of(file), bad, base::Durability::kNone));
    CHECK_FALSE(StatCache::open(file, "run 2").has_value());
  }
  REQUIRE(base::write_file_atomic(StatCache::edits_of(file), *edits, base::Durability::kNone));
  REQUIRE(base::write_file_atomic(file, three_files().bytes("run 0"), base::Durability::kNone));
  CHECK_FALSE(StatCache::open(file, "run 2").has_value());  // the edits are of the other list
  CHECK(StatCache::open(file, "run 0").has_value());
}

TEST_CASE("stat cache: random edits end as in a list written at once") {
  const test::TempFolder folder;
  const auto file = folder.path() / "files.stat";
  std::mt19937 random(3);
  std::vector<std::string> paths;  // outlive what refers to them
  for (int i = 0; i < 500; ++i) paths.push_back("f" + std::to_string(i));
  std::map<std::string, FileStat> truth;
  auto cache = StatCache::parse(StatCacheWriter().bytes("0"), "0");
  std::size_t beside = 0;
  for (int step = 1; step <= 60; ++step) {
    REQUIRE(cache);
    const auto version = std::to_string(step);
    {
      StatCacheEditor editor(*cache);
      for (std::size_t edits = step == 1 ? 400 : random() % 40; edits > 0; --edits) {
        const std::string& path = paths[random() % paths.size()];
        if (random() % 3 == 0) {
          editor.remove(path);
          truth.erase(path);
          continue;
        }
        truth[path] = {path,
                       random() % 2 == 0 ? "python" : "cpp",
                       "",
                       {random(), random()},
                       1,
                       2,
                       3,
                       4,
                       FileOutcome::kIndexed,
                       false};
        editor.put(truth[path]);
      }
      auto written = editor.write(file, version);
      REQUIRE(written);
      const auto opened = StatCache::open(file, version);
      REQUIRE(opened);
      CHECK(contents(*opened) == contents(*written));
      cache = std::move(written);
    }
    StatCacheWriter whole;
    for (const auto& [path, stat] : truth) whole.add(stat);
    CHECK(contents(*cache) == contents(*StatCache::parse(whole.bytes("x"), "x")));
    beside += std::filesystem::exists(StatCache::edits_of(file)) ? 1 : 0;
  }
  CHECK(beside > 20);
  CHECK(beside < 60);
}

}  // namespace
}  // namespace codeweaver::store
