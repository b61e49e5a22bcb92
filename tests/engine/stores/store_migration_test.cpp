// Tests of migration to a store: sends nothing twice, resumes, detects wrong records.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/store_migration.hpp"

#include <doctest/doctest.h>

#include "engine/fixture.hpp"
#include "engine/forwarding_store.hpp"
#include "engine/stores/mirror_work.hpp"

namespace codeweaver {
namespace {

/// Goes down after some writes, and may lose or change records.
class UnsafeStore final : public test::ForwardingStore {
 public:
  using ForwardingStore::ForwardingStore;
  int writes_left = 1'000'000;
  bool counts_wrongly = false, forgets_vectors = false;

  Result<void> upsert(const RecordCollection& collection,
                      std::span<const VectorRecord> records) override {
    if (writes_left-- <= 0)
      return Error{ErrorCategory::kUnavailable, "SERVICE_UNREACHABLE", "It is down", "", "Start."};
    std::vector<VectorRecord> changed(records.begin(), records.end());
    if (forgets_vectors) changed.front().chunk.dense.reset();
    return ForwardingStore::upsert(collection, changed);
  }
  Result<TermStatistics> term_statistics(const RecordCollection& collection,
                                         std::span<const std::uint32_t> terms) const override {
    auto out = ForwardingStore::term_statistics(collection, terms);
    if (out && counts_wrongly) out->records += 5;
    return out;
  }
};

struct Fixture {
  test::ProjectFixture files;
  std::shared_ptr<VectorStore> inner = make_memory_store();
  std::shared_ptr<UnsafeStore> store = std::make_shared<UnsafeStore>(inner, 3);

  Project project() const { return {"shop", "", files.root(), files.state(), ""}; }
  Result<std::vector<MigratedTree>> migrate(const MigrationRequest& request = {}) const {
    WorkspaceOptions parts;
    parts.embedder = test::embedder();
    return migrate_store(project(), parts, store, request);
  }
};

}  // namespace

TEST_CASE("migrate: all records are there after it, proved, and a second time writes none") {
  const Fixture f;
  CHECK(f.migrate().error().code == "INDEX_NOT_FOUND");
  f.files.index();
  const auto first = f.migrate();
  if (!first) FAIL(first.error().message());
  REQUIRE(first->size() == 1);
  CHECK(first->front().records == f.files.searcher().statistics().chunks);
  CHECK(first->front().written == first->front().records);
  CHECK(first->front().hash.size() == 32);
  const auto second = f.migrate();
  REQUIRE(second);
  CHECK(second->front().written == 0);
  CHECK(second->front().hash == first->front().hash);
}

TEST_CASE("migrate: what broke off in the middle goes on, and ends as at one go") {
  const Fixture f;
  f.files.index();
  f.store->writes_left = 2;
  CHECK(f.migrate().error().category == ErrorCategory::kUnavailable);
  f.store->writes_left = 1'000'000;
  const auto rest = f.migrate();
  REQUIRE(rest);
  CHECK(rest->front().written < rest->front().records);
  CHECK(rest->front().written > 0);
  CHECK(rest->front().records == f.files.searcher().statistics().chunks);
}

TEST_CASE("migrate: a store that lost a vector, or lies about counts, is found out") {
  const Fixture lossy;
  lossy.files.index();
  lossy.store->forgets_vectors = true;
  const auto lost = lossy.migrate();
  REQUIRE_FALSE(lost);
  CHECK(lost.error().code == "STORE_DIFFERS");
  CHECK(lost.error().cause.find("changed records") != std::string::npos);
  lossy.store->forgets_vectors = false;
  CHECK_FALSE(lossy.migrate());  // it believes to be whole
  CHECK(lossy.migrate({.replaces = true}));
  CHECK(lossy.migrate());

  const Fixture lying;
  lying.files.index();
  lying.store->counts_wrongly = true;
  const auto refused = lying.migrate();
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == "STORE_DIFFERS");
  CHECK(refused.error().cause.find("counts") != std::string::npos);
}

TEST_CASE("migrate: records of another folder are refused, or replaced where that is asked for") {
  const Fixture f;
  f.files.index();
  REQUIRE(f.store->put_facts({"shop", ""},
                             {{engine::kRootFact, "/somewhere/else"}, {engine::kMarkFact, "x"}}));
  const auto taken = f.migrate();
  REQUIRE_FALSE(taken);
  CHECK(taken.error().code == "COLLECTION_TAKEN");
  CHECK(taken.error().cause.find("/somewhere/else") != std::string::npos);
  CHECK(f.migrate({.replaces = true}));
  CHECK(engine::fact(**f.store->facts({"shop", ""}), engine::kRootFact) ==
        f.files.root().generic_string());
}

}  // namespace codeweaver
