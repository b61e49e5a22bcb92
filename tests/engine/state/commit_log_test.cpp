// Tests of CommitLog as bytes: round trips; a damaged log is read as empty.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/state/commit_log.hpp"

#include <doctest/doctest.h>

#include <string>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "corpus/history.hpp"
#include "corpus/temp_tree.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kHeaderBytes = 16;  // magic, checksum

/// Two commits on a branch, merged with a third.
std::string written_log() {
  const corpus::TempTree tree;
  tree.git("init -q");
  int minute = 10;
  for (const std::string name : {"one", "two", "three"}) {
    tree.write(name + ".txt");
    tree.git("add -A && GIT_COMMITTER_DATE=2026-02-01T00:" + std::to_string(minute++) +
             ":00Z git commit -qm 'Add the file " + name + "'");
    if (name == "one") tree.git("checkout -qb side");
    if (name == "two") tree.git("checkout -q -");
  }
  tree.git("merge -q --no-ff -m 'Merge the side' side");
  const auto history = corpus::History::open(tree.root());
  REQUIRE(history);
  CommitLog log;
  log.advance_to(*history);
  CHECK(log.read_files(*history, 100) == 3);
  CHECK(log.commits().size() == 4);
  CHECK(log.message_count() == 3);
  CHECK(log.find_term("two"));
  CHECK_FALSE(log.find_term("side"));  // of merges nothing is kept
  return log.encode();
}

}  // namespace

TEST_CASE("commit log: what was written is read again, to the byte") {
  const auto bytes = written_log();
  const auto log = CommitLog::decode(bytes);
  CHECK(log.encode() == bytes);
  REQUIRE(log.commits().size() == 4);
  CHECK(log.message_count() == 3);
  CHECK(log.commits().front().is_merge());
  const auto& first = log.commits().back();
  REQUIRE(first.files);
  REQUIRE(first.files->size() == 1);
  CHECK(log.path(first.files->front()) == "one.txt");
}

TEST_CASE("commit log: bytes that were changed or cut are an empty one") {
  const auto bytes = written_log();
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    auto damaged = bytes;
    damaged[i] ^= 1;
    CHECK(CommitLog::decode(damaged).commits().empty());
    CHECK(CommitLog::decode(bytes.substr(0, i)).commits().empty());
  }
}

TEST_CASE("commit log: false contents under a right checksum are read without harm") {
  const auto bytes = written_log();
  for (std::size_t i = kHeaderBytes; i < bytes.size(); ++i)
    for (const int value : {0, 1, 127, 255}) {
      auto body = bytes.substr(kHeaderBytes);
      body[i - kHeaderBytes] = static_cast<char>(value);
      std::string forged = bytes.substr(0, 8);
      base::put_raw(forged, base::hash64(body));
      const auto log = CommitLog::decode(forged + body);
      for (const auto& commit : log.commits())
        for (const auto file : commit.files.value_or(std::vector<std::uint32_t>()))
          CHECK(log.path(file).size() <= bytes.size());
    }
}

}  // namespace codeweaver::engine
