// Tests of searches through a vector store: comparison with the index, on real code.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/retrieve/store_search.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "codeweaver/text/analyzer.hpp"
#include "engine/content/sparse_terms.hpp"
#include "engine/own_sources.hpp"
#include "engine/state/state_paths.hpp"
#include "json/value_types.hpp"
#include "json/writer.hpp"
#include "store/search/snapshot.hpp"
#include "store/search/term_coverage.hpp"

namespace codeweaver {
namespace {

/// All of an answer but what says where its candidates were looked for, and how long it took.
std::string text_of(Result<FindCodeResponseSummary> answer) {
  if (!answer) FAIL(answer.error().message());
  answer->execution_time_ms = 0;
  answer->stage_times = {};
  for (auto& match : answer->matches) match.audit.vector_backend.clear();
  return json::dump(json::to_json(*answer));
}

}  // namespace

TEST_CASE("store search: answers are those of the index, whatever is asked and filtered") {
  const test::OwnSources sources;
  const auto embedded = sources.embedded(), through_store = sources.through_store();
  const auto queries = sources.queries();
  REQUIRE(queries.size() == 400);
  std::size_t answered = 0;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    SearchOptions options;
    options.filter = test::filter_of(i);
    options.top_k = i % 3 == 0 ? 50 : 10;
    options.explain = i % 10 == 0;
    if (i % 7 == 0) options.retrieval = Retrieval::kSparse;
    if (i % 11 == 0) options.retrieval = Retrieval::kDense;
    if (i % 5 == 0) options.fusion = FusionMethod::kWeighted;
    if (i % 13 == 0) options.candidates = 7;
    CAPTURE(queries[i]);
    const auto expected = embedded.search(queries[i], options);
    answered += expected && !expected->matches.empty() ? 1 : 0;
    CHECK(text_of(through_store.search(queries[i], options)) == text_of(expected));
  }
  CHECK(answered > 250);
}

TEST_CASE("store search: term statistics of the store are those of the index") {
  const test::OwnSources sources;
  const auto words = text::analyze_query("segment writer database path absent_word");
  std::vector<std::uint32_t> terms;
  for (const auto& word : words) terms.push_back(engine::term_number(word.text));
  const auto statistics = sources.store().term_statistics({"shop", ""}, terms);
  const auto snapshot = store::open_snapshot(sources.paths().segments());
  REQUIRE(statistics);
  REQUIRE(snapshot);
  CHECK(statistics->records == (*snapshot)->live_chunks);
  const store::TermCoverage coverage(**snapshot, words);
  for (std::size_t i = 0; i < words.size(); ++i) {
    CAPTURE(words[i].text);
    CHECK(statistics->frequencies[i] == coverage.frequency(i));
  }
  CHECK(std::ranges::count(statistics->frequencies, 0U) < std::ssize(terms));
}

TEST_CASE("store search: weights come near the index's own as lengths move, and are its own then") {
  engine::LengthProfile kept{{4, 8, 12, 100}}, near = kept, far = kept;
  near.average[3] = 101.5F;
  far.average[0] = 4.2F;
  CHECK_FALSE(kept.is_far_from(near));
  CHECK(kept.is_far_from(far));
  CHECK(engine::LengthProfile::parse(kept.text())->average == kept.average);
  for (const auto* text : {"", "1 2 3", "1 2 3 x", "1 2 3 0", "1 2 3 4 5"})
    CHECK_FALSE(engine::LengthProfile::parse(text));
}

}  // namespace codeweaver
