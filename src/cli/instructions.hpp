// What an agent is told about codeweaver in its file of instructions (AGENTS.md, CLAUDE.md).
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace codeweaver::cli {

/// The text with the block about codeweaver: at its end, or in place of an older one.
std::string with_instructions(std::string_view text);
/// The text without it; nullopt: it has none.
std::optional<std::string> without_instructions(std::string_view text);

}  // namespace codeweaver::cli
