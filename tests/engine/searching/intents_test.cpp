// Tests of the effect of a caller's intent on the order of an answer.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "engine/fixture.hpp"

namespace codeweaver::engine {
namespace {

/// One subject as code, test, document and settings.
struct Uploads : test::ProjectFixture {
  Uploads() : ProjectFixture("") {
    write("src/upload.py",
          "def upload_file(path, client):\n"
          "    \"\"\"Sends a large file piece by piece.\"\"\"\n"
          "    for part in parts_of(path):\n        client.put(part)\n");
    write("src/upload_settings.py",
          "class UploadSettings:\n    \"\"\"Settings of file uploads.\"\"\"\n\n"
          "    option_part_size = 8\n    default_upload_config = {}\n");
    write("tests/test_upload.py",
          "def test_sends_a_large_file_piece_by_piece():\n    client = FakeClient()\n"
          "    upload_file('a.bin', client)\n    assert client.parts == 3\n");
    write("docs/upload.md", "# Large files\n\nHow a large file is sent, piece by piece.\n");
    index();
  }
  std::string first(const char* query, const char* intent) const {
    SearchOptions options;
    options.filter.include_tests = true;
    if (*intent != '\0') options.intent = intent;
    return test::paths(search(query, options)).at(0);
  }
};

}  // namespace

TEST_CASE("intents: one that is given decides between code, tests, documents and settings") {
  const Uploads project;
  const auto* const query = "sending something large piece by piece";
  CHECK(project.first(query, "") == "src/upload.py");
  CHECK(project.first(query, "implement") == "src/upload.py");
  CHECK(project.first(query, "test") == "tests/test_upload.py");
  CHECK(project.first(query, "document") == "docs/upload.md");
  CHECK(project.first("uploads of a file", "configure") == "src/upload_settings.py");
}

TEST_CASE("intents: an explanation says what a given one raised, and by how much") {
  const Uploads project;
  SearchOptions options{.intent = "test", .explain = true};
  options.filter.include_tests = true;
  const auto answer = project.search("sending something large piece by piece", options);
  REQUIRE_FALSE(answer.matches.empty());
  CHECK(std::ranges::count(answer.matches.front().explanation,
                           "raised by intent test: odds x 4.000") == 1);
}

}  // namespace codeweaver::engine
