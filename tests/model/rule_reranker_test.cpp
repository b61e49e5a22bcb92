// Tests of the default reranker.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "codeweaver/reranker.hpp"
#include "model/rerank_features.hpp"

using codeweaver::make_rule_reranker;
using codeweaver::RerankCandidate;

namespace {

std::vector<float> rerank(std::string_view query, const std::vector<RerankCandidate>& candidates) {
  auto scores = make_rule_reranker()->rerank(query, candidates);
  REQUIRE(scores);
  REQUIRE(scores->size() == candidates.size());
  return *std::move(scores);
}
float score(std::string_view query, const RerankCandidate& candidate) {
  return rerank(query, {candidate}).front();
}

RerankCandidate candidate(std::string_view path, std::string_view symbol, std::string_view content,
                          std::string_view doc = {}) {
  RerankCandidate result;
  result.path = path;
  result.symbol = symbol;
  result.doc = doc;
  result.content = content;
  return result;
}

const RerankCandidate kParse = candidate(
    "config/reader.py", "Reader.parse_config",
    "def parse_config(self, path):\n    return load(open(path))\n", "Read the configuration file.");
const RerankCandidate kWrite =
    candidate("output/writer.py", "Writer.flush", "def flush(self):\n    self.file.flush()\n");

/// Functions of real C++ sources of this project: name, text.
std::vector<std::pair<std::string, std::string>> real_texts() {
  std::vector<std::pair<std::string, std::string>> texts;
  for (const char* path :
       {"src/model/rerank_query.cpp", "src/model/rerank_features.cpp",
        "src/model/rule_reranker.cpp", "include/codeweaver/detail/stem.hpp",
        "include/codeweaver/detail/fusion.hpp", "include/codeweaver/text/token_count.hpp",
        "include/codeweaver/detail/bm25f.hpp"}) {
    std::ifstream in(std::string(CODEWEAVER_SOURCE_DIR) + "/" + path, std::ios::binary);
    texts.emplace_back(path, std::string(std::istreambuf_iterator<char>(in), {}));
    REQUIRE(!texts.back().second.empty());
  }
  return texts;
}

}  // namespace

TEST_CASE("rule reranker: what a query describes outranks what it does not") {
  for (const std::string_view query :
       {"parse the configuration file", "parse_config", "parseConfig", "config parser",
        "where are configs parsed", "reading a configuration file"}) {
    CAPTURE(query);
    CHECK(score(query, kParse) > score(query, kWrite));
  }
}

TEST_CASE("rule reranker: the definition of an identifier outranks its uses") {
  const RerankCandidate use =
      candidate("main.py", "main",
                "def main():\n    settings = Reader().parse_config('a')\n    run(settings)\n");
  for (const std::string_view query : {"parse_config", "parseConfig", "Reader.parse_config"})
    CHECK(score(query, kParse) > score(query, use) + 0.2F);
}

TEST_CASE("rule reranker: finds the right file of this project") {
  const auto texts = real_texts();
  std::vector<RerankCandidate> candidates;
  for (const auto& [path, text] : texts) candidates.push_back(candidate(path, "", text));
  const std::pair<std::string_view, std::string_view> table[] = {
      {"reciprocal rank fusion of ranked lists", "include/codeweaver/detail/fusion.hpp"},
      {"strip plural suffixes of words", "include/codeweaver/detail/stem.hpp"},
      {"inverse document frequency", "include/codeweaver/detail/bm25f.hpp"},
      {"count tokens of text", "include/codeweaver/text/token_count.hpp"},
      {"default reranker with its weights of evidence", "src/model/rule_reranker.cpp"},
  };
  for (const auto& [query, path] : table) {
    const auto scores = rerank(query, candidates);
    const auto best = std::max_element(scores.begin(), scores.end()) - scores.begin();
    CAPTURE(query);
    CHECK(texts[static_cast<std::size_t>(best)].first == path);
  }
}

TEST_CASE("rule reranker: scores stay in [0, 1] and rise with dense and sparse scores") {
  for (const std::string_view query : {"parse config", "x", "", "?!", "the of a"}) {
    float last = -1;
    for (const float s : {0.0F, 0.3F, 0.6F, 1.0F}) {
      RerankCandidate scored = kParse;
      scored.dense_score = s;
      scored.sparse_score = s;
      const float now = score(query, scored);
      CHECK(now > last);
      CHECK(now >= 0);
      CHECK(now <= 1);
      last = now;
    }
  }
  RerankCandidate broken = kParse;
  broken.dense_score = std::numeric_limits<float>::quiet_NaN();
  broken.sparse_score = 7;
  CHECK(score("parse config", broken) >= 0);
  CHECK(score("parse config", broken) <= 1);
}

TEST_CASE("rule reranker: tests and generated code rank lower unless asked for") {
  RerankCandidate test = kParse, generated = kParse;
  test.is_test = true;
  generated.is_generated = true;
  CHECK(score("parse config", test) < score("parse config", kParse));
  CHECK(score("parse config", generated) < score("parse config", test));
  CHECK(score("tests of parse config", test) == score("tests of parse config", kParse));
  CHECK(score("generated parse config", generated) == score("generated parse config", kParse));
}

TEST_CASE("rule reranker: a candidate's score does not depend on the others or their order") {
  const std::vector<RerankCandidate> both = {kParse, kWrite}, swapped = {kWrite, kParse};
  const auto a = rerank("parse config", both), b = rerank("parse config", swapped);
  CHECK(a[0] == b[1]);
  CHECK(a[1] == b[0]);
  CHECK(a[0] == score("parse config", kParse));
  CHECK(rerank("parse config", {}).empty());
}

TEST_CASE("rule reranker: any bytes and very long queries are answered") {
  std::mt19937 random(29);
  for (int round = 0; round < 200; ++round) {
    std::string query, content;
    for (auto n = random() % 400; n > 0; --n) query += static_cast<char>(random() % 256);
    for (auto n = random() % 400; n > 0; --n) content += static_cast<char>(random() % 256);
    const float s = score(query, candidate(content, query, content, query));
    CHECK(s >= 0);
    CHECK(s <= 1);
  }
  std::string many;
  for (int i = 0; i < 500; ++i)
    many += "word" + std::string(1, static_cast<char>('a' + i % 26)) + std::to_string(i) + " ";
  CHECK(score(many, candidate("a", "b", many)) > 0);
}

TEST_CASE("rerank features: terms, neighbours and names are found where they are") {
  const codeweaver::model::RerankQuery query("parse the config");
  codeweaver::text::TermList scratch;
  const auto match = match_names(query, kParse, scratch);
  CHECK(match.symbol.terms == (match.symbol.terms | query.words()));
  CHECK(match.symbol.pairs == query.followers());
  CHECK(match.doc.pairs == 0);
  CHECK(match.name_share == 1);
  CHECK(match.is_named_exactly);
  CHECK((match_text(query, kWrite.content).terms & query.words()) == 0);
}

TEST_CASE("rerank query: looks up exactly its own terms") {
  const codeweaver::model::RerankQuery query("parse_config of the HTTP server");
  for (const std::string_view term : {"parseconfig", "pars", "config", "http", "serv"}) {
    CAPTURE(term);
    CHECK(query.find(term) < query.size());
  }
  for (const std::string_view term : {"the", "of", "parse", "server", "x", "configs"})
    CHECK(query.find(term) == codeweaver::model::RerankQuery::kAbsent);
}
