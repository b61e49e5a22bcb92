// Tests of ranking by bounds: skipping texts changes no answer.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "codeweaver/detail/exact_match.hpp"
#include "codeweaver/detail/phrase_run.hpp"
#include "codeweaver/text/analyzer.hpp"
#include "codeweaver/text/token_count.hpp"
#include "engine/fixture.hpp"
#include "engine/searching/text/phrase_bound.hpp"
#include "engine/state/state_paths.hpp"
#include "json/value_types.hpp"
#include "json/writer.hpp"
#include "store/database/database.hpp"
#include "store/search/field_scores.hpp"
#include "store/search/scored_chunk.hpp"
#include "store/search/snapshot.hpp"
#include "store/search/term_coverage.hpp"

namespace codeweaver::engine {
namespace {

/// Parts of this library and the small projects, indexed once.
class Library : public test::ProjectFixture {
 public:
  Library() : ProjectFixture("shop") {
    const auto data = std::filesystem::path(CODEWEAVER_TEST_DATA);
    copy(data / "storefront", "storefront");
    for (const char* folder : {"include", "src/engine", "src/store", "src/model"})
      copy(data.parent_path().parent_path() / folder, folder);
    REQUIRE(index().status == IndexStatus::kSuccess);
    auto snapshot = store::open_snapshot(StatePaths{state()}.segments());
    REQUIRE(snapshot);
    snapshot_ = *snapshot;
    auto database = store::Database::open_read_only(StatePaths{state()}.database());
    REQUIRE(database);
    std::vector<store::ChunkPlace> places;
    for (std::uint32_t part = 0; part < snapshot_->parts.size(); ++part)
      for (std::uint32_t i = 0; i < snapshot_->parts[part].segment->size(); ++i) {
        const auto chunk = snapshot_->parts[part].segment->chunk(i);
        keys_.push_back({part, i});
        places.push_back({chunk.content, chunk.ordinal});
      }
    for (auto& text : database->chunk_texts(places)) {
      REQUIRE(text);
      texts_.push_back(std::move(*text));
    }
    REQUIRE(texts_.size() > 400);
  }
  const store::Snapshot& snapshot() const { return *snapshot_; }
  const std::vector<store::ChunkKey>& keys() const { return keys_; }
  const std::vector<store::ChunkText>& texts() const { return texts_; }

 private:
  void copy(const std::filesystem::path& from, std::string_view to) {
    std::filesystem::create_directories(root() / to);
    std::filesystem::copy(from, root() / to, std::filesystem::copy_options::recursive);
  }
  std::shared_ptr<const store::Snapshot> snapshot_;
  std::vector<store::ChunkKey> keys_;
  std::vector<store::ChunkText> texts_;
};

const Library& library() {
  static const Library made;
  return made;
}

/// Names, runs of words in other cases, lines of code and words that are nowhere.
std::vector<std::string> some_queries(std::size_t count) {
  std::mt19937 random(5);
  std::vector<std::string> out = {"the of a",
                                  "retry",
                                  "f()",
                                  "text::is_ascii",
                                  "0 1 0x10 5ms",
                                  "__init__",
                                  "größe der Datei",
                                  "checkSums of fiLes",
                                  "_ _"};
  const auto& texts = library().texts();
  while (out.size() < count) {
    const auto& chunk = texts[random() % texts.size()];
    if (chunk.text.empty()) continue;
    std::string query;
    switch (random() % 5) {
      case 0:
        query = chunk.record.symbol;
        break;
      case 1:
        query = chunk.record.doc.substr(0, 80);
        break;
      default: {
        const std::size_t begin = random() % chunk.text.size();
        query = chunk.text.substr(begin, 10 + random() % 60);
      }
    }
    if (random() % 3 == 0)
      for (char& c : query)
        if (random() % 4 == 0)
          c = static_cast<char>(std::isupper(c) != 0 ? std::tolower(c) : std::toupper(c));
    if (query.find_first_not_of(" \t\r\n") != std::string::npos) out.push_back(std::move(query));
  }
  return out;
}

TEST_CASE("phrase bound: no text says more words in a row than its terms allow") {
  std::size_t told = 0;
  for (const auto& query : some_queries(150)) {
    CAPTURE(query);
    const auto terms = text::analyze_query(query);
    const store::TermCoverage coverage(library().snapshot(), terms);
    const PhraseBound bound(query, coverage);
    const rank::PhraseRun phrase(query);
    const rank::ExactMatcher matcher(query);
    const auto rows = store::score_fields(coverage, library().keys());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto& chunk = library().texts()[i];
      const auto held = rows[i].field_terms[static_cast<std::size_t>(rank::Field::kBody)];
      const std::size_t run = phrase.longest(chunk.text), most = bound.longest(held);
      if (run > most) FAIL_CHECK("run of " << run << " beyond " << most << " in " << chunk.text);
      if (matcher.match(chunk.text, "", run) > matcher.strongest(most))
        FAIL_CHECK("a stronger match in " << chunk.text);
      told += most < phrase.size() ? 1U : 0U;
      const auto names = rows[i].field_terms[static_cast<std::size_t>(rank::Field::kSymbol)];
      if (matcher.match("", chunk.record.symbol) == rank::ExactMatch::kIdentifierSymbol &&
          !bound.may_hold_last(names))
        FAIL_CHECK("the name of " << chunk.record.symbol << " is missed");
    }
  }
  CHECK(told > 10'000);  // it does leave something out
}

TEST_CASE("token counts: an index knows those of a text as counting it gives them") {
  for (std::size_t i = 0; i < library().texts().size(); ++i) {
    const auto& [part, chunk] = library().keys()[i];
    CHECK(library().snapshot().parts[part].segment->chunk(chunk).tokens ==
          text::count_tokens(library().texts()[i].text));
  }
}

/// The same scores, told of the whole list alone.
class WholeLists final : public Reranker {
 public:
  std::string_view name() const noexcept override { return test::reranker()->name(); }
  Result<std::vector<float>> rerank(std::string_view query,
                                    std::span<const RerankCandidate> all) const override {
    return test::reranker()->rerank(query, all);
  }
};

/// Counts the texts that are looked at.
class Counting final : public Reranker {
 public:
  class Pass final : public RerankPass {
   public:
    Pass(std::unique_ptr<RerankPass> pass, std::size_t& texts)
        : pass_(std::move(pass)), texts_(texts) {}
    std::vector<float> bounds(std::span<const RerankCandidate> some) override {
      return pass_->bounds(some);
    }
    std::vector<float> scores(std::span<const RerankCandidate> some) override {
      texts_ += some.size();
      return pass_->scores(some);
    }

