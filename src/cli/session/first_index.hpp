// Makes the first index of a project before a command uses it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "cli/session/session.hpp"
#include "codeweaver/call_context.hpp"

namespace codeweaver::cli {

/// Indexes a project that has no complete index. Prints progress and the files left out to stderr.
/// Does nothing if the index is complete, if another process is indexing, or if
/// indexing.first_index_wait_ms is not 0. Errors: errors of CodeWeaver::index(); kCancelled.
Result<void> index_first(const Session& session, CodeWeaver& workspace, const CallContext& call);

/// Opens a project to search it. Registers it and makes its first index if necessary, unless
/// another machine indexes it. With indexing.first_index_wait_ms, a project without a complete
/// index is neither registered nor indexed. Returns the error of `project`, if it has one.
Result<opening::Opened> open_to_search(Session& session, const Result<Project>& project,
                                       const CallContext& call = {});

/// The same for commands that need the index itself. Errors: also kUnsupported "QUERY_NODE".
Result<CodeWeaver> open_indexed(Session& session, const Result<Project>& project,
                                const CallContext& call = {});

}  // namespace codeweaver::cli
