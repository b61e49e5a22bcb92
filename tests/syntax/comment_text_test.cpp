// Tests of comment cleaning.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/comment_text.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>

using codeweaver::syntax::clean_comment;

TEST_CASE("comments: markers of every style are removed") {
  const std::pair<std::string, std::string> cases[] = {
      {"/// One.\n/// Two.", "One.\nTwo."},
      {"//! Inner.", "Inner."},
      {"/**\n * One.\n *\n * @param a b\n */", "One.\n\n@param a b"},
      {"/* One. */", "One."},
      {"/*! Qt. */", "Qt."},
      {"# One\n# Two", "One\nTwo"},
      {"#' Roxygen\n#' @export", "Roxygen\n@export"},
      {"-- One", "One"},
      {"-- | Haddock", "Haddock"},
      {"{-| Block -}", "Block"},
      {"--- Lua\n-- more", "Lua\nmore"},
      {"--[[ block ]]", "block"},
      {"(** OCaml. *)", "OCaml."},
      {"; lisp", "lisp"},
      {"% tex", "tex"},
      {"<!-- html -->", "html"},
      {"<# .SYNOPSIS\n Runs. #>", ".SYNOPSIS\nRuns."},
      {"\"\"\"One.\n\n    Two.\n      Three.\n    \"\"\"", "One.\n\nTwo.\n  Three."},
      {"'''One.'''", "One."},
      {"\"one\"", "one"},
      {"/// <summary>Does it.</summary>", "Does it."},
      {"//=======\n// Title\n//-------", "Title"},
      {"//   indented\n//   same", "indented\nsame"},
      {"// a\r\n// b\r\n", "a\nb"},
      {"//", ""},
      {"/**/", ""},
      {"", ""}};
  for (const auto& [comment, expected] : cases) {
    CAPTURE(comment);
    CHECK(clean_comment(comment) == expected);
  }
}

TEST_CASE("comments: what looks like a marker inside a doc string stays") {
  CHECK(clean_comment("\"\"\"Runs.\n\n    # heading\n    --flag\n    \"\"\"") ==
        "Runs.\n\n# heading\n--flag");
}
