// Tests of the token counts that an index keeps of its texts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <cstdint>

#include "codeweaver/text/token_count.hpp"
#include "engine/fixture.hpp"
#include "engine/state/state_paths.hpp"
#include "store/database/database.hpp"
#include "store/search/snapshot.hpp"

namespace codeweaver::engine {

TEST_CASE("token counts: an index knows those of a text as counting it gives them") {
  test::ProjectFixture files("shop");
  const auto data = std::filesystem::path(CODEWEAVER_TEST_DATA);
  for (const char* folder : {"include", "src/model"}) {
    std::filesystem::create_directories(files.root() / folder);
    std::filesystem::copy(data.parent_path().parent_path() / folder, files.root() / folder,
                          std::filesystem::copy_options::recursive);
  }
  REQUIRE(files.index().status == IndexStatus::kSuccess);
  const auto snapshot = store::open_snapshot(StatePaths{files.state()}.segments());
  REQUIRE(snapshot);
  auto database = store::Database::open_read_only(StatePaths{files.state()}.database());
  REQUIRE(database);
  std::size_t checked = 0;
  for (const auto& part : (*snapshot)->parts)
    for (std::uint32_t i = 0; i < part.segment->size(); ++i) {
      const auto chunk = part.segment->chunk(i);
      const store::ChunkPlace place[] = {{chunk.content, chunk.ordinal}};
      const auto texts = database->chunk_texts(place);
      REQUIRE(texts[0]);
      CHECK(chunk.tokens == text::count_tokens(texts[0]->text));
      ++checked;
    }
  CHECK(checked > 300);
}

}  // namespace codeweaver::engine
