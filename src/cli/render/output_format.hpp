// The output formats of commands.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

namespace codeweaver::cli {

enum class OutputFormat { kTable, kMarkdown, kJson, kJsonLines, kVimgrep, kPaths };

}  // namespace codeweaver::cli
