// Tests of shown texts: the whole text, or a signature for a summary.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/answer/shown_text.hpp"

#include <doctest/doctest.h>

#include <string_view>

#include "codeweaver/search_types.hpp"
#include "engine/searching/answer/focus.hpp"

namespace codeweaver::engine {

TEST_CASE("shown text: the whole text is shown as it is, a signature alone for a summary") {
  constexpr std::string_view kText =
      "def open(gate):\n    gate.lift()\n    gate.wait()\n    return gate\n";
  Focus focus{.text = kText, .lines = {1, 4}, .symbol = "open", .kind = "function"};
  focus.named_line = 0;
  CHECK(shown_text(focus, "", false, {Detail::kFull, {}}) == kText);
  const auto summary = shown_text(focus, "", false, {Detail::kSummary, {}});
  CHECK(summary.starts_with("def open(gate):"));
  CHECK(summary.size() < kText.size());
}

}  // namespace codeweaver::engine
