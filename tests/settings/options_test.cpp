// Tests of settings as options: equal defaults; every setting has an effect.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "settings/options.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "settings/keys.hpp"
#include "settings/load.hpp"
#include "settings/setting_value.hpp"

namespace codeweaver::settings {
namespace {

Settings settings_with(std::vector<std::string> overrides) {
  LoadRequest request;
  request.overrides = std::move(overrides);
  auto effective = load(request);
  REQUIRE(effective);
  return effective->settings;
}

}  // namespace

TEST_CASE("options: the defaults of settings are the defaults of the options") {
  const IndexOptions made = index_options({});
  const IndexOptions plain;
  CHECK(made.max_file_bytes == plain.max_file_bytes);
  CHECK(made.parse_memory == plain.parse_memory);
  CHECK(made.data_file_chunks == plain.data_file_chunks);
  CHECK(made.warn_files == plain.warn_files);
  CHECK(made.max_files == plain.max_files);
  CHECK(made.workers == plain.workers);
  CHECK(made.memory_budget == plain.memory_budget);
  CHECK(made.chunk_strategy == plain.chunk_strategy);
  CHECK(made.target_tokens == plain.target_tokens);
  CHECK(made.min_tokens == plain.min_tokens);
  CHECK(made.max_tokens == plain.max_tokens);
  CHECK(made.hard_limit == plain.hard_limit);
  CHECK(made.text_overlap == plain.text_overlap);
  const SearchOptions search = search_options({}, 0);
  const SearchOptions plain_search;
  CHECK(search.top_k == plain_search.top_k);
  CHECK(search.candidates == plain_search.candidates);
  CHECK(search.fusion == plain_search.fusion);
  CHECK(search.rrf_k == plain_search.rrf_k);
  CHECK(search.rerank_depth == plain_search.rerank_depth);
  CHECK(search.weights == plain_search.weights);
  CHECK(search.min_similarity == plain_search.min_similarity);
  CHECK(search.context_lines == plain_search.context_lines);
  const FileLogOptions log = log_options({});
  CHECK(log.format == FileLogOptions{}.format);
  CHECK(log.level == FileLogOptions{}.level);
  CHECK(log.max_bytes == FileLogOptions{}.max_bytes);
  CHECK(log.max_files == FileLogOptions{}.max_files);
}

TEST_CASE("options: without a reranker nothing is reranked") {
  CHECK(search_options(settings_with({"rerank.provider=none"}), 0).rerank_depth == 0);
}

TEST_CASE("options: what is set arrives") {
  const Settings settings = settings_with(
      {"indexing.exclude=a,b", "indexing.workers=3", "indexing.memory_budget=100000000",
       "chunking.max_tokens=900", "chunking.extra_extensions=pyx=python", "search.fusion=weighted",
       "search.limit=7", "search.weight_dense=0.9", "rerank.depth=20", "logging.level=warning",
       "logging.format=text"});
  const IndexOptions index = index_options(settings);
  CHECK(index.exclude == std::vector<std::string>{"a", "b"});
  CHECK(index.workers == 3);
  CHECK(index.memory_budget == 100'000'000);
  CHECK(index.max_tokens == 900);
  CHECK(index.extra_extensions.at("pyx") == "python");
  const SearchOptions search = search_options(settings, 0);
  CHECK(search.fusion == FusionMethod::kWeighted);
  CHECK(search.top_k == 7);
  CHECK(search.weights.dense == 0.9);
  CHECK(search.rerank_depth == 20);
  CHECK(log_options(settings).level == LogLevel::kWarning);
  CHECK(log_options(settings).format == LogFormat::kText);
}

TEST_CASE("options: every name of a choice is stored, and another is refused with all names") {
  std::size_t enumerations = 0;
  for (const Key& key : keys()) {
    if (key.choices.empty()) continue;
    CAPTURE(key.name);
    Settings settings;
    const bool is_enumeration = std::holds_alternative<std::uint8_t*>(key.field(settings));
    enumerations += is_enumeration ? 1U : 0U;
    const auto refusal = invalid_value(key.name, key, std::string("other"), "").cause;
    std::set<std::uint8_t> values;
    for (const Choice& choice : key.choices) {
      REQUIRE(store_value(key, std::string(choice.name), settings));
      CHECK(value_text(key, settings) == '"' + std::string(choice.name) + '"');
      CHECK(refusal.find(choice.name) != std::string::npos);
      values.insert(choice.value);
    }
    CHECK(values.size() == (is_enumeration ? key.choices.size() : 1));
    const Settings before = settings;
    CHECK_FALSE(store_value(key, std::string("other"), settings));
    CHECK_FALSE(store_value(key, std::int64_t{0}, settings));
    CHECK(settings == before);
  }
  CHECK(enumerations == 7);
}

TEST_CASE("options: the deadline follows the size of the index unless it is set") {
  using std::chrono::milliseconds;
  CHECK(search_options({}, 10'000).deadline == milliseconds(3000));
  CHECK(search_options({}, 10'001).deadline == milliseconds(10'000));
  CHECK(search_options(settings_with({"search.deadline_ms=50"}), 10'001).deadline ==
        milliseconds(50));
}

}  // namespace codeweaver::settings
