// Tests of questions for uses: "who calls X" is answered by the callers, in several languages.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "codeweaver/workspace.hpp"
#include "corpus/temp_tree.hpp"
#include "engine/fixture.hpp"
#include "engine/workspace/call_questions.hpp"

namespace codeweaver {
namespace {

using CallFiles = std::vector<std::pair<std::string, std::string>>;

/// A project with one definition and two files that call it.
struct Calls {
  std::string name, definition;
  std::vector<std::string> callers;  ///< paths, sorted
  CallFiles files;
};

std::vector<Calls> call_projects() {
  return {
      {"apply_tariff",
       "tariff.py",
       {"counter.py", "night.py"},
       {{"tariff.py",
         "def apply_tariff(parcel, tariff):\n    \"\"\"Set the price of a parcel by a "
         "tariff.\"\"\"\n"
         "    parcel.price = tariff.price_of(parcel.weight)\n"},
        {"counter.py",
         "from tariff import apply_tariff\n\n\ndef accept_at_counter(parcel, office):\n"
         "    \"\"\"Take a parcel in at the counter.\"\"\"\n    apply_tariff(parcel, "
         "office.tariff)\n"},
        {"night.py",
         "from tariff import apply_tariff\n\n\ndef reprice_all(parcels, tariff):\n"
         "    for parcel in parcels:\n        apply_tariff(parcel, tariff)\n"}}},
      {"applyTariff",
       "tariff.go",
       {"counter.go", "night.go"},
       {{"tariff.go",
         "package post\n\n// applyTariff sets the price of a parcel by a tariff.\n"
         "func applyTariff(p *Parcel, t Tariff) {\n\tp.Price = t.PriceOf(p.Weight)\n}\n"},
        {"counter.go",
         "package post\n\nfunc acceptAtCounter(p *Parcel, o Office) {\n\tapplyTariff(p, "
         "o.Tariff)\n}\n"},
        {"night.go",
         "package post\n\nfunc repriceAll(ps []*Parcel, t Tariff) {\n\tfor _, p := range ps {\n"
         "\t\tapplyTariff(p, t)\n\t}\n}\n"}}},
      {"applyTariff",
       "tariff.ts",
       {"counter.ts", "night.ts"},
       {{"tariff.ts",
         "/** Sets the price of a parcel by a tariff. */\n"
         "export function applyTariff(p: Parcel, t: Tariff) {\n  p.price = "
         "t.priceOf(p.weight);\n}\n"},
        {"counter.ts",
         "import { applyTariff } from './tariff';\n\nexport function accept(p: Parcel, o: Office) "
         "{\n"
         "  applyTariff(p, o.tariff);\n}\n"},
        {"night.ts",
         "import { applyTariff } from './tariff';\n\n"
         "export const repriceAll = (ps: Parcel[], t: Tariff) => ps.forEach((p) => applyTariff(p, "
         "t));\n"}}},
      {"apply_tariff",
       "tariff.c",
       {"counter.c", "night.c"},
       {{"tariff.c",
         "/* Sets the price of a parcel by a tariff. */\n"
         "void apply_tariff(struct parcel *p, struct tariff *t) {\n  p->price = price_of(t, "
         "p->weight);\n}\n"},
        {"counter.c",
         "void accept_at_counter(struct parcel *p, struct office *o) {\n"
         "  apply_tariff(p, o->tariff);\n}\n"},
        {"night.c",
         "void reprice_all(struct parcel *p, int n, struct tariff *t) {\n"
         "  for (int i = 0; i < n; i++) apply_tariff(p + i, t);\n}\n"}}},
  };
}

class CallProject {
 public:
  explicit CallProject(const CallFiles& files) {
    for (const auto& [path, text] : files) tree_.write("project/" + path, text);
    core_.emplace(
        test::open_workspace({"post", "Post", tree_.root() / "project", tree_.root() / "state"}));
    REQUIRE(core_->index());
  }
  FindCodeResponseSummary ask(std::string_view query) {
    auto answer = core_->find_code(query);
    REQUIRE(answer);
    return std::move(*answer);
  }

