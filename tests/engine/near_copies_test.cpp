// Tests of near copies: their definition; an answer shows only the best of them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/text/near_copies.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "engine/fixture.hpp"

namespace codeweaver::engine {
namespace {

std::string numbered_lines(int from, int to) {
  std::string out;
  for (int i = from; i < to; ++i) out += "line " + std::to_string(i) + "\n";
  return out;
}

/// A function that retries, in a module of its name; `pauses` lines are its own.
std::string retrying(const std::string& name, int pauses) {
  std::string out = "def " + name +
                    "(upload):\n    \"\"\"Retry a failed upload with growing pauses.\"\"\"\n"
                    "    for attempt in range(5):\n        try:\n            return upload.send()\n"
                    "        except OSError:\n            upload.log(attempt)\n"
                    "            upload.rewind()\n            upload.wait(attempt)\n";
  for (int i = 0; i < pauses; ++i)
    out += "            upload.pause(" + name + ", " + std::to_string(i) + ")\n";
  return out;
}

}  // namespace

TEST_CASE("near copies: texts that share nine of ten lines, white space aside") {
  NearCopies texts;
  CHECK_FALSE(texts.find_or_add(numbered_lines(0, 20)));
  CHECK_FALSE(texts.find_or_add(numbered_lines(20, 40)));
  CHECK(texts.find_or_add("\n  " + numbered_lines(0, 20) + "\t\n") == 0);
  CHECK(texts.find_or_add(numbered_lines(20, 39)) == 1);
  CHECK(texts.find_or_add(numbered_lines(19, 40)) == 1);
  CHECK_FALSE(texts.find_or_add(numbered_lines(20, 37)));
  CHECK_FALSE(texts.find_or_add(numbered_lines(0, 40)));
}

TEST_CASE("near copies: short texts are alike by chance") {
  NearCopies texts;
  CHECK_FALSE(texts.find_or_add("}\nreturn x;\n"));
  CHECK_FALSE(texts.find_or_add("}\nreturn x;\n"));
  CHECK_FALSE(texts.find_or_add(""));
}

TEST_CASE("near copies: an answer shows one of them, and tells of the others") {
  test::ProjectFixture project("");
  project.write("a/upload.py", retrying("send_again", 0));
  project.write("b/upload.py", retrying("send_again", 0));
  project.write("c/other.py", retrying("send_slowly", 9));
  project.index();
  const auto answer = project.search("retry a failed upload with pauses");
  REQUIRE(answer.matches.size() == 2);
  const auto& shown = *std::ranges::find(answer.matches, "a/upload.py",
                                         [](const CodeMatch& match) { return match.file.path; });
  CHECK(shown.content.metadata.at("copies") == "1");
  CHECK(shown.content.metadata.at("copies_at").starts_with("b/upload.py:1-"));
  const auto why = project.searcher().why_not("retry a failed upload with pauses", "b/upload.py");
  REQUIRE(why);
  CHECK(why->reason.find("a/upload.py") != std::string::npos);
}

TEST_CASE("near copies: all definitions of a name that is asked for are shown") {
  test::ProjectFixture project("");
  project.write("a/upload.py", retrying("send_again", 0));
  project.write("b/upload.py", retrying("send_again", 0));
  project.index();
  CHECK(project.search("send_again").matches.size() == 2);
}

TEST_CASE("near copies: others take their places, as if all candidates had been read") {
  test::ProjectFixture project("");
  for (int i = 0; i < 30; ++i)
    project.write("copy" + std::to_string(i) + "/upload.py", retrying("send_again", 0));
  for (int i = 0; i < 30; ++i)
    project.write("own" + std::to_string(i) + ".py", retrying("send_" + std::to_string(i), 5));
  project.index();
  const auto answer = project.search("retry a failed upload with pauses");
  const auto whole = project.search("retry a failed upload with pauses", {.explain = true});
  CHECK(answer.matches.size() == 10);
  CHECK(test::paths(answer) == test::paths(whole));
}

}  // namespace codeweaver::engine
