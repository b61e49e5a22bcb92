// The parts of a speed measurement that update an index or start the program.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <span>
#include <stop_token>
#include <vector>

#include "bench/speed.hpp"
#include "bench/speed_queries.hpp"
#include "codeweaver/workspace.hpp"

namespace codeweaver::bench {

/// The spread of times in milliseconds.
Spread spread_of(const std::vector<double>& milliseconds);

WorkspaceOptions workspace_options(const SpeedOptions& options);

/// `queries` name the files to edit, one after another. Each file is restored.
Result<UpdateSpeed> measure_updates(const Project& project, const SpeedOptions& options,
                                    std::span<const SpeedQuery> queries, std::stop_token stop);

/// Starts options.program with the finished index: once to warm up, then update_runs times.
Result<ProgramSpeed> measure_program(const Project& project, const SpeedOptions& options,
                                     std::span<const SpeedQuery> queries, std::stop_token stop);

}  // namespace codeweaver::bench
