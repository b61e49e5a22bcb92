// The resources of our MCP server: status, coverage and the indexed files of the active project.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "mcp/resource.hpp"
#include "service/hosting/project_host.hpp"

namespace codeweaver::service {

inline constexpr std::string_view kStatusUri = "codeweaver://status";
inline constexpr std::string_view kCoverageUri = "codeweaver://coverage";
inline constexpr std::string_view kFileUri = "codeweaver://file/";

mcp::Resource make_status_resource(std::shared_ptr<ProjectHost> host);
mcp::Resource make_coverage_resource(std::shared_ptr<ProjectHost> host);
/// codeweaver://file/{+path}: the text of a file from the index. It never reads the file system, so
/// no path leads outside the project.
mcp::ResourceTemplate make_file_template(std::shared_ptr<ProjectHost> host);

}  // namespace codeweaver::service
