// The resources of our MCP server.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/tools/mcp_resources.hpp"

#include <functional>
#include <utility>

#include "base/try.hpp"
#include "json/writer.hpp"
#include "service/hosting/indexed_text.hpp"
#include "service/tools/mcp_caller.hpp"
#include "service/tools/mcp_completion.hpp"
#include "service/tools/mcp_status.hpp"

namespace codeweaver::service {
namespace {

constexpr std::size_t kMostFileBytes = 1U << 20;

mcp::ResourceResult text_result(std::string uri, std::string mime_type, std::string text) {
  mcp::ResourceResult out;
  out.contents.push_back({std::move(uri), std::move(mime_type), std::move(text)});
  return out;
}

mcp::ResourceResult asking(mcp::InputNeeded question) {
  mcp::ResourceResult out;
  out.input = std::move(question);
  return out;
}

/// A resource that describes the active project as JSON.
mcp::Resource json_resource(std::string_view uri, std::string name,
                            std::shared_ptr<ProjectHost> host,
                            Result<json::Value> (*describe)(HostedProject&, const CallContext&)) {
  mcp::Resource resource;
  resource.uri = uri;
  resource.name = std::move(name);
  resource.mime_type = "application/json";
  resource.read = [host = std::move(host), uri = std::string(uri),
                   describe](const mcp::RequestContext& context) -> Result<mcp::ResourceResult> {
    if (auto question = question_to_caller(*host, context)) return asking(std::move(*question));
    CODEWEAVER_ASSIGN(const auto project, project_of_call(*host, {}, context));
    CODEWEAVER_ASSIGN(const auto described, describe(*project, call_of(context)));
    return text_result(uri, "application/json",
                       json::dump(described, json::Layout::kIndented) + '\n');
  };
  return resource;
}

Result<mcp::ResourceResult> read_file(ProjectHost& host, const std::string& uri,
                                      const std::string& path, const mcp::RequestContext& context) {
  CODEWEAVER_TRY(check_path_in_project(path));
  if (auto question = question_to_caller(host, context)) return asking(std::move(*question));
  CODEWEAVER_ASSIGN(const auto project, project_of_call(host, {}, context));
  CODEWEAVER_ASSIGN(
      auto text,
      indexed_text(
          *project, path,
          {kMostFileBytes,
           "Resources are limited to 1 MiB; use find_code with file_glob for parts of the file."},
          call_of(context)));
  return text_result(uri, "text/plain", std::move(text));
}

}  // namespace

mcp::Resource make_status_resource(std::shared_ptr<ProjectHost> host) {
  auto resource = json_resource(kStatusUri, "status", std::move(host), status_json);
  resource.title = "Index status";
  resource.description =
      "Whether the active project is indexed and up to date, and the progress of a run.";
  return resource;
}

mcp::Resource make_coverage_resource(std::shared_ptr<ProjectHost> host) {
  auto resource = json_resource(kCoverageUri, "coverage", std::move(host), coverage_json);
  resource.title = "Index coverage";
  resource.description =
      "The share of the active project that searches cover, by language, and the skipped files.";
  return resource;
}

mcp::ResourceTemplate make_file_template(std::shared_ptr<ProjectHost> host) {
  mcp::ResourceTemplate file;
  file.uri_template = std::string(kFileUri) + "{+path}";
  file.name = "file";
  file.title = "Indexed file";
  file.description =
      "The text of an indexed file of the active project, by its path in the project.";
  file.mime_type = "text/plain";
  file.complete["path"] = complete_paths(host);
  file.read = [host = std::move(host)](const std::string& uri, const mcp::UriVariables& variables,
                                       const mcp::RequestContext& context) {
    const auto path = variables.find("path");
    return read_file(*host, uri, path == variables.end() ? "" : path->second, context);
  };
  return file;
}

}  // namespace codeweaver::service
