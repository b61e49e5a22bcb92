// SearchRequest: converts a request to search options.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/hosting/search_request.hpp"

#include <utility>

#include "codeweaver/namespace_key.hpp"
#include "service/hosting/request_reader.hpp"

namespace codeweaver::service {
namespace {

constexpr std::size_t kMostProjects = 50;

/// Checks that `id` is a project id or an absolute path in a project.
void check_project(json::MemberReader& reader, std::string_view key, const std::string& id) {
  if (id.empty() || id.front() == '/' || is_key_part(id)) return;
  reader.note(key, "is '" + id.substr(0, 100) + "'; " + std::string(kKeyPartRule) +
                       ", or the path of the project's folder");
}

void read_projects(json::MemberReader& reader, SearchRequest& request) {
  std::optional<std::string> one;
  reader.nullable("project_id", one);
  if (one && one->empty()) reader.note("project_id", "is empty");
  request.project_id = one.value_or("");
  check_project(reader, "project_id", request.project_id);
  std::optional<std::vector<std::string>> all;
  reader.nullable("projects", all);
  if (!all) return;
  if (all->empty() || all->size() > kMostProjects)
    reader.note("projects", "must have 1 to " + std::to_string(kMostProjects) + " items");
  for (const auto& id : *all) {
    if (id.empty()) reader.note("projects", "has an empty item");
    check_project(reader, "projects", id);
  }
  request.projects = std::move(*all);
}

}  // namespace

Result<SearchRequest> read_search_request(const json::Value& value) {
  SearchRequest request;
  json::MemberReader reader(value, "request");
  reader.required("query", request.query);
  read_projects(reader, request);
  request.given.read(reader, json::kOnHttp);
  if (const auto* strategy = request.given.find("chunk_strategy"))
    if (const auto& name = std::get<std::string>(*strategy); !is_key_part(name))
      reader.note("chunk_strategy",
                  name.empty() ? std::string("is empty")
                               : "is '" + name.substr(0, 100) + "'; " + std::string(kKeyPartRule));
  reader.no_others();
  return finish_request(reader, std::move(request));
}

}  // namespace codeweaver::service
