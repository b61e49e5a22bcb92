// The tools about projects: get_status, list_projects, set_active_project.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <cstdint>
#include <utility>

#include "base/counted.hpp"
#include "service/tools/mcp_arguments.hpp"
#include "service/tools/mcp_caller.hpp"
#include "service/tools/mcp_host_tool.hpp"
#include "service/tools/mcp_refusal.hpp"
#include "service/tools/mcp_status.hpp"
#include "service/tools/mcp_tools.hpp"

namespace codeweaver::service {
namespace {

constexpr std::string_view kProjectInput = R"({
  "type": "object",
  "properties": {
    "project_id": {"type": "string", "description": "The project (see list_projects); default: the active one."}
  },
  "additionalProperties": false
})";

constexpr std::string_view kStatusOutput = R"({
  "type": "object",
  "properties": {
    "project_id": {"type": "string"}, "display_name": {"type": "string"}, "root": {"type": "string"},
    "from_store": {"type": "boolean", "description": "True on a query node: it searches the project in a store that other machines index; root is empty."},
    "state": {"type": "string", "enum": ["idle", "indexing", "error"]},
    "indexed": {"type": "boolean"},
    "coverage": {"type": "number", "minimum": 0, "maximum": 1, "description": "Share of files that searches cover."},
    "is_stale": {"type": "boolean"}, "changed_files": {"type": "integer"},
    "total_files": {"type": "integer"}, "total_chunks": {"type": "integer"},
    "languages": {"type": "object", "additionalProperties": {"type": "integer"}},
    "secrets": {"type": "object", "description": "Keys, tokens and passwords kept out of the index.", "properties": {
      "masked_values": {"type": "integer"}, "masked_files": {"type": "integer"}, "left_out_files": {"type": "integer"}}},
    "bulk_files": {"type": "integer", "description": "Files of data, recordings, translations or minified code that search by meaning covers only in part; see indexing.data_file_chunks."},
    "files_without_vectors": {"type": "integer", "description": "Files found by words only, because the embedding model was missing or failed."},
    "warnings": {"type": "array", "items": {"type": "string"}, "description": "Content missing from the index."},
    "last_indexed_at": {"type": "string"},
    "progress": {"type": "object", "properties": {
      "files_discovered": {"type": "integer"}, "files_processed": {"type": "integer"},
      "chunks_created": {"type": "integer"}, "errors": {"type": "integer"},
      "started_at": {"type": "string"}, "estimated_completion": {"type": "string"}}},
    "last_run": {"type": "object", "properties": {
      "run_id": {"type": "string"}, "status": {"type": "string", "enum": ["success", "partial", "skipped", "failed", "cancelled"]},
      "started_at": {"type": "string"}, "finished_at": {"type": "string"}, "files_indexed": {"type": "integer"},
      "files_removed": {"type": "integer"}, "chunks_created": {"type": "integer"}, "failed_files": {"type": "integer"}}},
    "last_error": {"type": "object", "properties": {
      "code": {"type": "string"}, "cause": {"type": "string"}, "context": {"type": "string"}, "action": {"type": "string"}}}
  },
  "required": ["project_id", "display_name", "root", "state", "indexed", "coverage", "is_stale", "changed_files", "total_files", "total_chunks", "languages"]
})";

constexpr std::string_view kListOutput = R"({
  "type": "object",
  "properties": {
    "projects": {"type": "array", "items": {
      "type": "object",
      "properties": {
        "project_id": {"type": "string"}, "display_name": {"type": "string"}, "root": {"type": "string"},
        "from_store": {"type": "boolean", "description": "True on a query node; root is then empty."},
        "is_active": {"type": "boolean", "description": "Whether calls without project_id use it."}},
      "required": ["project_id", "display_name", "root", "is_active"]}}
  },
  "required": ["projects"]
})";

constexpr std::string_view kChooseInput = R"({
  "type": "object",
  "properties": {
    "project_id": {"type": "string", "description": "See list_projects."}
  },
  "required": ["project_id"],
  "additionalProperties": false
})";

constexpr std::string_view kChooseOutput = R"({
  "type": "object",
  "properties": {
    "project_id": {"type": "string"}, "display_name": {"type": "string"}, "root": {"type": "string"}
  },
  "required": ["project_id", "display_name", "root"]
})";

/// Shown instead of a folder.
const std::string kFromStore = "from the store";

