// Tests of requests for the preview of a rename, and of its text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/hosting/rename_request.hpp"

#include <doctest/doctest.h>

#include <string>

#include "service/tools/import_text.hpp"
#include "service/tools/rename_text.hpp"

namespace codeweaver::service {
namespace {

Result<RenameRequest> read_rename_request(const std::string& text) {
  const auto value = json::parse(text);
  REQUIRE(value);
  return rename_request(*value);
}

}  // namespace

TEST_CASE("rename request: every member is read, and wrong ones are refused by name") {
  const auto asked =
      read_rename_request(R"({"name": "a", "new_name": "b", "limit": 7, "project_id": "shop"})");
  REQUIRE(asked);
  CHECK(asked->name == "a");
  CHECK(asked->new_name == "b");
  CHECK(asked->limit == 7);
  CHECK(asked->project_id == "shop");
  CHECK(read_rename_request(R"({"name": "a", "new_name": "b", "limit": null})")->limit == 100);
  for (const auto* const wrong :
       {R"({"name": "a"})", R"({"name": "", "new_name": "b"})",
        R"({"name": "a", "new_name": "b", "limit": 0})",
        R"({"name": "a", "new_name": "b", "limit": 1001})",
        R"({"name": "a", "new_name": "b", "to": "c"})", R"({"name": 1, "new_name": "b"})"}) {
    CAPTURE(wrong);
    const auto refused = read_rename_request(wrong);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "VALIDATION_ERROR");
  }
}

TEST_CASE("rename text: the diff comes first, all other lines are comments") {
  RenamePreview preview;
  preview.definitions = {{"save", "Disk.save", "method", "a.py", {3, 4}},
                         {"save", "Fast.save", "method", "b.py", {7, 8}}};
  preview.diff = "--- a/a.py\n+++ b/a.py\n@@ -3 +3 @@\n-def save()\n+def put()\n";
  preview.edits = 1;
  preview.files = 1;
  preview.left_out = {{"c.py", 9, "\tthing.save()\r", RenameDoubt::kByName},
                      {"d.md", 1, "save", RenameDoubt::kText}};
  preview.conflicts = {"put is already in a.py, line 1"};
  const auto text = rename_text(preview, "save");
  CHECK(text.starts_with(preview.diff + "# Changes 1 name in 1 file. Nothing was written.\n"));
  CHECK(text.find("#   b.py:7  method Fast.save\n") != std::string::npos);
  CHECK(text.find("# Not in the diff, known by name only:\n#   c.py:9  thing.save()\n") !=
        std::string::npos);
  CHECK(text.find("#   d.md:1  save\n# Check: put is already in a.py, line 1\n") !=
        std::string::npos);
  preview.is_ambiguous = true;
  CHECK(rename_text(preview, "save") ==
        "# save has several definitions. Give one of them as PATH:LINE:\n"
        "#   a.py:3  method Disk.save\n#   b.py:7  method Fast.save\n");
}

TEST_CASE("import text: one line for each file, with those that lead to it") {
  CallGraphAnswer answer;
  answer.definitions = {{"src", "src", "folder", "src", {1, 1}}};
  CallGraphMatch match{.via = "src/a.py", .path = "src/a.py", .lines = {3, 4}, .names = {"x", "y"}};
  match.symbol = {"log.py", "lib/log.py", "file", "lib/log.py", {1, 1}};
  answer.matches = {match, match};
  answer.matches[1].via = answer.matches[1].path = "src/b.py";
  answer.matches[1].names.clear();
  answer.outside = {{"os", 2}, {"re", 1}};
  CHECK(import_text(answer, CallRelation::kImports) ==
        "src/, folder\n\nImports\n  lib/log.py  by src/a.py: x, y, lines 3, 4; src/b.py: lines 3, 4"
        "\n\nOutside of the project: os (2), re\n");
  answer.matches.clear();
  answer.outside.clear();
  CHECK(import_text(answer, CallRelation::kImporters) == "src/, folder\nNo file imports it.\n");
  CHECK(import_text(answer, CallRelation::kCycles) ==
        "src/, folder\nNo files import each other.\n");
  answer.cycles = {{{"a.py", "b.py"}, {match, match}}};
  answer.cycles[0].steps[1].symbol.path = "a.py";
  CHECK(
      import_text(answer, CallRelation::kCycles)
          .ends_with("\n2 files\n  src/a.py:3 -> lib/log.py  x, y\n  src/a.py:3 -> a.py  x, y\n"));
}

}  // namespace codeweaver::service
