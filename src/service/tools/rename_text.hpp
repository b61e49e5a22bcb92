// rename_text: the preview of a rename as lines for people and agents.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "codeweaver/rename.hpp"

namespace codeweaver::service {

/// The diff, then lines that begin with "# ": what is renamed together, places that are not in the
/// diff, and what to check. If the name is ambiguous, only such lines. `patch` ignores them. Names
/// are not made safe for a terminal.
std::string rename_text(const RenamePreview& preview, std::string_view name);

}  // namespace codeweaver::service
