// Tests of several writers of one collection: turns, and writers that die or are slow.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <functional>
#include <memory>
#include <utility>

#include "base/file.hpp"
#include "base/fixed_clock.hpp"
#include "codeweaver/vector_store.hpp"
#include "engine/fixture.hpp"
#include "engine/forwarding_store.hpp"
#include "engine/stores/store_mirror.hpp"

namespace codeweaver {
namespace {

using engine::MirrorOutcome;
using engine::StoreMirror;

const RecordCollection kOwn{"shop", ""};

MirrorOutcome bring_folder(StoreMirror& mirror) {
  auto done = mirror.sync("", {});
  if (!done) FAIL(done.error().message());
  return *done;
}

/// Writers of one project on two machines: each has a state of its own of the same folder.
struct TwoStates {
  test::ProjectFixture files;
  test::FixedClock clock;
  std::shared_ptr<VectorStore> store = make_memory_store();

  explicit TwoStates() {
    clock.time = *base::parse_iso8601("2026-11-24T12:00:00.000Z");
    for (const auto& state : {files.state(), other_state()})
      REQUIRE(Indexer::create(config_of(state), {test::embedder(), {}})->run({}));
  }
  std::filesystem::path other_state() const { return files.root().parent_path() / "other-state"; }
  Indexer::Config config_of(const std::filesystem::path& state) const {
    return {files.root(), state, "shop", "", {}, ""};
  }
  StoreMirror mirror(const std::filesystem::path& state, std::shared_ptr<VectorStore> to) const {
    return StoreMirror(std::move(to), config_of(state), test::embedder(), clock);
  }
};

/// Lets a test do something before each upsert.
class WatchedStore final : public test::ForwardingStore {
 public:
  using ForwardingStore::ForwardingStore;
  std::function<void()> before_upsert;
  Result<void> upsert(const RecordCollection& collection,
                      std::span<const VectorRecord> records) override {
    if (before_upsert) std::exchange(before_upsert, {})();
    return ForwardingStore::upsert(collection, records);
  }
};

}  // namespace

TEST_CASE("store writers: a second writer leaves the store alone while the first is at it") {
  const TwoStates f;
  const auto watched = std::make_shared<WatchedStore>(f.store, 1000);
  auto first = f.mirror(f.files.state(), watched), second = f.mirror(f.other_state(), f.store);
  MirrorOutcome amid;
  watched->before_upsert = [&] { amid = bring_folder(second); };
  CHECK(bring_folder(first).upserted > 0);
  CHECK(amid.is_busy);
  CHECK(amid.busy_note.ends_with(" 2026-11-24T12:00:00.000Z"));
  CHECK((**f.store->facts(kOwn)).contains("mark"));
  CHECK_FALSE((**f.store->facts(kOwn)).contains("writer"));
  CHECK_FALSE(bring_folder(second).is_busy);
}

TEST_CASE(
    "store writers: a writer that said nothing for long is passed, and finds out before it ends") {
  TwoStates f;
  const auto watched = std::make_shared<WatchedStore>(f.store, 1000);
  auto first = f.mirror(f.files.state(), watched), second = f.mirror(f.other_state(), f.store);
  MirrorOutcome amid;
  watched->before_upsert = [&] {
    f.clock.time += StoreMirror::kWriterPatience;
    amid = bring_folder(second);
  };
  const auto passed = first.sync("", {});
  REQUIRE_FALSE(passed);
  CHECK(passed.error().code == "STORE_BUSY");
  CHECK(amid.upserted > 0);
  CHECK_FALSE((**f.store->facts(kOwn)).contains("mark"));  // its last batch came too late
  CHECK_FALSE(bring_folder(first).is_busy);
  CHECK(bring_folder(first) == MirrorOutcome());
  CHECK(f.store->term_statistics(kOwn, {})->records == f.files.searcher().statistics().chunks);
}

TEST_CASE("store writers: after a writer died, its own state goes on at once, another one waits") {
  TwoStates f;
  auto before = f.mirror(f.files.state(), f.store);
  REQUIRE(bring_folder(before).upserted > 0);
  auto facts = **f.store->facts(kOwn);
  facts.erase("mark");  // as amid a write
  const auto name = base::read_file(f.files.state() / "store.writer");
  REQUIRE(name);
  facts["writer"] = *name + " 2026-11-24T11:59:30.000Z";
  REQUIRE(f.store->put_facts(kOwn, facts));
  auto other = f.mirror(f.other_state(), f.store);
  CHECK(bring_folder(other).is_busy);
  auto own = f.mirror(f.files.state(), f.store);
  CHECK(bring_folder(own) == MirrorOutcome());
  CHECK((**f.store->facts(kOwn)).contains("mark"));
  CHECK_FALSE((**f.store->facts(kOwn)).contains("writer"));
}

TEST_CASE("store writers: a turn is waited for while the other writer says on, and not for ever") {
  TwoStates f;
  auto before = f.mirror(f.files.state(), f.store);
  REQUIRE(bring_folder(before).upserted > 0);
  auto facts = **f.store->facts(kOwn);
  facts.erase("mark");
  const auto note_of = [&](std::chrono::seconds ahead) {
    facts["writer"] = "somebody " + base::iso8601(f.clock.time + ahead);
    REQUIRE(f.store->put_facts(kOwn, facts));
  };
  using std::chrono::seconds;
  constexpr seconds kLook{60};
  // It says on for long, then ends.
  auto other = f.mirror(f.other_state(), f.store);
  int looks = 0;
  note_of(seconds(0));
  const auto waited = other.sync_when_unlocked("", {}, [&] {
    f.clock.time += kLook;
    if (++looks < 20) return note_of(seconds(0));
    facts.erase("writer");
    REQUIRE(f.store->put_facts(kOwn, facts));
  });
  REQUIRE(waited);
  CHECK(looks == 20);
  // Its clock is an hour ahead, so its last note never seems old.
  facts.erase("mark");
  note_of(seconds(3600));
  const auto begin = f.clock.time;
  auto third = f.mirror(f.other_state(), f.store);
  const auto given_up = third.sync_when_unlocked("", {}, [&] { f.clock.time += kLook; });
  REQUIRE_FALSE(given_up);
  CHECK(given_up.error().code == "STORE_BUSY");
  CHECK(given_up.error().cause.find("made no progress for 600 s") != std::string::npos);
  CHECK(given_up.error().action.find("clocks") != std::string::npos);
  CHECK(f.clock.time - begin == StoreMirror::kTurnPatience);
}

}  // namespace codeweaver
