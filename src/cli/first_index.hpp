// The first index of a project, made before what asks for it, where somebody can see how it goes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <stop_token>

#include "cli/session.hpp"

namespace codeweaver::cli {

/// Indexes a project that never was, with its progress on stderr, and one line there of what was
/// left out. Does nothing where there is an index, and where another process makes one. Errors:
/// those of CodeWeaver::index(); kCancelled.
Result<void> index_first(const Session& session, CodeWeaver& workspace, std::stop_token stop);

/// Opens a project and makes its first index where it has none; registers it then, and where it has
/// one. Passes on why there is no project.
Result<CodeWeaver> open_indexed(Session& session, const Result<Project>& project,
                                std::stop_token stop = {});

}  // namespace codeweaver::cli
