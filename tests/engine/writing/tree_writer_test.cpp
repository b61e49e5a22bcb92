// Tests of TreeWriter: rows of files, ids of chunks, and removal.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/writing/tree_writer.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "base/temporary_folder.hpp"
#include "engine/state/database_keys.hpp"
#include "engine/state/tree_state.hpp"
#include "engine/writing/removed_trees.hpp"

namespace codeweaver::engine {
namespace {

/// A database with one tree, and runs that write into it.
class WriterBench {
 public:
  store::Database& database() { return database_; }
  StatePaths paths(const std::string& tree = "") const { return {folder_.path(), tree}; }
  TreeWriter writer(const std::string& tree = "") {
    return {database_, *database_.make_tree(tree), paths(tree)};
  }
  static ProcessedFile file(const std::string& path, const std::string& text) {
    return FileProcessor(IndexOptions{}).process_text(discovered(path), text, nullptr);
  }
  static DiscoveredFile discovered(const std::string& path) {
    DiscoveredFile file;
    file.path = path;
    file.language = "python";
    return file;
  }
  std::vector<Uuid> chunk_ids(const std::string& path) const {
    const auto file = *database_.tree("")->file(path);
    return file ? file->chunk_ids : std::vector<Uuid>{};
  }
  bool has(const ProcessedFile& processed) const {
    return *database_.has_content(processed.content->key);
  }
  /// A run that does no more than to end.
  void sweep_only() { REQUIRE(writer().sweep()); }

