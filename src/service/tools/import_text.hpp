// import_text: answers about imports as lines for people and agents.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>

#include "codeweaver/call_graph.hpp"

namespace codeweaver::service {

/// The file, folder or library that was asked for, then a line for each file that it imports or
/// that imports it, by depth; or the cycles, each as one shortest cycle. Names are not made safe
/// for a terminal.
std::string import_text(const CallGraphAnswer& answer, CallRelation relation);

}  // namespace codeweaver::service
