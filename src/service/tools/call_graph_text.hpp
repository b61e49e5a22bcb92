// call_graph_text: an answer of the call graph as lines for people and agents.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "codeweaver/call_graph.hpp"

namespace codeweaver::service {

/// The definitions that were asked for, then a line for each match, by depth: place, name, and the
/// lines of the calls. `start`: the name or place that was asked for; empty: a difference. Names
/// are not made safe for a terminal.
std::string call_graph_text(const CallGraphAnswer& answer, const CallGraphOptions& options,
                            std::string_view start);

}  // namespace codeweaver::service
