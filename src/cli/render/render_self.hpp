// Tables of the self-evaluation, and the result of tuning.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>

#include "cli/render/terminal.hpp"
#include "evaluate/self_evaluation.hpp"

namespace codeweaver::cli {

std::string render_self(const evaluate::SelfReport& self, const Streams& streams);

}  // namespace codeweaver::cli
