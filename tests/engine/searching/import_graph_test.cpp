// Tests of the import graph, of steps and cycles in it, and of ranks of files that use each other.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/open/import_graph.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "engine/open_index.hpp"
#include "engine/searching/lookup/code_map.hpp"
#include "engine/searching/lookup/import_answer.hpp"
#include "engine/searching/lookup/import_cycles.hpp"
#include "engine/searching/lookup/import_steps.hpp"
#include "engine/searching/lookup/use_graph.hpp"

namespace codeweaver::engine {
namespace {

using graph::Import;
using Paths = std::vector<std::string>;

Import file_import(std::uint32_t line, std::string name, std::string file) {
  return {.of = Import::Of::kFiles,
          .line = line,
          .module = "m",
          .name = std::move(name),
          .files = {std::move(file)}};
}

/// Files 0 to `count` - 1, each of which imports the next one, and the last one the first.
ImportGraph ring(std::uint32_t count) {
  ImportGraph out;
  for (std::uint32_t i = 0; i < count; ++i)
    out.add(std::to_string(i), {file_import(1, "", std::to_string((i + 1) % count))});
  return out;
}

}  // namespace

TEST_CASE("import graph: imports of one file in another are one edge, with all lines and names") {
  ImportGraph graph;
  graph.add("a.py", {file_import(1, "x", "b.py"), file_import(1, "y", "b.py"),
                     file_import(4, "x", "b.py"), file_import(5, "", "a.py")});
  REQUIRE(graph.edges().size() == 1);
  CHECK(graph.edges()[0].lines == std::vector<std::uint32_t>{1, 4});
  CHECK(graph.edges()[0].names == Paths{"x", "y"});
  CHECK(graph.at("b.py").size() == 1);
  CHECK(graph.at("none.py").empty());
}

TEST_CASE("import graph: a library is found by the begin of its name, with or without signs") {
  ImportGraph graph;
  graph.add("a.cpp", {{.of = Import::Of::kOutside, .module = "<fmt/core.h>"},
                      {.of = Import::Of::kOutside, .module = "<fmtlib>"},
                      {.of = Import::Of::kOutside, .module = "os.path"}});
  CHECK(graph.libraries("fmt").size() == 1);
  CHECK(graph.libraries("<fmt/core.h>").size() == 1);
  CHECK(graph.libraries("os").size() == 1);
  CHECK(graph.libraries("o").empty());
}

TEST_CASE("import graph: a step leads to what is imported once, also from several files") {
  auto graph = std::make_shared<ImportGraph>();
  graph->add("a.go", {{.of = Import::Of::kPackage, .module = "p", .files = {"p/x.go", "p/y.go"}}});
  ImportSteps back(graph, true);
  CHECK(back.from(file_symbol("p/x.go", kFileKind), 1)->size() == 1);
  CHECK(back.from(file_symbol("p/y.go", kFileKind), 1)->empty());
  CHECK(graph->packages_of(graph->at("p/y.go")[0]).size() == 1);
  ImportSteps steps(graph, false);
  const auto found = steps.from(file_symbol("a.go", kFileKind), 1);
  REQUIRE(found->size() == 1);
  CHECK((*found)[0].symbol.kind == kPackageKind);
  CHECK((*found)[0].symbol.path == "p");
}

TEST_CASE("import cycles: long rings, chains and nested groups are found without recursion") {
  const auto large = import_cycles(ring(20'000), {});
  REQUIRE(large.size() == 1);
  CHECK(large[0].files.size() == 20'000);
  CHECK(large[0].steps.size() == 20'000);
  ImportGraph chain;
  for (int i = 0; i < 20'000; ++i)
    chain.add(std::to_string(i), {file_import(1, "", std::to_string(i + 1))});
  CHECK(import_cycles(chain, {}).empty());
  auto both = ring(5);
  both.add("4", {file_import(2, "", "2")});
  both.add("x/1", {file_import(1, "", "x/2"), file_import(2, "", "0")});
  both.add("x/2", {file_import(1, "", "x/1")});
  const auto found = import_cycles(both, {});
  REQUIRE(found.size() == 2);
  CHECK(found[0].files == Paths{"x/1", "x/2"});
  CHECK(found[1].steps.size() == 3);
  CHECK(import_cycles(both, "x").size() == 1);
  CHECK(import_cycles(both, "x/1").empty());
}

TEST_CASE("import cycles: what runs later and what only types need is left out") {
  ImportGraph graph;
  auto later = file_import(3, "", "b.py");
  later.is_deferred = true;
  graph.add("a.py", {later});
  graph.add("b.py", {file_import(1, "", "a.py")});
  CHECK(import_cycles(graph, {}).empty());
  graph.add("a.py", {file_import(9, "", "b.py")});
  CHECK(import_cycles(graph, {}).size() == 1);
}

TEST_CASE("use graph: ranks of the shop's files have the sum 1, and the map of a folder is part") {
  SymbolGraph links({&open_shop().snapshot(), [](const store::Snapshot*) {}},
                    std::make_shared<GraphCaches>());
  auto context = open_shop().context();
  context.graph = &links;
  CHECK(bare_path("./src/") == "src");
  CHECK(bare_path(".").empty());
  const auto paths = linked_files_below(context.snapshot, "src");
  REQUIRE(paths.size() > 3);
  {
    SymbolGraph::Question question(links, context.database);
    const auto later = std::chrono::steady_clock::now() + std::chrono::hours(1);
    const UseGraph uses(question, paths, later);
    CHECK(uses.is_complete());
    const auto ranks = uses.ranks();
    CHECK(std::accumulate(ranks.begin(), ranks.end(), 0.0) == doctest::Approx(1));
    const UseGraph late(question, paths, std::chrono::steady_clock::time_point());
    CHECK_FALSE(late.is_complete());
  }
  const auto found = code_map(context, {.folder = "src/auth"});
  REQUIRE(found);
  CHECK(found->files.size() <= found->linked_files);
  for (const auto& file : found->files) CHECK(file.path.starts_with("src/auth/"));
}

}  // namespace codeweaver::engine
