// A pager for results that do not fit on the screen.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>

#include "cli/render/terminal.hpp"
#include "settings/environment.hpp"

namespace codeweaver::cli {

/// Writes `text` to streams.out. If that is a terminal and the text does not fit, shows it in a
/// pager, as git does. The pager is CODEWEAVER_PAGER, else PAGER, else less, run by a shell. "cat",
/// an empty value and TERM=dumb mean no pager. If the pager does not start, prints the text.
void write_paged(const std::string& text, const Streams& streams,
                 const settings::Environment& environment);

}  // namespace codeweaver::cli