 private:
  test::TemporaryFolder folder_;
  store::Database database_ = *store::Database::open(StatePaths{folder_.path()}.database());
};

const std::string kFirst = "def first():\n    return 1\n";
const std::string kSecond = "def second():\n    return 2\n";
const FileAudit kAudit{"atlas", "batch-1", "c0ffee", "main", true, "then", "now"};

}  // namespace

TEST_CASE(
    "tree writer: a file comes with content, chunk ids and audit, and the segments are "
    "behind") {
  WriterBench bench;
  const auto key = tree_key(kDerivedKey, bench.paths());
  REQUIRE(bench.database().set_meta(key, "run 7"));
  auto writer = bench.writer();
  CHECK_FALSE(writer.has_begun());
  auto a = bench.file("a.py", kFirst);
  CHECK(*writer.put(a, kAudit) == 1);
  CHECK(writer.has_begun());
  CHECK(**bench.database().meta(key) == "");
  const auto row = **bench.database().tree("")->file("a.py");
  CHECK(row.chunk_ids.size() == 1);
  CHECK(row.source_system == "atlas");
  CHECK(row.source_batch_id == "batch-1");
  CHECK(row.git_commit == "c0ffee");
  CHECK(row.git_branch == "main");
  CHECK(row.git_dirty);
  CHECK(row.source_captured_at == "then");
  CHECK(row.indexed_at == "now");
  CHECK(bench.has(a));
  REQUIRE(writer.edit().present.size() == 1);
  CHECK(writer.edit().present[0].content == row.content);

  REQUIRE(writer.put_commit("a.py", "decade"));
  CHECK((*bench.database().tree("")->file("a.py"))->git_commit == "decade");
  CHECK((*bench.database().tree("")->file("a.py"))->chunk_ids == row.chunk_ids);
  CHECK(writer.put_commit("gone.py", "decade"));
}

TEST_CASE("tree writer: ids of chunks stay as long as the content does, and those that come") {
  WriterBench bench;
  auto writer = bench.writer();
  auto a = bench.file("a.py", kFirst);
  REQUIRE(writer.put(a, kAudit));
  const auto ids = bench.chunk_ids("a.py");
  auto again = bench.file("a.py", kFirst);
  CHECK(*writer.put(again, kAudit) == 0);  // the content is there
  CHECK(bench.chunk_ids("a.py") == ids);
  auto other = bench.file("a.py", kSecond);
  CHECK(*writer.put(other, kAudit) == 1);
  CHECK(bench.chunk_ids("a.py") != ids);
  auto copy = bench.file("b.py", kSecond);
  copy.file.chunk_ids = ids;
  CHECK(*writer.put(copy, kAudit) == 0);
  CHECK(bench.chunk_ids("b.py") == ids);
}

TEST_CASE("tree writer: a forced run writes each content once more, and once only") {
  WriterBench bench;
  auto a = bench.file("a.py", kFirst), b = bench.file("b.py", kFirst);
  REQUIRE(bench.writer().put(a, kAudit));
  TreeWriter forced(bench.database(), *bench.database().make_tree(""), bench.paths(),
                    TreeWriter::KnownContents::kRenew);
  CHECK(*forced.put(a, kAudit) == 1);
  CHECK(*forced.put(b, kAudit) == 0);
}

TEST_CASE("tree writer: what has no chunks or was not read is nothing to segments") {
  WriterBench bench;
  auto writer = bench.writer();
  auto empty = bench.file("empty.py", "");
  REQUIRE(empty.chunk_count == 0);
  REQUIRE(writer.put(empty, kAudit));
  store::FileRecord skipped;
  skipped.path = "large.bin";
  skipped.outcome = store::FileOutcome::kSkipped;
  REQUIRE(writer.put_unread(skipped));
  REQUIRE(writer.remove("gone.py"));
  CHECK(writer.edit().present.empty());
  CHECK(writer.edit().removed == std::vector<std::string>{"empty.py", "large.bin", "gone.py"});
}

TEST_CASE("tree writer: replaced texts go one run later, unless somebody uses them again") {
  WriterBench bench;
  auto first = bench.file("a.py", kFirst), second = bench.file("a.py", kSecond);
  REQUIRE(bench.writer().put(first, kAudit));
  bench.sweep_only();
  auto writer = bench.writer();
  REQUIRE(writer.put(second, kAudit));
  REQUIRE(writer.sweep());
  CHECK(bench.has(first));
  SUBCASE("unused") {
    bench.sweep_only();
    CHECK_FALSE(bench.has(first));
  }
  SUBCASE("by a run that changed nothing") {
    REQUIRE(sweep_leftovers(bench.database(), bench.paths()));
    CHECK_FALSE(bench.has(first));
  }
  SUBCASE("used by another file") {
    auto copy = bench.file("b.py", kFirst);
    auto later = bench.writer();
    REQUIRE(later.put(copy, kAudit));
    REQUIRE(later.sweep());
    CHECK(bench.has(first));
  }
  SUBCASE("removed with their file") {
    auto later = bench.writer();
    REQUIRE(later.remove("a.py"));
    REQUIRE(later.sweep());
    CHECK(bench.has(second));
    bench.sweep_only();
    CHECK_FALSE(bench.has(second));
  }
  CHECK(replaced_contents(bench.database(), bench.paths())->keys().size() <= 1);
}

TEST_CASE("tree writer: after a run that was cut short, all texts are looked at, before reading") {
  WriterBench bench;
  auto first = bench.file("a.py", kFirst), second = bench.file("a.py", kSecond);
  REQUIRE(bench.writer().put(first, kAudit));
  REQUIRE(bench.writer().put(second, kAudit));  // never came to its end
  REQUIRE(bench.writer().sweep(true));
  CHECK(replaced_contents(bench.database(), bench.paths())->is_everything());
  bench.sweep_only();  // that stays until
  CHECK(bench.has(first));
  REQUIRE(sweep_everything(bench.database(), bench.paths()));
  CHECK_FALSE(bench.has(first));
  CHECK(bench.has(second));
  CHECK(replaced_contents(bench.database(), bench.paths())->is_empty());
}

TEST_CASE("replaced contents: a list, above its limit everything, and nothing of what is odd") {
  ReplacedContents contents;
  contents.add({});
  CHECK(contents.is_empty());
  for (std::uint64_t i = 1; i <= ReplacedContents::kMost; ++i) contents.add({i, i});
  CHECK(ReplacedContents::parse(contents.text()).keys() == contents.keys());
  contents.add({5, 0});
  CHECK(contents.is_everything());
  contents.add({6, 0});
  CHECK(contents.text() == "*");
  CHECK(contents.keys().empty());
  CHECK(ReplacedContents::parse("*").is_everything());
  CHECK(ReplacedContents::parse("xyz").is_empty());
}

TEST_CASE("removed trees: what they alone used goes, files of other trees stay") {
  WriterBench bench;
  auto shared = bench.file("a.py", kFirst), own = bench.file("own.py", kSecond);
  const auto commit = commit_tree("c0ffee");
  auto there = bench.writer(commit);
  REQUIRE(there.put(shared, kAudit));
  REQUIRE(there.put(own, kAudit));
  REQUIRE(bench.writer().put(shared, kAudit));
  for (const auto unused : {UnusedTexts::kRemove, UnusedTexts::kOverwrite}) {
    REQUIRE(remove_trees(bench.database(), bench.paths(), {commit}, unused));
    CHECK(bench.has(shared));
    CHECK_FALSE(bench.has(own));
    CHECK_FALSE(std::ranges::count(*bench.database().trees(), commit));
  }
}

}  // namespace codeweaver::engine
