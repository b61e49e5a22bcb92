// Tests of the parts of the call graph in an open index: starts, steps, walks and paths.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/lookup/call_steps.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/open_index.hpp"
#include "engine/searching/lookup/call_graph.hpp"
#include "engine/searching/lookup/call_path.hpp"
#include "engine/searching/lookup/call_start.hpp"
#include "engine/searching/lookup/call_walk.hpp"
#include "engine/searching/lookup/callee_steps.hpp"
#include "engine/searching/lookup/caller_steps.hpp"
#include "engine/searching/lookup/declared_definitions.hpp"
#include "engine/searching/lookup/declared_symbol.hpp"
#include "engine/searching/lookup/implementer_steps.hpp"
#include "engine/searching/lookup/text_uses.hpp"
#include "engine/searching/lookup/use_places.hpp"
#include "engine/searching/open/name_links.hpp"

namespace codeweaver::engine {
namespace {

constexpr const char* kAcquire = "ConnectionPool.acquire";

/// The shop, with a graph.
class LinkedShop {
 public:
  LinkedShop()
      : graph_({&open_shop().snapshot(), [](const store::Snapshot*) {}},
               std::make_shared<GraphCaches>()),
        context_(open_shop().context()) {
    context_.graph = &graph_;
  }
  const SearchContext& context() const { return context_; }
  SymbolMatch definition(const std::string& name) const {
    auto found = call_start(context_, name);
    REQUIRE(found);
    REQUIRE(found->definitions.size() == 1);
    return std::move(found->definitions[0]);
  }

 private:
  SymbolGraph graph_;
  SearchContext context_;
};

std::vector<std::string> names_in(const Result<std::vector<CallGraphMatch>>& found) {
  REQUIRE(found);
  std::vector<std::string> out;
  for (const auto& one : *found) out.push_back(one.symbol.qualified_name);
  return out;
}

}  // namespace

TEST_CASE("call steps: callers, callees and implementers are one step away") {
  const LinkedShop shop;
  CallerSteps callers(shop.context());
  CHECK(names_in(callers.from(shop.definition("ConnectionPool.open_new"), 1)) ==
        std::vector<std::string>{kAcquire});
  CHECK_FALSE(callers.is_late());
  CalleeSteps callees(shop.context());
  CHECK(names_in(callees.from(shop.definition(kAcquire), 1)) ==
        std::vector<std::string>{"ConnectionPool.open_new", "PoolExhausted"});
  CallGraphAnswer answer;
  callees.finish(answer);
  CHECK_FALSE(answer.outside.empty());
  ImplementerSteps implementers(shop.context());
  CHECK(names_in(implementers.from(shop.definition("PoolExhausted"), 1)).empty());
  // Without facts, nothing is linked.
  CalleeSteps unlinked(open_shop().context());
  CHECK(names_in(unlinked.from(shop.definition(kAcquire), 1)).empty());
}

TEST_CASE("call walk and call path: the same step in both directions") {
  const LinkedShop shop;
  const CallGraphOptions up{.depth = 3}, down{.relation = CallRelation::kPath, .depth = 3};
  CallerSteps callers(shop.context());
  CallGraphAnswer answer{.definitions = {shop.definition("ConnectionPool.open_new")}};
  REQUIRE(CallWalk(shop.context(), up, callers).run(false, answer));
  REQUIRE_FALSE(answer.matches.empty());
  CHECK(answer.matches[0].symbol.qualified_name == kAcquire);
  CalleeSteps callees(shop.context());
  CallGraphAnswer way{.definitions = {shop.definition(kAcquire)}};
  REQUIRE(CallPath(shop.context(), down, callees).find(answer.definitions, way));
  REQUIRE(way.matches.size() == 1);
  CHECK(way.matches[0].lines == std::vector<std::uint32_t>{41, 49});
}

TEST_CASE("declared symbols: declarations of a file as definitions of the index, and back") {
  const LinkedShop shop;
  const auto wanted = shop.definition(kAcquire);
  SymbolGraph::Question question(*shop.context().graph, shop.context().database);
  const auto facts = question.facts(wanted.path);
  REQUIRE(facts);
  const auto found = declarations_of(*facts, wanted);
  REQUIRE(found.size() == 1);
  CHECK(declares_method(facts->decls[found[0].decl]));
  CHECK_FALSE(declares_type(facts->decls[found[0].decl]));
  auto symbol = declared_symbol(*facts, found[0].decl, wanted.path);
  CHECK(symbol.kind == "method");
  REQUIRE(complete_symbol_of(shop.context(), symbol));
  CHECK(symbol.qualified_name == kAcquire);
}

TEST_CASE("declared definitions: a definition stands for itself, and a usual name has no files") {
  const LinkedShop shop;
  const auto wanted = shop.definition(kAcquire);
  SymbolGraph::Question question(*shop.context().graph, shop.context().database);
  const auto facts = question.facts(wanted.path);
  REQUIRE(facts);
  const auto target = declarations_of(*facts, wanted).at(0);
  DeclaredDefinitions definitions(shop.context());
  const auto found = definitions.of(question, target);
  REQUIRE(found);
  REQUIRE(found->size() == 1);
  CHECK((*found)[0].path == wanted.path);
  CHECK((*found)[0].decl == target.decl);
  const auto files = files_defining_name(shop.context(), "acquire", 10);
  REQUIRE(files);
  CHECK(files->contains(wanted.path));
  const auto none = files_defining_name(shop.context(), "acquire", 0);
  REQUIRE(none);
  CHECK(none->empty());
}

TEST_CASE("use places: the second question about a name has the answer of the first") {
  const LinkedShop shop;
  const auto wanted = shop.definition("ConnectionPool.open_new");
  const auto lines = [&](bool are_linked_only) {
    const auto found =
        use_places(shop.context(),
                   {.name = "open_new", .definition = wanted, .are_linked_only = are_linked_only});
    REQUIRE(found);
    std::vector<std::string> out;
    for (const auto& one : found->places)
      out.push_back(std::string(one.path) + ':' + std::to_string(one.line));
    return out;
  };
  const auto linked = lines(true), all = lines(false);
  CHECK_FALSE(linked.empty());
  CHECK(all.size() >= linked.size());
  CHECK(lines(true) == linked);
  CHECK(lines(false) == all);
  CHECK_FALSE(chunks_with_name(shop.context().snapshot, "open_new").empty());
}

TEST_CASE("text table: equal texts have one number") {
  TextTable table;
  const auto first = table.number("a.go");
  CHECK(table.number("b.go") != first);
  CHECK(table.number("a.go") == first);
  CHECK(table.text(first) == "a.go");
}

}  // namespace codeweaver::engine