std::string folder_text(const Project& project) {
  return project.root.empty() ? kFromStore : project.root.string();
}

/// One or two sentences that describe the state, from the result of status_json().
std::string status_text(const json::Value& status) {
  const auto text = [&](std::string_view key) { return *status.find(key)->if_string(); };
  const auto number = [&](std::string_view key, std::string_view noun) {
    return base::counted(static_cast<std::uint64_t>(*status.find(key)->if_integer()), noun);
  };
  const bool is_from_store = status.find("from_store") != nullptr;
  std::string out =
      "Project " + text("project_id") + " (" + (is_from_store ? kFromStore : text("root")) + "): ";
  if (text("state") == "indexing")
    out += is_from_store ? "its records are being written now. " : "indexing now. ";
  if (!*status.find("indexed")->if_bool()) return out + "not indexed yet.";
  out += number("total_files", "file") + ", " + number("total_chunks", "chunk") + ", ";
  if (is_from_store) return out + "as new as the store.";
  const bool is_stale = *status.find("is_stale")->if_bool();
  out +=
      is_stale ? number("changed_files", "file") + " changed since the last run." : "up to date.";
  for (const auto& warning : *status.find("warnings")->if_array())
    out += " " + *warning.if_string() + ".";
  return out;
}

mcp::ToolResult get_status(ProjectHost& host, const json::Value& arguments,
                           const mcp::RequestContext& context) {
  auto project = project_of_call(host, Arguments(arguments).text("project_id"), context);
  if (!project) return refusal(project.error());
  auto status = status_json(**project, call_of(context));
  if (!status) return refusal(status.error());
  mcp::ToolResult out;
  out.text = status_text(*status);
  out.structured = std::move(*status);
  return out;
}

mcp::ToolResult list_projects(ProjectHost& host, const json::Value&,
                              const mcp::RequestContext& context) {
  const auto projects = host.list(call_of(context));
  if (!projects) return refusal(projects.error());
  // The project that a call without an id would use. Not having one is not an error here.
  const auto folders = folders_of_caller(context);
  const auto active = host.implied_id(folders, call_of(context));
  mcp::ToolResult out;
  json::Value list = json::Array{};
  for (const auto& project : *projects) {
    const bool is_active = active && *active == project.project_id;
    auto item = project_json(project);
    item.set("is_active", is_active);
    list.push_back(std::move(item));
    out.text += (is_active ? "* " : "- ") + project.project_id + ": " + folder_text(project) + '\n';
  }
  if (projects->empty())
    out.text = host.can(Feature::kIndexing) ? "No projects yet. Make one with index_repository."
                                            : "The store has no projects yet.";
  if (!active && !folders.empty()) out.text += refusal(active.error()).text + '\n';
  out.structured = json::Object{{"projects", std::move(list)}};
  return out;
}

mcp::ToolResult set_active_project(ProjectHost& host, const json::Value& arguments,
                                   const mcp::RequestContext&) {
  const auto project = host.set_active(Arguments(arguments).text("project_id"));
  if (!project) return refusal(project.error());
  mcp::ToolResult out;
  out.text = "Active project: " + project->project_id + " (" + project->root.string() + ')';
  out.structured = project_json(*project);
  return out;
}

}  // namespace

mcp::Tool make_get_status_tool(std::shared_ptr<ProjectHost> host) {
  return make_host_tool(
      {"get_status", "Index status",
       "Reports whether a project is indexed, how much of it, whether that is up to date, and how "
       "far a running index run is. Use it if an answer warns of incomplete results.",
       kProjectInput, kStatusOutput},
      std::move(host), &get_status);
}

mcp::Tool make_list_projects_tool(std::shared_ptr<ProjectHost> host) {
  return make_host_tool(
      {"list_projects", "List projects",
       "Lists the projects with their ids and folders, and marks the active one, which calls "
       "without project_id use.",
       R"({"type": "object", "properties": {}, "additionalProperties": false})", kListOutput},
      std::move(host), &list_projects);
}

mcp::Tool make_set_active_project_tool(std::shared_ptr<ProjectHost> host) {
  auto tool = make_host_tool({"set_active_project", "Choose the active project",
                              "Sets the project that calls without project_id use from now on, "
                              "in this server and on the command line.",
                              kChooseInput, kChooseOutput},
                             std::move(host), &set_active_project);
  tool.is_read_only = false;
  return tool;
}

}  // namespace codeweaver::service
