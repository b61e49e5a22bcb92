// Tests of ReplacedContents, and of the sweeps that delete them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/writing/replaced_contents.hpp"

#include <doctest/doctest.h>

#include <cstdint>

#include "base/hash.hpp"
#include "base/temporary_folder.hpp"
#include "engine/state/state_paths.hpp"
#include "store/database/database.hpp"
#include "store/database/tree_view.hpp"

namespace codeweaver::engine {
namespace {

using test::TemporaryFolder;

}  // namespace

TEST_CASE("replaced contents: come back from their text, and above a thousand are everything") {
  ReplacedContents some;
  CHECK(some.is_empty());
  some.add({});
  CHECK(some.is_empty());
  some.add({1, 2});
  some.add({3, 4});
  CHECK(ReplacedContents::parse(some.text()).keys() == some.keys());
  CHECK(ReplacedContents::parse(some.text() + "what is that").keys().size() == 2);
  for (std::uint64_t i = 0; i < ReplacedContents::kMost; ++i) some.add({5, i + 1});
  CHECK(some.is_everything());
  CHECK(some.keys().empty());
  CHECK(ReplacedContents::parse(some.text()).is_everything());
}

TEST_CASE("sweeps: what one run replaced goes with the next one, unless a file has it again") {
  const TemporaryFolder folder;
  const StatePaths paths{folder.path()};
  auto database = store::Database::open(paths.database());
  REQUIRE(database);
  const base::Hash128 old{1, 1}, kept{2, 2};
  for (const auto& key : {old, kept})
    REQUIRE(database->put_content({key, "text", "x", 0, {}, {}, {}}));
  store::FileRecord file;
  file.path = "a";
  file.content = kept;
  REQUIRE(database->make_tree("")->put_file(file));
  ReplacedContents both;
  both.add(old);
  both.add(kept);
  const auto sweep = [&](const ReplacedContents& now) {
    REQUIRE(database->transaction([&] { return sweep_replaced(*database, paths, now); }));
  };
  sweep(both);
  CHECK(*database->has_content(old));
  CHECK(replaced_contents(*database, paths)->keys().size() == 2);
  sweep({});
  CHECK_FALSE(*database->has_content(old));
  CHECK(*database->has_content(kept));
  REQUIRE(database->put_content({old, "text", "x", 0, {}, {}, {}}));
  sweep(ReplacedContents::everything());
  sweep({});  // that stays until all texts were looked at
  CHECK(replaced_contents(*database, paths)->is_everything());
  REQUIRE(sweep_everything(*database, paths));
  CHECK_FALSE(*database->has_content(old));
  CHECK(replaced_contents(*database, paths)->is_empty());
  CHECK(sweep_leftovers(*database, paths));
}

}  // namespace codeweaver::engine
