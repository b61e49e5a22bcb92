// Tests of what a path says about its file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "model/path_facts.hpp"

#include <doctest/doctest.h>

namespace codeweaver::model {

TEST_CASE("path facts: the name that tells most, and the roles of folders") {
  const auto plain = read_path("src/store/pool.cpp");
  CHECK(plain.telling_stem == "pool");
  CHECK(plain.depth == 2);
  CHECK_FALSE(plain.in_side_folder);
  CHECK(read_path("src/pool/index.ts").telling_stem == "pool");
  CHECK(read_path("pool/pool.go").is_named_as_folder);
  CHECK(read_path("examples/pool.go").in_side_folder);
  CHECK(read_path("vendor/pool.go").in_bundled_folder);
  CHECK(read_path("tests/fixtures/a.json").in_fixture_folder);
  CHECK(read_path("legacy/pool.c").in_outdated_folder);
}

TEST_CASE("path facts: translations stand aside, code about languages does not") {
  for (const auto* path : {"locales/de.json", "web/src/i18n/en/common.yaml", "po/de.po",
                           "lang/fr/messages.php", "app/res/Base.lproj/Main.strings"})
    CHECK_MESSAGE(read_path(path).in_side_folder, path);
  for (const auto* path : {"src/lang/parser.php.cpp", "src/i18n/translate.ts", "languages/lua.go"})
    CHECK_FALSE_MESSAGE(read_path(path).in_side_folder, path);
}

}  // namespace codeweaver::model