 private:
  corpus::TempTree tree_;
  std::optional<CodeWeaver> core_;
};

std::vector<std::string> answer_paths(const FindCodeResponseSummary& answer) {
  std::vector<std::string> out;
  for (const auto& match : answer.matches) out.push_back(match.file.path);
  std::ranges::sort(out);
  return out;
}

bool has_warning(const FindCodeResponseSummary& answer, std::string_view text) {
  return std::ranges::any_of(answer.warnings, [&](const std::string& warning) {
    return warning.find(text) != std::string::npos;
  });
}

}  // namespace

TEST_CASE("uses: a question for callers gives the callers, without the definition") {
  for (const auto& calls : call_projects()) {
    CAPTURE(calls.definition);
    CallProject project(calls.files);
    for (const auto* form : {"who calls ", "callers of ", "what breaks if I change "}) {
      CAPTURE(form);
      CHECK(answer_paths(project.ask(form + calls.name)) == calls.callers);
    }
  }
}

TEST_CASE("uses: where the definition is next to a caller, the caller is shown") {
  const CallFiles files = {
      {"git.go",
       "package git\n\nfunc validate(c *Context) error {\n"
       "\tif err := checkDirty(c); err != nil {\n\t\treturn err\n\t}\n\treturn nil\n}\n\n"
       "// checkDirty returns an error if the repository is dirty.\n"
       "func checkDirty(c *Context) error {\n\treturn c.Run(\"status\")\n}\n"}};
  CallProject project(files);
  const auto answer = project.ask("who calls checkDirty");
  REQUIRE(answer.matches.size() == 1);
  CHECK(answer.matches[0].content.chunk_name == "git.go:git.validate");
  CHECK(answer.matches[0].span.start_line == 3);
}

TEST_CASE("uses: the call graph answers where the language is linked, and is named") {
  CallProject project(
      {{"shop.py",
        "import ledger\nimport stock\n\n\ndef sell(item):\n    stock.take(item)\n"
        "    ledger.book(item)\n\n\n"
        "def run(item):\n    sell(item)\n"},
       {"stock.py", "def take(item):\n    return item\n"},
       {"ledger.py", "def book(item):\n    return item\n"},
       {"other.py",
        "class Taxi:\n    def take(self):\n        pass\n\n\n"
        "def ride():\n    Taxi().take()\n"},
       {"tests/test_shop.py",
        "import shop\n\n\ndef test_sell():\n    shop.sell(1)\n\n\ndef test_nothing():\n"
        "    pass\n"}});
  const auto shown = [&](std::string_view query) {
    std::vector<std::string> out;
    const auto answer = project.ask(query);
    for (const auto& match : answer.matches) out.push_back(*match.content.chunk_name);
    REQUIRE(answer.call_graph);
    out.push_back(std::string(to_string(answer.call_graph->relation)) + ' ' +
                  answer.call_graph->start + ' ' + std::to_string(answer.call_graph->count));
    return out;
  };
  using Names = std::vector<std::string>;
  CHECK(shown("who calls stock.take") == Names{"shop.py:sell", "callers stock.take 1"});
  CHECK(shown("what does sell call") == Names{"stock.py:take", "ledger.py:book", "callees sell 2"});
  CHECK(shown("tests for book") == Names{"test_shop.py:test_sell", "tests book 1"});
  CHECK(shown("what breaks if I change book").front() == "shop.py:sell");
  CHECK_FALSE(project.ask("what does nothing_here call").call_graph);
  CHECK_FALSE(project.ask("tests for parcels").call_graph);
}

TEST_CASE("uses: a misspelled name is replaced by the similar one, and the answer says so") {
  CallProject project(call_projects()[0].files);
  const auto answer = project.ask("who calls aply_tariff");
  CHECK(answer_paths(answer) == call_projects()[0].callers);
  CHECK(has_warning(answer, "uses of \"apply_tariff\" instead of \"aply_tariff\""));
}

TEST_CASE("uses: without uses, and for a plain word that is no name, the words are searched") {
  CallProject project(call_projects()[0].files);
  CHECK(project.ask("who calls the_unknown_function").query_intent.has_value());
  const auto plain = project.ask("who uses parcels");
  CHECK(std::ranges::count(answer_paths(plain), std::string("tariff.py")) == 1);
}

}  // namespace codeweaver
