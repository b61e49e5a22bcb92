// Tests of DeriveRequest: options of an index reach every run.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/segments/derive_request.hpp"

#include <doctest/doctest.h>

#include "codeweaver/sparse_encoder.hpp"
#include "engine/content/tree_edit.hpp"
#include "engine/fixture.hpp"

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

TEST_CASE("derive request: an edit counts where it is known what the segments held before it") {
  const TreeEdit edit;
  TreeSegments before{{"run", 7}, {}};
  const DeriveRequest known(IndexOptions{}, nullptr, before, &edit);
  CHECK(known.edit == &edit);
  CHECK(known.edit_base == 7);
  before.derived.run.clear();
  CHECK(DeriveRequest(IndexOptions{}, nullptr, before, &edit).edit == nullptr);
}

TEST_CASE("derive request: what is missing comes with it, and is filled in by models that work") {
  TreeSegments before{{"run", 7}, MissingVectors().with(6, 7, {{1, 2}})};
  const DeriveRequest request(IndexOptions{}, test::embedder().get(), before);
  CHECK(request.missing == before.missing);
  CHECK(before.are_lacking());
  CHECK(can_fill_in(before, request));
  CHECK_FALSE(can_fill_in(before, DeriveRequest(IndexOptions{}, nullptr, before)));  // no models
  before.missing = MissingVectors().with(7, 8, {{1, 2}});  // of a generation that is not committed
  CHECK_FALSE(can_fill_in(before, request));
  before.derived.run.clear();  // which one is committed is not known
  CHECK(can_fill_in(before, request));
}

}  // namespace codeweaver::engine
