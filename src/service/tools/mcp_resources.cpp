// The resources of our MCP server.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/tools/mcp_resources.hpp"

#include <functional>
#include <utility>

#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "json/writer.hpp"
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

/// A resource that shows the active project as JSON.
mcp::Resource json_resource(std::string_view uri, std::string name,
                            std::shared_ptr<ProjectHost> host,
                            Result<json::Value> (*describe)(HostedProject&)) {
  mcp::Resource resource;
  resource.uri = uri;
  resource.name = std::move(name);
  resource.mime_type = "application/json";
  resource.read = [host = std::move(host), uri = std::string(uri),
                   describe](const mcp::CallContext& context) -> Result<mcp::ResourceResult> {
    if (auto question = question_to_caller(*host, context)) return asking(std::move(*question));
    CODEWEAVER_ASSIGN(const auto project, project_of_call(*host, {}, context));
    CODEWEAVER_ASSIGN(const auto described, describe(*project));
    return text_result(uri, "application/json",
                       json::dump(described, json::Layout::kIndented) + '\n');
  };
  return resource;
}

/// Errors: kInvalidArgument "PATH_OUTSIDE_PROJECT". Such a path names no indexed file anyway; this
/// says why.
Result<void> check_path(std::string_view path) {
  const auto refused = [&](std::string cause) {
    return Error{ErrorCategory::kInvalidArgument, "PATH_OUTSIDE_PROJECT", std::move(cause),
                 "reading a file of the index",
                 "Give a path relative to the project's root, as matches show it."};
  };
  if (path.empty()) return refused("The path is empty");
  if (path.front() == '/' || path.find('\\') != std::string_view::npos ||
      path.find('\0') != std::string_view::npos)
    return refused("'" + std::string(path) + "' is no path relative to the project");
  for (std::string_view rest = path; !rest.empty();) {
    const auto slash = rest.find('/');
    if (const auto part = rest.substr(0, slash); part == ".." || part == ".")
      return refused("'" + std::string(path) + "' leaves the project");
    rest = slash == std::string_view::npos ? std::string_view{} : rest.substr(slash + 1);
  }
  return {};
}

Result<mcp::ResourceResult> read_file(ProjectHost& host, const std::string& uri,
                                      const std::string& path, const mcp::CallContext& context) {
  CODEWEAVER_TRY(check_path(path));
  if (auto question = question_to_caller(host, context)) return asking(std::move(*question));
  CODEWEAVER_ASSIGN(const auto project, project_of_call(host, {}, context));
  CODEWEAVER_ASSIGN(auto text, project->workspace().file_text(path, context.stop()));
  if (text.size() > kMostFileBytes)
    return Error{ErrorCategory::kInvalidArgument, error_code::kFileTooLarge,
                 "'" + path + "' has " + std::to_string(text.size()) + " bytes",
                 "reading a file of the index",
                 "Files of up to 1 MiB are given; find_code with file_glob shows parts of others."};
  return text_result(uri, "text/plain", std::move(text));
}

}  // namespace

mcp::Resource make_status_resource(std::shared_ptr<ProjectHost> host) {
  auto resource = json_resource(kStatusUri, "status", std::move(host), status_json);
  resource.title = "Index status";
  resource.description = "Whether the active project is indexed and fresh, and how far a run is.";
  return resource;
}

mcp::Resource make_coverage_resource(std::shared_ptr<ProjectHost> host) {
  auto resource = json_resource(kCoverageUri, "coverage", std::move(host), coverage_json);
  resource.title = "Index coverage";
  resource.description =
      "Which share of the active project searches see, by language, and which files are left out.";
  return resource;
}

mcp::ResourceTemplate make_file_template(std::shared_ptr<ProjectHost> host) {
  mcp::ResourceTemplate file;
  file.uri_template = std::string(kFileUri) + "{+path}";
  file.name = "file";
  file.title = "Indexed file";
  file.description = "The text of an indexed file of the active project, by its path in it.";
  file.mime_type = "text/plain";
  file.complete["path"] = complete_paths(host);
  file.read = [host = std::move(host)](const std::string& uri, const mcp::UriVariables& variables,
                                       const mcp::CallContext& context) {
    const auto path = variables.find("path");
    return read_file(*host, uri, path == variables.end() ? "" : path->second, context);
  };
  return file;
}

}  // namespace codeweaver::service
