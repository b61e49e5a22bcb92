// Searches through a vector store against searches of the index itself, over real code.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/store_search.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "codeweaver/text/analyzer.hpp"
#include "engine/content/sparse_terms.hpp"
#include "engine/fixture.hpp"
#include "engine/state/state_paths.hpp"
#include "engine/stores/store_mirror.hpp"
#include "json/value_types.hpp"
#include "json/writer.hpp"
#include "store/search/snapshot.hpp"
#include "store/search/term_coverage.hpp"

namespace codeweaver {
namespace {

/// That which the suite runs on; a store in memory where it runs on the index alone.
std::shared_ptr<VectorStore> store_of_suite() {
  auto store = test::new_store();
  return store ? store : make_memory_store();
}

/// This library's own sources, indexed, beside a store that has them.
class OwnSources {
 public:
  OwnSources() : files_("") {
    const std::filesystem::path from = CODEWEAVER_SOURCE_DIR;
    for (const auto* folder : {"include", "src/engine", "src/store", "tests/store", "scripts"}) {
      std::filesystem::create_directories((files_.root() / folder).parent_path());
      std::filesystem::copy(from / folder, files_.root() / folder,
                            std::filesystem::copy_options::recursive);
    }
    files_.index();
    const Indexer::Config config{files_.root(), files_.state(), "shop", "", {}, ""};
    engine::StoreMirror mirror(store_, config, test::embedder());
    const auto filled = mirror.bring("", {});
    REQUIRE(filled);
    REQUIRE(filled->upserted > 500);
  }

  HybridSearcher open(std::shared_ptr<const VectorStore> store) const {
    auto opened = HybridSearcher::open(
        files_.state(), {test::embedder(), test::reranker(), {}, {}, std::move(store)},
        {"", "shop", files_.root()});
    REQUIRE(opened);
    return std::move(*opened);
  }
  const VectorStore& store() const { return *store_; }
  engine::StatePaths paths() const { return {files_.state()}; }
  HybridSearcher embedded() const { return open(nullptr); }
  HybridSearcher through_store() const { return open(store_); }

  /// Names, comments and lines of its chunks.
  std::vector<std::string> queries() const {
    std::vector<std::string> out;
    std::size_t number = 0;
    REQUIRE(store_->scan({"shop", ""}, {}, RecordParts::kPayload, [&](const VectorRecord& record) {
      switch (number++ % 4) {
        case 0:
          if (!record.doc.empty()) out.push_back(record.doc.substr(0, 80));
          break;
        case 1:
          if (!record.defines.empty()) out.push_back(record.defines.back());
          break;
        case 2:
          if (record.references.size() > 2)
            out.push_back(record.references[0] + ' ' + record.references[2]);
          break;
        default:
          out.push_back("where is " + record.file.path.substr(record.file.path.rfind('/') + 1) +
                        " used for tests");
      }
      return out.size() < 400;
    }));
    return out;
  }

 private:
  test::ProjectFixture files_;
  std::shared_ptr<VectorStore> store_ = store_of_suite();
};

SearchFilter filter_of(std::size_t number) {
  SearchFilter filter;
  switch (number % 6) {
    case 1:
      filter.directory = "src/store";
      break;
    case 2:
      filter.file_type = "hpp";
      filter.include_tests = false;
      break;
    case 3:
      filter.file_glob = "src/**/*_r*.cpp";
      break;
    case 4:
      filter.focus_languages = {"python", "c++"};
      filter.min_similarity = 0;
      break;
    case 5:
      filter.lines = LineFilter{{"src/engine/searching/rank.cpp", {{1, 60}}},
                                {"include/codeweaver/types.hpp", {{20, 90}}}};
      break;
    default:
      break;
  }
  return filter;
}

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
  const OwnSources sources;
  const auto embedded = sources.embedded(), through_store = sources.through_store();
  const auto queries = sources.queries();
  REQUIRE(queries.size() == 400);
  std::size_t answered = 0;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    SearchOptions options;
    options.filter = filter_of(i);
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
  const OwnSources sources;
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
