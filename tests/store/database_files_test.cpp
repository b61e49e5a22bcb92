// Tests of the database: files as occurrences of contents, and their trees.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>

#include "store/database/tree_view.hpp"
#include "store/sample_records.hpp"

namespace codeweaver::store {
namespace {

using test::open_database;
using test::sample_content;
using test::sample_file;
using test::TempFolder;

TEST_CASE("a file comes back with every column and is replaced by path") {
  TempFolder folder;
  Database database = open_database(folder);
  const ContentRecord content = sample_content("x = 1\n", "python");
  REQUIRE(database.put_content(content));
  FileRecord file = sample_file("src/a.py", content);
  REQUIRE(database.make_tree("")->put_file(file));
  CHECK(**database.tree("")->file("src/a.py") == file);
  CHECK_FALSE((*database.tree("")->file("src/b.py")).has_value());
  CHECK(**database.raw_hash_of(file.git_blob) == file.raw_hash);

  file.git_commit = "def";  // another commit of equal bytes only changes the audit
  file.purpose = "docs_search";
  file.chunk_strategy = "document";
  REQUIRE(database.make_tree("")->put_file(file));
  CHECK(**database.tree("")->file("src/a.py") == file);
  CHECK(*database.tree("")->count_files(FileOutcome::kIndexed) == 1);

  FileRecord skipped;
  skipped.path = "big.bin";
  skipped.outcome = FileOutcome::kSkipped;
  skipped.reason = "too_large";
  skipped.size_bytes = 1'000'000;
  REQUIRE(database.make_tree("")->put_file(skipped));
  CHECK(*database.tree("")->source_bytes() == file.size_bytes);
  CHECK(**database.tree("")->file("big.bin") == skipped);
  CHECK(*database.tree("")->count_files(FileOutcome::kSkipped) == 1);

  REQUIRE(database.make_tree("")->remove_file("src/a.py"));
  REQUIRE(database.make_tree("")->remove_file("src/a.py"));
  CHECK_FALSE((*database.tree("")->file("src/a.py")).has_value());
}

TEST_CASE("a file whose content was never put is refused") {
  TempFolder folder;
  Database database = open_database(folder);
  auto put = database.make_tree("")->put_file(sample_file("a.cpp", sample_content("int x;")));
  REQUIRE_FALSE(put);
  CHECK(put.error().category == ErrorCategory::kNotFound);
}

TEST_CASE("files are visited in path order, and the visitor may use the database") {
  TempFolder folder;
  Database database = open_database(folder);
  const ContentRecord content = sample_content("int x;\n");
  REQUIRE(database.put_content(content));
  std::vector<std::string> paths;
  for (int i = 0; i < 700; ++i) paths.push_back("dir" + std::to_string(i * 37 % 700) + "/f.cpp");
  REQUIRE(database.transaction([&]() -> Result<void> {
    for (const std::string& path : paths)
      if (auto put = database.make_tree("")->put_file(sample_file(path, content)); !put) return put;
    return {};
  }));
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> seen;
  REQUIRE(database.tree("")->for_each_file([&](const FileRecord& file) {
    seen.push_back(file.path);
    std::size_t inner = 0;
    CHECK(database.tree("")->for_each_file([&](const FileRecord&) { return ++inner < 3; }));
    return bool(database.content(file.content));
  }));
  CHECK(seen == paths);
  std::size_t visited = 0;
  REQUIRE(database.tree("")->for_each_file([&](const FileRecord&) { return ++visited < 10; }));
  CHECK(visited == 10);
}

TEST_CASE("a move costs an occurrence, and the last occurrence keeps the content alive") {
  TempFolder folder;
  Database database = open_database(folder);
  const ContentRecord shared = sample_content("shared\n"), single = sample_content("single\n");
  REQUIRE(database.put_content(shared));
  REQUIRE(database.put_content(single));
  REQUIRE(database.make_tree("")->put_file(sample_file("a", shared)));
  REQUIRE(database.make_tree("")->put_file(sample_file("copy/a", shared)));
  REQUIRE(database.make_tree("")->put_file(sample_file("b", single)));
  CHECK(*database.remove_orphans() == 0);
  REQUIRE(database.make_tree("")->remove_file("a"));
  REQUIRE(database.make_tree("")->remove_file("b"));
  CHECK(*database.remove_orphans() == 1);
  CHECK(*database.has_content(shared.key));
  CHECK_FALSE(*database.has_content(single.key));
  CHECK((*database.tree("")->find_symbols("main", 10)).size() == 1);
  CHECK_FALSE((*database.raw_hash_of(sample_file("b", single).git_blob)).has_value());
}

TEST_CASE("of contents that are named, those without a file are removed") {
  TempFolder folder;
  Database database = open_database(folder);
  const ContentRecord kept = sample_content("kept\n"), dropped = sample_content("dropped\n"),
                      unnamed = sample_content("unnamed\n");
  for (const auto* content : {&kept, &dropped, &unnamed}) REQUIRE(database.put_content(*content));
  REQUIRE(database.make_tree("")->put_file(sample_file("a", kept)));
  const std::vector<base::Hash128> keys{kept.key, dropped.key, base::hash128("never put")};
  REQUIRE(database.remove_unreferenced(keys));
  CHECK(*database.has_content(kept.key));
  CHECK_FALSE(*database.has_content(dropped.key));
  CHECK(*database.has_content(unnamed.key));
  CHECK(*database.content_language(kept.key) == kept.language);
  CHECK(*database.tree("")->language_counts() ==
        std::map<std::string, std::size_t>{{kept.language, 1}});
  CHECK(database.content_language(dropped.key).error().category == ErrorCategory::kNotFound);
}

TEST_CASE("trees hold occurrences apart and share contents") {
  TempFolder folder;
  Database database = open_database(folder);
  const ContentRecord content = sample_content("x");
  REQUIRE(database.put_content(content));
  REQUIRE(database.make_tree("")->put_file(sample_file("a.cpp", content)));
  CHECK_FALSE((*database.tree("worktree")->file("a.cpp")).has_value());
  CHECK((*database.tree("worktree")->find_symbols("main", 5)).empty());
  REQUIRE(database.make_tree("worktree")->put_file(sample_file("b.cpp", content)));
  CHECK(*database.trees() == std::vector<std::string>{"", "worktree"});
  CHECK_FALSE((*database.tree("")->file("b.cpp")).has_value());
  REQUIRE(database.make_tree("")->remove_file("a.cpp"));
  CHECK(*database.remove_orphans() == 0);
  REQUIRE(database.remove_tree("worktree"));
  CHECK(*database.remove_orphans() == 1);
}

TEST_CASE("trees can be read and written side by side") {
  TempFolder folder;
  Database database = open_database(folder);
  const ContentRecord content = sample_content("x");
  REQUIRE(database.put_content(content));
  auto first = database.make_tree("first"), second = database.make_tree("second");
  REQUIRE(first);
  REQUIRE(second);
  REQUIRE(first->put_file(sample_file("a.cpp", content)));
  REQUIRE(second->put_file(sample_file("b.cpp", content)));
  REQUIRE(first->for_each_file([&](const FileRecord& file) {
    CHECK(file.path == "a.cpp");
    CHECK((*second->file("b.cpp")).has_value());
    return true;
  }));
  CHECK_FALSE((*first->file("b.cpp")).has_value());
  const auto unknown = database.tree("unknown");
  REQUIRE(unknown);
  CHECK(*unknown->count_files(FileOutcome::kIndexed) == 0);
  CHECK(*database.trees() == std::vector<std::string>{"", "first", "second"});
}

}  // namespace
}  // namespace codeweaver::store
