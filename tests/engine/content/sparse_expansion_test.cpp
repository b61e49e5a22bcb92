// Tests of the words that a sparse encoder adds to chunks and queries.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/content/sparse_expansion.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/detail/bm25f.hpp"
#include "codeweaver/sparse_encoder.hpp"
#include "engine/content/chunk_terms.hpp"
#include "engine/content/told_encoder.hpp"

namespace codeweaver::engine {

TEST_CASE("sparse expansion: a term is said as often as it weighs, the light and negative never") {
  ToldEncoder encoder;
  encoder.terms = {{"login", 2.4F}, {"faint", 0.4F}, {"never", -3}};
  ChunkTerms terms;
  ChunkTerms* const all[] = {&terms};
  const std::string_view texts[] = {"x"};
  REQUIRE(expand_chunks(encoder, texts, all, {}));
  CHECK(field_of(terms, rank::Field::kDoc).size() == 2);
  encoder.terms = {{"login", std::numeric_limits<float>::quiet_NaN()}};
  CHECK(expand_chunks(encoder, texts, all, {}).error().code == "INVALID_TERMS");
  encoder.terms = {{std::string(kMostTermBytes + 1, 'a'), 1}};
  CHECK(expand_chunks(encoder, texts, all, {}).error().code == "INVALID_TERMS");
  CHECK(field_of(terms, rank::Field::kDoc).size() == 2);  // as it was
}

TEST_CASE("sparse expansion: words of a query weigh more where the encoder says them too") {
  ToldEncoder encoder;
  encoder.terms = {{"login", 0.5F}, {"password", 0.25F}};
  std::vector<rank::QueryTerm> terms{{"login", 1, false}};
  REQUIRE(expand_query(encoder, "login", terms, {}));
  REQUIRE(terms.size() == 2);
  CHECK(terms[0].weight == doctest::Approx(1.5));
  CHECK_FALSE(terms[0].optional);
  CHECK(terms[1].optional);
  encoder.throws = true;
  const auto failed = expand_query(encoder, "login", terms, {});
  REQUIRE_FALSE(failed);
  CHECK(failed.error().code == "SPARSE_ENCODER_FAILED");
  CHECK(failed.error().cause.find("no such model") != std::string::npos);
}

}  // namespace codeweaver::engine
