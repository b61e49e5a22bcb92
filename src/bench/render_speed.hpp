// Measured speed as tables.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>

#include "bench/speed.hpp"
#include "cli/render/terminal.hpp"

namespace codeweaver::bench {

std::string render_speed(const SpeedReport& report, const cli::Streams& streams);

}  // namespace codeweaver::bench
