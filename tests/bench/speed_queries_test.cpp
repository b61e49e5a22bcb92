// Queries for measuring speed: from definitions, of all kinds, the same each time.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bench/speed_queries.hpp"

#include <doctest/doctest.h>

#include <set>

#include "bench/program_run.hpp"
#include "corpus/discovery.hpp"

namespace codeweaver::bench {
namespace {

std::vector<DiscoveredFile> shop_files() {
  auto found = corpus::discover(std::filesystem::path(CODEWEAVER_TEST_DATA) / "shop");
  REQUIRE(found);
  return std::move(found->files);
}

std::vector<std::string> texts(const QueryKind& kind) {
  std::vector<std::string> out;
  for (const auto& query : kind.queries) out.push_back(query.text);
  return out;
}

TEST_CASE("speed queries: each kind has different texts, from files that are there") {
  const auto files = shop_files();
  std::set<std::string> paths;
  for (const auto& file : files) paths.insert(file.path);
  const auto kinds = make_speed_queries(files, 4);
  REQUIRE(kinds.size() == 7);
  for (const auto& kind : kinds) {
    CAPTURE(kind.name);
    const auto all = texts(kind);
    CHECK(all.size() <= 4);
    CHECK(std::set(all.begin(), all.end()).size() == all.size());
    for (const auto& query : kind.queries) {
      CHECK_FALSE(query.text.empty());
      if (!query.path.empty()) CHECK(paths.contains(query.path));
      CHECK(query.language.empty() == (kind.name != "filtered"));
    }
  }
  CHECK(kinds[0].queries.size() == 4);
  CHECK(kinds[1].queries[0].text.find(' ') != std::string::npos);
}

TEST_CASE("speed queries: the same files give the same queries, no file only absent words") {
  const auto files = shop_files();
  const auto first = make_speed_queries(files, 3), second = make_speed_queries(files, 3);
  for (std::size_t kind = 0; kind < first.size(); ++kind)
    CHECK(texts(first[kind]) == texts(second[kind]));
  for (const auto& kind : make_speed_queries({}, 3))
    CHECK(kind.queries.size() == (kind.name == "absent" ? 3 : 0));
}

TEST_CASE("program run: output and exit code come back, errors of the program are dropped") {
  const auto run = run_program({"/bin/sh", "-c", "echo shown; echo dropped >&2; exit 3"});
  REQUIRE(run);
  CHECK(run->output == "shown\n");
  CHECK(run->exit_code == 3);
  CHECK(run->milliseconds > 0);
  CHECK(run_program({"/bin/sh", "-c", "kill -9 $$"})->exit_code == 128 + 9);
}

TEST_CASE("program run: one that is not there is an error with its name") {
  const auto run = run_program({"/nonexistent/program"});
  REQUIRE_FALSE(run);
  CHECK(run.error().code == "NO_PROGRAM");
  CHECK(run.error().cause.find("/nonexistent/program") != std::string::npos);
}

}  // namespace
}  // namespace codeweaver::bench
