// callers_text: callers as lines for people and agents.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "codeweaver/callers.hpp"

namespace codeweaver::service {

/// The definitions, then a line for each caller, by depth: place, name, and the lines of the calls.
/// Names are not made safe for a terminal.
std::string callers_text(const CallersAnswer& answer, std::string_view name);

}  // namespace codeweaver::service
