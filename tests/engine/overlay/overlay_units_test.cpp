// Tests of the parts of an overlay: files, layer, rows, and their state.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <array>
#include <memory>
#include <string>
#include <utility>

#include "engine/content/settings_hash.hpp"
#include "engine/open_index.hpp"
#include "engine/overlay/index_rows.hpp"
#include "engine/overlay/overlay_file.hpp"
#include "engine/overlay/overlay_layer.hpp"
#include "engine/searching/open/open_state.hpp"
#include "store/segments/vector_index_kind.hpp"

namespace codeweaver::engine {
namespace {

std::shared_ptr<const OverlayFile> overlaid(std::string_view path, const std::string& text) {
  const IndexOptions options;
  const FileProcessor processor(options);
  auto made = make_overlay_file({options, processor, {test::embedder().get(), nullptr}}, path, text,
                                open_shop().database());
  REQUIRE(made);
  return *made;
}

TEST_CASE("overlay file: a text is cut as a file is; other kinds of files are none") {
  const auto file = overlaid("src/lamp.py", "def light():\n    return 1\n");
  REQUIRE(file);
  CHECK(file->file.path == "src/lamp.py");
  CHECK(file->content.language == "python");
  CHECK(file->content.symbols.at(0).name == "light");
  CHECK(file->prepared.chunks.size() == file->content.chunks.size());
  CHECK(overlaid("image.png", "x") == nullptr);
  const auto left_out = overlaid("id_rsa", "key");
  CHECK((left_out == nullptr || !left_out->has_chunks()));
}

TEST_CASE("overlay files: a text is known by path, bytes and settings") {
  OverlayFiles files;
  const auto key = OverlayFiles::key_of("a.py", "x = 1", "settings");
  CHECK(files.find(key) == nullptr);
  const auto file = overlaid("a.py", "x = 1\n");
  files.keep(key, file);
  CHECK(files.find(key) == file);
  for (const auto& other : {OverlayFiles::key_of("b.py", "x = 1", "settings"),
                            OverlayFiles::key_of("a.py", "x = 2", "settings"),
                            OverlayFiles::key_of("a.py", "x = 1", "others")})
    CHECK(files.find(other) == nullptr);
}

TEST_CASE("overlay layer: its figures are those of a snapshot of the same chunks") {
  const auto& base = open_shop().snapshot();
  OverlaidFiles files;
  files["src/auth/utils.py"] = overlaid("src/auth/utils.py", "def light():\n    return 1\n");
  files["src/billing/upload.py"] = nullptr;
  files["web/new.ts"] = overlaid("web/new.ts", "export const lamp = 1;\n");
  const auto layer = OverlayLayer::make(base, files, test::embedder()->info().dimension);
  REQUIRE(layer);
  const auto& snapshot = *(*layer)->snapshot();
  CHECK(snapshot.parts.size() == base.parts.size() + 1);
  const auto counted =
      store::make_snapshot(base.generation, snapshot.parts, store::VectorIndexKind::kScan);
  REQUIRE(counted);
  CHECK(snapshot.live_chunks == (*counted)->live_chunks);
  CHECK(snapshot.field_lengths == (*counted)->field_lengths);
  IndexStatistics statistics;
  statistics.files = 10;
  statistics.languages = {{"python", 7}};
  (*layer)->counts().add_to(statistics);
  CHECK(statistics.files == 10);
  CHECK(statistics.languages.at("python") == 6);
  CHECK(statistics.languages.at("typescript") == 1);
}

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

TEST_CASE("open state: an overlay lies over the committed state, which stays as it is") {
  test::ProjectFixture project;
  project.index();
  SharedParts shared(project.state(), {test::embedder(), test::reranker()}, {});
  const auto database = shared.databases.lease();
  REQUIRE(database);
  const auto committed = open_state(shared, (*database)->database());
  REQUIRE(committed);
  LaidOverlay laid;
  REQUIRE(laid.overlay.put("src/lamp.py", "def light():\n    return 1\n"));
  const auto over = lay_over(*committed, laid, shared, (*database)->database());
  REQUIRE(over);
  CHECK(&(*over)->committed() == committed->get());
  CHECK((*over)->statistics.files == (*committed)->statistics.files + 1);
  const auto manifest = store::read_manifest(shared.paths.segments(), shared.paths.manifest());
  CHECK(is_snapshot_of(*(*committed)->snapshot, *manifest));
  CHECK_FALSE(is_snapshot_of(*(*over)->snapshot, *manifest));
  CHECK(index_not_found("nowhere").code == "INDEX_NOT_FOUND");
}

}  // namespace
}  // namespace codeweaver::engine
