// Tests of the table of search options: its rows, and what is written from it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "json/search_option.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "base/file.hpp"
#include "json/given_search_options.hpp"
#include "json/writer.hpp"

namespace codeweaver::json {
namespace {

const std::filesystem::path kDocs = CODEWEAVER_SOURCE_DIR "/docs";

std::string misfit_of(std::string_view name, OptionValue value) {
  const auto* option = find_search_option(name);
  REQUIRE(option != nullptr);
  return check_option(*option, value).value_or("");
}

/// A value that differs from the default.
OptionValue sample(const SearchOption& option) {
  switch (option.type) {
    case OptionType::kFlag:
      return true;
    case OptionType::kCount:
      return std::uint64_t{7};
    case OptionType::kNumber:
      return 0.5;
    case OptionType::kTexts:
      return std::vector<std::string>{"x"};
    case OptionType::kChoice:
      return std::string(option.choices.back());
    case OptionType::kText:
      break;
  }
  return std::string("x");
}

std::string type_text(const SearchOption& option) {
  const auto bound = [](double value) { return dump(static_cast<std::int64_t>(value)); };
  std::string choices;
  for (const auto choice : option.choices)
    choices.append(choices.empty() ? "" : ", ").append("`").append(choice).append("`");
  switch (option.type) {
    case OptionType::kFlag:
      return "true or false";
    case OptionType::kText:
      return "text";
    case OptionType::kChoice:
      return choices;
    case OptionType::kTexts:
      return "up to " + bound(option.range->most) + " texts";
    default:
      break;
  }
  const std::string kind = option.type == OptionType::kCount ? "integer" : "number";
  if (option.range->most > 1e18) return kind + " above " + bound(option.range->least);
  return kind + (option.range->excludes_least ? " above " : " from ") + bound(option.range->least) +
         " to " + bound(option.range->most);
}

std::string page() {
  std::string out = R"(# Search options

```console
$ codeweaver search "retry failed uploads" --limit 3 --language python --query "upload again"
$ curl -X POST localhost:9328/api/v1/search -H 'Content-Type: application/json' \
    -d '{"query": "retry failed uploads", "limit": 3, "queries": ["upload again"]}'
```

The command line, the MCP tool `find_code`, the HTTP API, Python and C read their options from one table,
`src/json/search_option_table.cpp`. `test_json` writes this page from it.

| Option | Value | Command line | `find_code` | HTTP | Python | C | Meaning |
|---|---|---|---|---|---|---|---|
)";
  for (const auto& option : search_option_table()) {
    const auto mark = [&](OptionPlace place) {
      return option.is_on(place) ? std::string(" yes |") : std::string(" |");
    };
    const auto command = option.option.substr(0, option.option.find(",!"));
    out += "| `" + std::string(option.name) + "` | " + type_text(option) + " |" +
           (command.empty() ? "" : " `" + std::string(command) + '`') + " |" + mark(kOnMcp) +
           mark(kOnHttp) + mark(kOnPython) + mark(kOnC) + ' ' + std::string(option.text) + " |\n";
  }
  return out + R"(
In `find_code`, three options differ: `max_results` (instead of `limit`; default: 50 per page), `token_limit` (default:
10,000 for the whole answer) and `detail` (default: `snippet`). It skips tests unless `include_tests` or the intent
`test` asks for them. It always counts callers, and so does the command line without `--no-count-callers`. On the
command line, `-A`, `-B` and `-C` show lines around a match. In C, `exclude_tests` skips tests, and `paths` also
replaces `file_glob` and `file_type`. Python also has `weights` (a dictionary) and `deadline` (in seconds); C has
`deadline_ms`.

An invalid value is an error that names the option and the allowed values. Choices are case-sensitive only in `find_code`.
)";
}

/// A property of docs/contracts/search_request.json: the option's schema, or null.
Value contract_property(const SearchOption& option) {
  auto schema = option_schema(option);
  const auto description = *schema.find("description");
  auto members = *schema.if_object();
  std::erase_if(members, [](const Member& member) { return member.key == "description"; });
  return Object{{"description", description},
                {"anyOf", Array{Value(members), Object{{"type", "null"}}}}};
}

}  // namespace

TEST_CASE("search options: names are unique, and every row stores its value") {
  std::set<std::string_view> names;
  for (const auto& option : search_option_table()) {
    CAPTURE(option.name);
    CHECK(names.insert(option.name).second);
    CHECK_FALSE(option.text.empty());
    CHECK_FALSE(option.text.ends_with('.'));
    CHECK(option.places != 0);
    CHECK(option.is_on(kOnCli) == !option.option.empty());
    CHECK(find_search_option(option.name) == &option);
    CHECK((option.type == OptionType::kChoice) == !option.choices.empty());
    GivenSearchOptions given;
    CHECK_FALSE(given.give(option, sample(option)));
    CHECK(given.find(option.name) != nullptr);
    const auto options = given.apply_to({});
    if (option.number != nullptr) CHECK(option.number(options) != option.number(SearchOptions{}));
  }
  CHECK(find_search_option("top_k") == find_search_option("limit"));
  CHECK(find_search_option("topk") == nullptr);
}

