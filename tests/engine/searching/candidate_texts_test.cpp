// Tests of the texts of candidates: matches word for word, pairs for the reranker.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/rank/candidate_texts.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/searching/fuse/candidate.hpp"
#include "store/database/records.hpp"

namespace codeweaver::engine {
namespace {

Candidate with_text(std::string symbol, std::string text, bool is_test = false) {
  Candidate out;
  out.info.path = is_test ? "tests/a.py" : "src/a.py";
  out.info.is_test = is_test;
  store::ChunkText chunk;
  chunk.record.symbol = std::move(symbol);
  chunk.text = std::move(text);
  out.content = std::make_shared<const store::ChunkText>(std::move(chunk));
  return out;
}

}  // namespace

TEST_CASE("verbatim: a test that is named after what it tests defines nothing beside it") {
  const VerbatimMatcher matcher("check_sum");
  CHECK(matcher.is_name());
  std::vector<Candidate> both{with_text("check_sum", "def check_sum(): pass"),
                              with_text("check_sum", "def check_sum(): assert 1", true)};
  matcher.mark(both);
  CHECK(both[0].exact == rank::ExactMatch::kIdentifierSymbol);
  CHECK(both[1].exact == rank::ExactMatch::kIdentifier);
  std::vector<Candidate> alone{both[1]};
  matcher.mark(alone);
  CHECK(alone[0].exact == rank::ExactMatch::kIdentifierSymbol);
}

TEST_CASE("reranker's pair: without its text a candidate is judged by its path and its sides") {
  Candidate unread;
  unread.info.path = "src/a.py";
  unread.dense_raw = 0.4;
  const auto without = pair_of(unread, 10);
  CHECK(without.path == "src/a.py");
  CHECK(without.content.empty());
  auto read = with_text("f", "def f(): pass");
  const auto with = pair_of(read, 10);
  CHECK(with.symbol == "f");
  CHECK(with.content == "def f(): pass");
  CHECK(with.signals == &read.signals);
}

}  // namespace codeweaver::engine
