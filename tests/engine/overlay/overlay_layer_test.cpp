// Tests of OverlayLayer: its figures equal those of a snapshot of the same chunks.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/overlay/overlay_layer.hpp"

#include <doctest/doctest.h>

#include "codeweaver/index_statistics.hpp"
#include "engine/open_index.hpp"
#include "engine/overlay/overlaid.hpp"
#include "store/search/snapshot.hpp"
#include "store/segments/vector_index_kind.hpp"

namespace codeweaver::engine {

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

}  // namespace codeweaver::engine
