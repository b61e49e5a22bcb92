// A pager for answers that are longer than the terminal is high.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>

#include "cli/terminal.hpp"
#include "settings/environment.hpp"

namespace codeweaver::cli {

/// Writes `text` to streams.out: through a pager, as git does, where that is a terminal which shows
/// less than all of it. The pager is CODEWEAVER_PAGER, else PAGER, else less, run by a shell;
/// "cat" and the empty text mean none, as does a terminal that is "dumb". One that cannot be
/// started is done without.
void write_paged(const std::string& text, const Streams& streams,
                 const settings::Environment& environment);

}  // namespace codeweaver::cli
