// Estimate of the text that an indexing run would send to the embedder.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <stop_token>

#include "cli/commands/commands.hpp"
#include "codeweaver/remote_models.hpp"

namespace codeweaver::cli {

/// Prints the estimate. Sends no text of the project; only for a model of unknown dimension it
/// sends one request. \return the exit code
int print_embedding_estimate(Session& session, const Project& project, OutputFormat format,
                             std::stop_token stop);

}  // namespace codeweaver::cli
