// DeriveRequest: what the options of an index say reaches every run, whoever makes the request.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include "codeweaver/sparse_encoder.hpp"
#include "engine/fixture.hpp"
#include "engine/segments/derive.hpp"
#include "engine/segments/memory_shares.hpp"

namespace codeweaver::engine {

TEST_CASE("derive request: holds all that the options say of segments") {
  IndexOptions options;
  options.workers = 3;
  options.memory_budget = 123'000'000;
  options.vector_index = VectorIndexKind::kFaissFlat;
  options.sparse_encoder = make_synonym_encoder({{"login", "sign-in"}}).value();
  const DeriveRequest request(options, test::embedder().get());
  CHECK(request.embedder == test::embedder().get());
  CHECK(request.sparse_encoder == options.sparse_encoder.get());
  CHECK(request.workers == 3);
  CHECK(request.vector_index == stored_kind(VectorIndexKind::kFaissFlat));
  CHECK(request.memory_budget == 123'000'000);
  CHECK_FALSE(request.rebuild);
  CHECK(request.edit == nullptr);
}

TEST_CASE("memory shares: together within the budget, down to the least one") {
  for (const std::uint64_t budget : {64ULL << 20, 1ULL << 30, 4ULL << 30}) {
    CHECK(in_flight_share(budget) + 2 * segment_share(budget) + batch_share(budget) <= budget);
    CHECK(batch_share(budget) <= 16ULL << 20);
  }
  CHECK(in_flight_share(0) == in_flight_share(64ULL << 20));
  static_assert(!std::is_default_constructible_v<DeriveRequest>);
}

}  // namespace codeweaver::engine
