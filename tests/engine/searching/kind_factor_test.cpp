// Tests of the kinds of files and lines that a question prefers: declarations, records of changes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "engine/fixture.hpp"

namespace codeweaver {
namespace {

using test::ProjectFixture;

std::string first_of(const ProjectFixture& project, std::string_view query) {
  const auto answer = project.search(query);
  return answer.matches.empty() ? "" : answer.matches.front().file.path;
}

/// Its migrations and change log say the words of questions that its code answers.
class Forum : public ProjectFixture {
 public:
  Forum() : ProjectFixture("") {
    write("models/story.py",
          "class Story:\n    def is_hidden(self):\n"
          "        \"\"\"Stories of banned people with a low score are not shown.\"\"\"\n"
          "        return self.author.is_banned and self.score < 1\n");
    write("db/migrations/0007_hide_stories_of_banned_people.py",
          "def hide_stories_of_banned_people(db):\n"
          "    \"\"\"Hide the stories of banned people with a low score.\"\"\"\n"
          "    db.execute('UPDATE stories SET hidden = 1 WHERE banned AND score < 1')\n");
    write("CHANGELOG.md", "# Changes\n\n- Stories of banned people with a low score are hidden.\n");
    write("updates/forum--1.0--1.1.sql",
          "CREATE FUNCTION count_votes(story int) RETURNS int AS $$\nBEGIN\n"
          "  RAISE NOTICE 'Story % has no votes yet', story;\nEND $$ LANGUAGE plpgsql;\n");
    write("votes/count_votes.sql",
          "CREATE FUNCTION count_votes(story int) RETURNS int AS $$\nBEGIN\n"
          "  RAISE NOTICE 'Story % has no votes yet', story;\n  RETURN 0;\n"
          "END $$ LANGUAGE plpgsql;\n");
    write("votes/tally.sql",
          "CREATE FUNCTION tally(day date) RETURNS void AS $$\nBEGIN\n"
          "  PERFORM count_votes(7);\nEND $$ LANGUAGE plpgsql;\n");
    REQUIRE(index().status == IndexStatus::kSuccess);
  }
};

const Forum& forum() {
  static const Forum project;
  return project;
}

/// Declares routes and environment variables in files that do not say so.
class Service : public ProjectFixture {
 public:
  Service() : ProjectFixture("") {
    write("api/Reader.cs",
          "public class Reader {\n  [HttpGet(\"thumbnail\")]\n"
          "  public byte[] Small(int page) {\n    return pages.Shrink(page);\n  }\n}\n");
    write("dto/Size.cs",
          "/// The small size of a page.\npublic class Size {\n  public int Small;\n"
          "  public int Page;\n}\n");
    write("lamp.dtsi",
          "/ {\n  lamps {\n    porch: porch_lamp {\n      label = \"Porch\";\n    };\n  };\n};\n");
    write("lamp.c",
          "/* Fades the lamp out. */\nint lamp_fade(int lamp) { return lamp_ramp(lamp, 0); }\n");
    REQUIRE(index().status == IndexStatus::kSuccess);
  }
};

const Service& service() {
  static const Service project;
  return project;
}

}  // namespace

TEST_CASE("kinds: code comes before migrations and change logs that say the same") {
  CHECK(first_of(forum(), "are stories of banned people with a low score hidden") ==
        "models/story.py");
  CHECK(first_of(forum(), "migration that hides the stories of banned people") ==
        "db/migrations/0007_hide_stories_of_banned_people.py");
}

TEST_CASE("kinds: a message and a name are those of the code, not of an update script") {
  CHECK(first_of(forum(), "Story 7 has no votes yet") == "votes/count_votes.sql");
  CHECK(first_of(forum(), "count_votes") == "votes/count_votes.sql");
}

TEST_CASE("kinds: the line that declares a route comes before a type with the words") {
  CHECK(first_of(service(), "small page") == "dto/Size.cs");
  CHECK(first_of(service(), "http route for a small page") == "api/Reader.cs");
  SearchOptions options;
  options.explain = true;
  const auto answer = service().search("http route for a small page", options);
  REQUIRE_FALSE(answer.matches.empty());
  CHECK(std::ranges::any_of(answer.matches.front().explanation, [](const std::string& line) {
    return line.starts_with("it has a line like those of routes");
  }));
}

TEST_CASE("kinds: words that name the kind of file do not lower the confidence") {
  const auto asked = service().search("devicetree node of the porch lamp");
  const auto plain = service().search("porch lamp");
  REQUIRE_FALSE(asked.matches.empty());
  CHECK(asked.matches.front().file.path == "lamp.dtsi");
  REQUIRE(asked.confidence);
  REQUIRE(plain.confidence);
  CHECK(*asked.confidence > 0.5);
  CHECK(*asked.confidence > *plain.confidence - 0.2);
}

}  // namespace codeweaver
