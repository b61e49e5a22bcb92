// The state of a project, as tools and resources show it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "codeweaver/call_context.hpp"
#include "codeweaver/result.hpp"
#include "json/value.hpp"
#include "service/hosting/project_host.hpp"

namespace codeweaver::service {

/// Id, display name and folder.
json::Value project_json(const Project& project);

/// Freshness and size of the index, the current run, and the result of the last one. Cost: one scan
/// of the tree. Errors: those of CodeWeaver::status().
Result<json::Value> status_json(HostedProject& project, const CallContext& call);

/// The share of the project that searches cover, by language, and the skipped files with reasons.
/// Errors: as status_json().
Result<json::Value> coverage_json(HostedProject& project, const CallContext& call);

/// Files that a run could not read, one sentence each, binary ones included.
std::vector<std::string> failed_files(const IndexReport& report);

/// The progress of a run: "120 of 5000 files".
std::string progress_text(const IndexProgress& progress);

}  // namespace codeweaver::service
