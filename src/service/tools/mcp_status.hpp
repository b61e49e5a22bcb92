// A project's state as the tools and resources show it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "codeweaver/result.hpp"
#include "json/value.hpp"
#include "service/hosting/project_host.hpp"

namespace codeweaver::service {

/// Id, display name and folder.
json::Value project_json(const Project& project);

/// Freshness and size of the index, the run that goes on, how the last one ended. Cost: one look
/// at the tree. Errors: those of CodeWeaver::status().
Result<json::Value> status_json(HostedProject& project);

/// Which share of the project searches see, by language, and which files are left out and why.
/// Errors: as status_json().
Result<json::Value> coverage_json(HostedProject& project);

/// Files that a run could not read, one sentence each, binary ones included.
std::vector<std::string> failed_files(const IndexReport& report);

/// The number of files and, in words, what of a run is done: "120 of 5000 files".
std::string progress_text(const IndexProgress& progress);

}  // namespace codeweaver::service
