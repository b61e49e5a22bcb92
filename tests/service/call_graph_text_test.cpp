// Tests of the text of an answer of the call graph: what cut it off, and removed definitions.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/tools/call_graph_text.hpp"

#include <doctest/doctest.h>

#include <string>

#include "codeweaver/search_types.hpp"
#include "service/hosting/interpretation.hpp"

using namespace codeweaver;

namespace {

CallGraphAnswer answer_of_load() {
  CallGraphAnswer answer;
  answer.definitions.push_back({"load", "Shop.load", "method", "shop.py", {3, 4}});
  answer.matches.push_back({.symbol = {"open", "open", "function", "app.py", {1, 2}},
                            .via = "Shop.load",
                            .path = "app.py",
                            .lines = {2}});
  return answer;
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("call graph text: one sentence for each thing that cut an answer off") {
  auto answer = answer_of_load();
  const auto text = [&](CallRelation relation = CallRelation::kCallers) {
    return service::call_graph_text(answer, {.relation = relation}, "load");
  };
  CHECK(text() == "Shop.load, method in shop.py:3\n\nUses it\n  app.py:1  open, line 2\n");
  answer.depth = 3;
  answer.deeper = 2;
  CHECK(has(text(), "\nAt least 2 more definitions at depth 4: raise the depth to list them.\n"));
  CHECK(
      has(text(CallRelation::kPath), "\nThe search ended at depth 3, where it met 2 definitions"));
  answer.deeper = 0;
  answer.is_over_limit = true;
  CHECK(has(text(), "\nThere are more: raise the limit to list them.\n"));
  answer.is_over_limit = false;
  answer.is_out_of_time = true;
  CHECK(has(text(), "\nLinking took too long, so some may be missing: ask again.\n"));
}

TEST_CASE("call graph text: definitions that a difference removes, those in use first") {
  CallGraphAnswer answer;
  CHECK(service::call_graph_text(answer, {}, "") == "No definition is changed.\n");
  answer.removed_since = "0123456789abcdef";
  answer.removed.push_back({{"drop", "Cart.drop", "method", "cart.py", {7, 8}}, {}});
  answer.removed.push_back(
      {{"tax", "tax", "function", "price.py", {5, 6}},
       {{.path = "use.py", .line = 8, .enclosing = "total"}, {.path = "run.py", .line = 1}}});
  CHECK(service::call_graph_text(answer, {}, "") ==
        "No definition is changed.\n"
        "\nRemoved: tax (price.py:5 at 01234567), still used by name at\n"
        "  use.py:8  total\n  run.py:1  (top level)\n"
        "\nRemoved, and its name is not used: Cart.drop (cart.py:7 at 01234567)\n");
}

TEST_CASE("call graph text: a search that the call graph answers names the command") {
  FindCodeResponseSummary answer;
  answer.call_graph = {.relation = CallRelation::kCallers, .start = "load", .count = 7};
  CHECK(service::interpretation_of(answer) ==
        "Answered by the call graph, which has 7 places for callers of load: `codeweaver callers "
        "load` (tool call_graph) lists all");
  answer.call_graph->depth = 3;
  CHECK(has(service::interpretation_of(answer), "`codeweaver impact load`"));
  answer.call_graph = {.relation = CallRelation::kTests, .start = "load", .count = 1};
  CHECK(has(service::interpretation_of(answer), "1 test for tests of load"));
}
