// Tests of IndexRows: files of an overlay come before those of the database.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/overlay/index_rows.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstddef>

#include "engine/open_index.hpp"
#include "engine/overlay/overlaid.hpp"
#include "engine/overlay/overlay_layer.hpp"

namespace codeweaver::engine {

TEST_CASE("index rows: files of the overlay stand before those of the database, at any limit") {
  const auto& tree = open_shop().tree();
  OverlaidFiles files;
  files["src/auth/utils.py"] = overlaid("src/auth/utils.py", "class ConnectionPool:\n    pass\n");
  files["src/database/pool.py"] = nullptr;
  const auto layer =
      OverlayLayer::make(open_shop().snapshot(), files, test::embedder()->info().dimension);
  REQUIRE(layer);
  const IndexRows plain(tree), rows(tree, layer->get());
  CHECK(plain.find_symbols("ConnectionPool", 5)->at(0).path == "src/database/pool.py");
  for (const std::size_t limit : {1U, 5U}) {
    const auto found = rows.find_symbols("ConnectionPool", limit);
    REQUIRE(found->size() == 1);
    CHECK(found->at(0).path == "src/auth/utils.py");
    CHECK(rows.find_definitions("ConnectionPool", limit)->size() == 1);
  }
  CHECK_FALSE(rows.file("src/database/pool.py")->has_value());
  CHECK(plain.file("src/database/pool.py")->has_value());
  const auto content = rows.file("src/auth/utils.py")->value().content;
  CHECK(rows.content_text(content).value() == "class ConnectionPool:\n    pass\n");
  CHECK_FALSE(plain.content_text(content).has_value());
  const std::array places{store::ChunkPlace{content, 0}, store::ChunkPlace{content, 99}};
  const auto texts = rows.chunk_texts(places);
  CHECK(texts[0]->text.starts_with("class ConnectionPool"));
  CHECK_FALSE(texts[1].has_value());
  CHECK_FALSE(rows.text_around(places[1], 3).has_value());
  CHECK(rows.definitions_in(places[0])->size() == 1);
}

}  // namespace codeweaver::engine
