// Tests of the scores of candidates: order, weights, further chunks of a file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/rank/score.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "codeweaver/rank/relevance_weights.hpp"
#include "codeweaver/semantic.hpp"
#include "engine/searching/candidates.hpp"

namespace codeweaver::engine {

TEST_CASE("order: by relevance, ties by path and line") {
  const auto out = ordered({candidate("b", 1, 0.5), candidate("a", 9, 0.5), candidate("a", 2, 0.5),
                            candidate("c", 1, 0.9)},
                           1);
  CHECK(places(out) == std::vector<std::string>{"c:1", "a:2", "a:9", "b:1"});
}

TEST_CASE(
    "order: each further chunk of a file counts for less, but what defines the name asked for") {
  auto found = std::vector{candidate("a", 1, 0.9), candidate("a", 2, 0.8), candidate("a", 3, 0.7),
                           candidate("b", 1, 0.5)};
  const auto out = ordered(found, 0.5);
  CHECK(places(out) == std::vector<std::string>{"a:1", "b:1", "a:2", "a:3"});
  CHECK(out[2].scores.relevance == doctest::Approx(0.4));
  CHECK(out[2].scores.file_factor == doctest::Approx(0.5));
  CHECK(out[3].scores.relevance == doctest::Approx(0.175));
  found[1].exact = rank::ExactMatch::kIdentifierSymbol;
  CHECK(places(ordered(found, 0.5))[1] == "a:2");
}

TEST_CASE("weights: among documents the reranker counts less, unless somebody chose") {
  std::vector<Candidate> found(10, candidate("a", 1, 0));
  for (std::size_t i = 0; i < 9; ++i)
    found[i].info.semantic_class = SemanticClass::kDocumentationStructured;
  const rank::RelevanceWeights usual, chosen{.rerank = 0.6};
  found[9].info.semantic_class = SemanticClass::kDefinitionCallable;
  const auto among_documents = weights_for(found, usual);
  CHECK(among_documents.rerank < usual.rerank);
  CHECK(among_documents.dense > usual.dense);
  CHECK(among_documents.sparse > usual.sparse);
  CHECK(weights_for(found, chosen) == chosen);
  found[8].info.semantic_class = SemanticClass::kDefinitionCallable;
  CHECK(weights_for(found, usual) == usual);
  CHECK(weights_for({}, usual) == usual);
}

TEST_CASE("order: a file's chunks keep a fifth of their relevance at least") {
  std::vector<Candidate> found;
  for (std::uint32_t line = 1; line <= 60; ++line) found.push_back(candidate("a", line, 1));
  const auto out = ordered(found, 0.85);
  CHECK(out.back().scores.file_factor == doctest::Approx(0.2));
}

}  // namespace codeweaver::engine
