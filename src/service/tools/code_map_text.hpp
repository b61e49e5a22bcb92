// code_map_text: a map of a project as lines for people and agents.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>

#include "codeweaver/code_map.hpp"

namespace codeweaver::service {

/// The path of each file, then its definitions, each with its line. Names are not made safe for a
/// terminal.
std::string code_map_text(const CodeMap& map);

}  // namespace codeweaver::service
