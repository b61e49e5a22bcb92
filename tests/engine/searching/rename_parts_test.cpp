// Tests of the parts of a rename: words, diffs, groups of declarations, names of a language.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "engine/open_index.hpp"
#include "engine/searching/lookup/find_references.hpp"
#include "engine/searching/lookup/rename_checks.hpp"
#include "engine/searching/lookup/rename_group.hpp"
#include "engine/searching/lookup/rename_preview.hpp"
#include "engine/searching/lookup/renamed_diff.hpp"
#include "engine/searching/lookup/renamed_file.hpp"

namespace codeweaver::engine {

TEST_CASE("renamed file: only whole words count, with their lines and columns") {
  const auto found = words_in("pool Pool.pool\npooled _pool\n\npool", "pool");
  REQUIRE(found.size() == 3);
  CHECK(found[0] == facts::Place{1, 1});
  CHECK(found[1] == facts::Place{1, 11});
  CHECK(found[2] == facts::Place{4, 1});
}

TEST_CASE("renamed diff: changes with at most six lines between them are one hunk") {
  std::string text;
  for (int line = 1; line <= 30; ++line) text += std::to_string(line) + '\n';
  const Replacements near{{{2, 1}, "two"}, {{9, 1}, "nine"}};
  CHECK(
      renamed_diff("a", text, near, 1) ==
      "--- a/a\n+++ b/a\n@@ -1,12 +1,12 @@\n 1\n-2\n+two\n 3\n 4\n 5\n 6\n 7\n 8\n-9\n+nine\n 10\n"
      " 11\n 12\n");
  const Replacements far{{{1, 1}, "one"}, {{9, 1}, "nine"}};
  CHECK(renamed_diff("a", text, far, 1) ==
        "--- a/a\n+++ b/a\n@@ -1,4 +1,4 @@\n-1\n+one\n 2\n 3\n 4\n@@ -6,7 +6,7 @@\n 6\n 7\n 8\n-9\n"
        "+nine\n 10\n 11\n 12\n");
  CHECK(renamed_diff("a", "x x\n", {{{1, 1}, "long"}, {{1, 3}, "y"}}, 1) ==
        "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x x\n+long y\n");
  CHECK(renamed_diff("a", text, {}, 1).empty());
}

TEST_CASE("rename checks: an identifier has letters, and is not a reserved word") {
  for (const auto* const path :
       {"a.py", "a.go", "a.java", "a.ts", "a.tsx", "a.js", "a.c", "a.cpp"}) {
    CAPTURE(path);
    CHECK(check_identifier("size_2", path));
    CHECK(
        check_identifier("gr\xC3\xB6\xC3\x9F"
                         "e",
                         path));
    for (const auto* const wrong : {"2", "a b", "a-b", "a;b", "return", "a.b", ""})
      CHECK_FALSE(check_identifier(wrong, path));
  }
  CHECK(check_identifier("$x", "a.ts"));
  CHECK_FALSE(check_identifier("$x", "a.py"));
}

TEST_CASE("rename preview: of the shop's method, its group and its uses") {
  SymbolGraph links({&open_shop().snapshot(), [](const store::Snapshot*) {}},
                    std::make_shared<GraphCaches>());
  auto context = open_shop().context();
  context.graph = &links;
  const auto found = rename_preview(context, "ConnectionPool.open_new", "connect", 100);
  REQUIRE(found);
  REQUIRE(found->definitions.size() == 1);
  CHECK(found->edits == 3);
  const std::vector<std::string> paths = files_naming(context.snapshot, "open_new");
  CHECK_FALSE(paths.empty());
  SymbolGraph::Question question(links, context.database);
  RenameGroup group(question, "open_new", paths);
  const auto later = std::chrono::steady_clock::now() + std::chrono::hours(1);
  CHECK(group.begin(found->definitions[0], later));
  CHECK(group.has(found->definitions[0]));
  REQUIRE(group.members().size() == 1);
  CHECK(group.has(group.members()[0]));
  CHECK_FALSE(group.is_late());
}

}  // namespace codeweaver::engine
