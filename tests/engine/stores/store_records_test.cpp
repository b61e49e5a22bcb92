// Tests of the records of a vector store: ids and revisions.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/stores/store_records.hpp"

#include <doctest/doctest.h>

#include <string>

#include "codeweaver/vector_store.hpp"
#include "engine/content/prepared_file.hpp"
#include "engine/content/sparse_terms.hpp"
#include "engine/row_bench.hpp"
#include "engine/state/index_identity.hpp"
#include "store/database/tree_view.hpp"

namespace codeweaver::engine {

TEST_CASE("store records: an id a place, and a revision that changes with what is known") {
  RowBench bench;
  const RecordCollection shop{"shop", ""}, other{"shop", "namespace:x"};
  CHECK(record_id(shop, "a.py", 0) == record_id(shop, "a.py", 0));
  CHECK(record_id(shop, "a.py", 0) != record_id(shop, "a.py", 1));
  CHECK(record_id(shop, "a.py", 0) != record_id(other, "a.py", 0));
  const IndexIdentity identity{{"shop", "Shop", "/shop"}, "", "", "embedded"};
  const Encoders encoders;
  const LengthProfile lengths{};
  const auto tree = *bench.database().tree("");
  const RecordSources sources{shop, tree, encoders, identity, lengths};
  auto file = **bench.database().tree("")->file("a.py");
  const auto revision = file_revision(sources, file, nullptr);
  const auto records = make_records(sources, file, revision);
  REQUIRE(records);
  REQUIRE(records->size() == 1);
  CHECK((*records)[0].revision == revision);
  CHECK((*records)[0].id == record_id(shop, "a.py", 0));
  CHECK_FALSE((*records)[0].chunk.dense);
  CHECK((*records)[0].chunk.content.find("def a()") != std::string::npos);
  file.git_commit = "abc";
  CHECK(file_revision(sources, file, nullptr) != revision);
}

}  // namespace codeweaver::engine
