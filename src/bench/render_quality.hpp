// Tables of the quality benchmark.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>

#include "cli/render/terminal.hpp"
#include "evaluate/report.hpp"

namespace codeweaver::bench {

/// Returns the tables. `with_repositories` adds a row for each repository.
std::string render_quality(const evaluate::Report& report, bool with_repositories,
                           const cli::Streams& streams);

}  // namespace codeweaver::bench
