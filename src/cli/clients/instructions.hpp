// Instructions about codeweaver in an agent's file (AGENTS.md, CLAUDE.md).
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace codeweaver::cli {

/// Returns the text with the block about codeweaver, in the line ends of the text: at the end, or
/// instead of an older block.
std::string with_instructions(std::string_view text);
/// Returns the text without the block; nullopt: there is none.
std::optional<std::string> without_instructions(std::string_view text);

}  // namespace codeweaver::cli