TEST_CASE("search options: a value that does not fit is described with the allowed ones") {
  CHECK(misfit_of("limit", std::uint64_t{0}) == "is 0, which is not in [1, 1000]");
  CHECK(misfit_of("limit", std::uint64_t{1000}).empty());
  CHECK(misfit_of("min_similarity", 1.5) == "is 1.500000, which is not in [0, 1]");
  CHECK(misfit_of("min_similarity", 0.0).empty());
  CHECK(misfit_of("file_decay", 0.0) == "is 0.000000, which is not in (0, 1]");
  CHECK(misfit_of("rrf_k", std::nan("")) != "");
  CHECK(misfit_of("intent", std::string("debg")) ==
        "is 'debg', which is not one of understand, implement, debug, optimize, test, configure, "
        "document");
  CHECK(misfit_of("queries", std::vector<std::string>(6, "x")) == "has more than 5 items");
  const auto& intent = *find_search_option("intent");
  CHECK(option_error(intent, "intent", "is 'debg'").action.find("optimize") != std::string::npos);
}

TEST_CASE("search options: the last value counts, and other wordings are kept apart") {
  GivenSearchOptions given;
  const auto& limit = *find_search_option("limit");
  CHECK_FALSE(given.give(limit, std::uint64_t{3}));
  CHECK_FALSE(given.give(limit, std::uint64_t{4}));
  CHECK(given.give(limit, std::uint64_t{0}));
  CHECK_FALSE(given.give(*find_search_option("queries"), std::vector<std::string>{"again"}));
  CHECK_FALSE(given.give(*find_search_option("task"), std::string("DEBUG")));
  const auto options = given.apply_to({});
  CHECK(options.top_k == 4);
  CHECK(options.task == AgentTask::kDebug);
  CHECK(given.queries() == std::vector<std::string>{"again"});
}

TEST_CASE("search options: values under their names become options and wordings") {
  const auto named = [](std::string_view name, OptionValue value) {
    return NamedValue{name, find_search_option(name), std::move(value)};
  };
  SearchOptions base;
  base.context_lines = 7;
  const auto given = given_search(base, {named("limit", std::uint64_t{3}),
                                         named("queries", std::vector<std::string>{"other"})});
  REQUIRE(given);
  CHECK(given->options.top_k == 3);
  CHECK(given->options.context_lines == 7);
  CHECK(given->queries == std::vector<std::string>{"other"});
  const auto refused = given_search(base, {named("top_k", std::uint64_t{0})});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == "INVALID_OPTION");
  CHECK(refused.error().cause.starts_with("top_k is 0"));
}

TEST_CASE("search options: a member is read under its older name, but not suggested by it") {
  const auto read = [](std::string_view text) {
    const auto value = parse(text);
    REQUIRE(value);
    MemberReader reader(*value, "request");
    GivenSearchOptions given;
    given.read(reader, kOnHttp);
    reader.no_others();
    return reader.finish(given);
  };
  CHECK(read(R"({"top_k": 3})")->apply_to({}).top_k == 3);
  CHECK(read(R"({"top_k": 3, "limit": 4})")->apply_to({}).top_k == 4);
  CHECK(read(R"({"top_kk": 3})").error().cause == "request.top_kk: is not known");
  CHECK(read(R"({"top_k": 0})").error().cause == "request.top_k: is 0, which is not in [1, 1000]");
  CHECK_FALSE(read(R"({"candidates": 3})"));  // only in Python
}

TEST_CASE("docs/reference/search_options.md is what the table says (CODEWEAVER_UPDATE=1 writes)") {
  const auto path = kDocs / "reference" / "search_options.md";
  if (std::getenv("CODEWEAVER_UPDATE") != nullptr) REQUIRE(base::write_file_atomic(path, page()));
  const auto written = base::read_file(path);
  REQUIRE(written);
  CHECK(*written == page());
}

TEST_CASE("the contract of a search request describes the options as the table does") {
  const auto text = base::read_file(kDocs / "contracts" / "search_request.json");
  REQUIRE(text);
  const auto contract = parse(*text);
  REQUIRE(contract);
  const auto& properties = *contract->find("properties");
  std::size_t own = 0;  // of the request itself
  for (const auto& member : *properties.if_object()) {
    const auto* option = find_search_option(member.key);
    own += option == nullptr ? 1 : 0;
    if (option == nullptr) continue;
    CAPTURE(member.key);
    CHECK(option->is_on(kOnHttp));
    CHECK(option->name == member.key);
    if (option->name != "chunk_strategy")  // the contract also has its pattern
      CHECK(dump(member.value) == dump(contract_property(*option)));
  }
  CHECK(own == 3);  // query, project_id, projects
  for (const auto& option : search_option_table())
    CHECK_MESSAGE(option.is_on(kOnHttp) == (properties.find(option.name) != nullptr), option.name);
}

}  // namespace codeweaver::json
