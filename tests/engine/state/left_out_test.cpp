// Tests of the record of text files that the index lacks: written by a run, read by answers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/state/left_out.hpp"

#include <doctest/doctest.h>

#include "corpus/temp_tree.hpp"

namespace codeweaver::engine {

TEST_CASE("left out: text that is too large or not UTF-8 counts, other skipped files do not") {
  CHECK(is_left_out_text("too_large"));
  CHECK(is_left_out_text("not_utf8"));
  CHECK_FALSE(is_left_out_text("binary"));
  CHECK_FALSE(is_left_out_text(""));
}

TEST_CASE("left out: answers have a warning while more than a tenth of the text files is missing") {
  const corpus::TempTree tree;
  const StatePaths paths{tree.root()};
  auto database = store::Database::open(paths.database());
  REQUIRE(database);
  CHECK_FALSE(left_out_warning(*database, paths));
  const auto warning_after = [&](std::size_t files, std::size_t left_out) {
    REQUIRE(note_left_out(*database, paths, {.files = files, .left_out = left_out}));
    return left_out_warning(*database, paths).value_or("");
  };
  CHECK(warning_after(9, 1) == "");
  CHECK(warning_after(10, 2) ==
        "2 of 12 text files are not in the index, because they are too large or not in UTF-8");
  CHECK(warning_after(10, 0) == "");
}

}  // namespace codeweaver::engine
