// Tests of OverlayFile: a text is cut like a file, and known by path, bytes and settings.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/overlay/overlay_file.hpp"

#include <doctest/doctest.h>

#include "engine/overlay/overlaid.hpp"

namespace codeweaver::engine {

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

}  // namespace codeweaver::engine
