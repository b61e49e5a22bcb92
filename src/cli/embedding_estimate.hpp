// What an index run would send to the embedder that settings name.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <stop_token>

#include "cli/commands.hpp"
#include "codeweaver/remote_models.hpp"

namespace codeweaver::cli {

/// Prints it, and sends nothing but, of a model that is not known, a request for its dimension.
/// Returns the exit code.
int print_embedding_estimate(Session& session, const Project& project, OutputFormat format,
                             std::stop_token stop);

}  // namespace codeweaver::cli
