// Tests of the block of instructions in an agent's file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/clients/instructions.hpp"

#include <doctest/doctest.h>

#include <string>

namespace codeweaver::cli {
namespace {

std::string with_returns(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '\n' ? std::string("\r\n") : std::string(1, c);
  return out;
}

constexpr std::string_view kBeginMark = "<!-- codeweaver: begin -->\n";

}  // namespace

TEST_CASE("instructions: a block comes to the end and goes without a trace") {
  for (const std::string text : {"", "# Rules\n", "# Rules\n\n", "\n", "a\r\nb\r\n"}) {
    CAPTURE(text);
    const auto with = with_instructions(text);
    CHECK(with.starts_with(text));
    CHECK(with_instructions(with) == with);
    CHECK(without_instructions(with) == text);
    CHECK_FALSE(without_instructions(text));
  }
  CHECK(without_instructions(with_instructions("no line end")) == "no line end\n");
}

TEST_CASE("instructions: text around the block stays when it is replaced") {
  const auto old =
      "# Rules\n\n" + std::string(kBeginMark) + "old\n<!-- codeweaver: end -->\nMore\n";
  const auto now = with_instructions(old);
  CHECK(now.starts_with("# Rules\n\n" + std::string(kBeginMark) + "## "));
  CHECK(now.ends_with("<!-- codeweaver: end -->\nMore\n"));
  CHECK(without_instructions(old) == "# Rules\nMore\n");
}

TEST_CASE("instructions: a block is found with any line ends, and has those of its file") {
  const auto text = with_returns("# Rules\n");
  const auto with = with_instructions(text);
  CHECK(with == with_returns(with_instructions("# Rules\n")));
  CHECK(with_instructions(with) == with);
  CHECK(without_instructions(with) == text);
  auto cut = with_instructions("# Rules\n");
  cut.pop_back();  // an editor removed the last line end
  CHECK(with_instructions(cut) == cut + "\n");
}

TEST_CASE("instructions: text below a begin marker whose end marker is gone is the user's") {
  const auto text = "# Rules\n" + std::string(kBeginMark) + "mine\n";
  const auto with = with_instructions(text);
  CHECK(with.starts_with(text));
  CHECK(with_instructions(with) == with);
  CHECK(without_instructions(with) == text);
  const std::string prose = "Keep `<!-- codeweaver: begin -->` and `<!-- codeweaver: end -->`.\n";
  CHECK_FALSE(without_instructions(prose));
}

}  // namespace codeweaver::cli