   private:
    std::unique_ptr<RerankPass> pass_;
    std::size_t& texts_;
  };
  std::string_view name() const noexcept override { return test::reranker()->name(); }
  Result<std::vector<float>> rerank(std::string_view query,
                                    std::span<const RerankCandidate> all) const override {
    texts += all.size();
    return test::reranker()->rerank(query, all);
  }
  std::unique_ptr<RerankPass> start(std::string_view query,
                                    std::span<const RerankCandidate> all) const override {
    return std::make_unique<Pass>(test::reranker()->start(query, all), texts);
  }
  mutable std::size_t texts = 0;
};

TEST_CASE("ranking by bounds: texts that are not read change nothing in an answer") {
  const auto open = [](std::shared_ptr<const Reranker> reranker) {
    auto opened =
        HybridSearcher::open(library().state(), {test::embedder(), std::move(reranker), {}, {}});
    REQUIRE(opened);
    return std::move(*opened);
  };
  const auto counting = std::make_shared<Counting>();
  const auto some = open(counting), all = open(std::make_shared<WholeLists>());
  std::vector<SearchOptions> kinds(6);
  kinds[1].top_k = 1;
  kinds[2].top_k = 40;
  kinds[2].filter.min_similarity = 0;
  kinds[3].filter.min_similarity = 0.7;
  kinds[4].file_decay = 0.3;
  kinds[4].weights = {.rerank = 1, .dense = 0, .sparse = 0.2, .semantic = 0};
  kinds[5].retrieval = Retrieval::kDense;
  kinds[5].rerank_depth = 200;
  std::size_t candidates = 0, texts = 0;
  for (const auto& query : some_queries(120))
    for (const auto& options : kinds) {
      CAPTURE(query);
      const auto before = counting->texts;
      auto answer = some.search(query, options), expected = all.search(query, options);
      REQUIRE(answer);
      REQUIRE(expected);
      answer->execution_time_ms = expected->execution_time_ms = 0;
      answer->stage_times = expected->stage_times = {};
      // Deep answers and other weights need nearly all texts.
      if (&options == &kinds[0] || &options == &kinds[1]) {
        candidates += std::min(expected->total_matches, options.rerank_depth);
        texts += counting->texts - before;
      }
      CHECK(json::dump(json::to_json(*answer)) == json::dump(json::to_json(*expected)));
    }
  CHECK(texts < candidates * 95 / 100);
}

}  // namespace
}  // namespace codeweaver::engine
