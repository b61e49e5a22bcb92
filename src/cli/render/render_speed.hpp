// Measured speed as tables.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>

#include "cli/render/terminal.hpp"
#include "evaluate/speed.hpp"

namespace codeweaver::cli {

std::string render_speed(const evaluate::SpeedReport& report, const Streams& streams);

}  // namespace codeweaver::cli
