// Tests of the lines that an exact search shows: their parts, words and masked secrets.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/workspace/hit_collector.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "engine/fixture.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::string_view kKey = "AKIA2E0A8F3B244C9986";

/// A file with one matching line.
TextFile file_of(const TextLine& line) {
  TextFile out;
  out.path = "src/keys.py";
  out.lines = {line};
  return out;
}

TEST_CASE("hit collector: a long line is shown in part, around its match") {
  const test::ProjectFixture project("");
  const Overlay none;
  const HitMask mask(project.root(), SecretPolicy::kKeep, none);
  TextHits hits;
  LineFacts facts;
  const TextHitsOptions options;
  HitCollector collector(hits, facts, options, mask);
  const auto text = std::string(1000, 'a') + " lantern " + std::string(1000, 'b') + "\n";
  TextLine line;
  line.number = 7;
  line.text = text;
  line.is_match = true;
  line.places = {{1001, 1008}};
  CHECK(collector.take(file_of(line)));
  REQUIRE(hits.files.size() == 1);
  const auto& hit = hits.files[0].hits.at(0);
  CHECK(hit.line == 7);
  CHECK(hit.column == 1002);
  CHECK(hit.is_word);
  CHECK(hit.text.size() < 500);
  CHECK(hit.text.starts_with("..."));
  CHECK(hit.text.find(" lantern ") != std::string::npos);
  CHECK(facts[fact_key("", "src/keys.py")].at(0).begin == 1001);
}

TEST_CASE("hit collector: enough lines end the search") {
  const test::ProjectFixture project("");
  const Overlay none;
  const HitMask mask(project.root(), SecretPolicy::kKeep, none);
  TextHits hits;
  LineFacts facts;
  TextHitsOptions options;
  options.most_found = 1;
  HitCollector collector(hits, facts, options, mask);
  TextLine line;
  line.text = "lantern\n";
  line.is_match = true;
  CHECK(collector.take(file_of(line)));
  CHECK_FALSE(collector.take(file_of(line)));
  CHECK_FALSE(hits.is_whole);
  CHECK(hits.lines == 1);
}

TEST_CASE("hit mask: secrets of the unsaved text, or of the shown line, are masked") {
  test::ProjectFixture project("");
  const auto text = "aws = '" + std::string(kKey) + "'\n";
  project.write("src/keys.py", "aws = 1\n");
  Overlay overlay;
  REQUIRE(overlay.put("src/keys.py", text));
  const auto shown = text.substr(0, text.size() - 1);
  for (const bool is_line_known : {true, false}) {
    TextHitFile file{"src/keys.py", "", 1, {}};
    file.hits.emplace_back();
    file.hits[0].line = is_line_known ? 1 : 5;
    file.hits[0].text = shown;
    const HitMask mask(project.root(), SecretPolicy::kMask, overlay);
    CHECK(mask.apply(file, {{shown.size(), 0}}) == 1);
    CHECK(file.hits[0].text.find(kKey) == std::string::npos);
    file.hits[0].text = shown;
    const HitMask keeps(project.root(), SecretPolicy::kKeep, overlay);
    CHECK(keeps.apply(file, {{shown.size(), 0}}) == 0);
  }
}

}  // namespace
}  // namespace codeweaver::engine
