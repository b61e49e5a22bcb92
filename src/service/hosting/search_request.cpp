// SearchRequest: converts a request to search options.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/hosting/search_request.hpp"

#include <utility>

#include "codeweaver/contract.hpp"
#include "codeweaver/namespace_key.hpp"
#include "json/member_reader.hpp"

namespace codeweaver::service {
namespace {

constexpr std::size_t kMostProjects = 50;
constexpr std::size_t kMostLanguages = 100;
constexpr std::size_t kMostPatterns = 100;

/// Checks that `id` is a project id or an absolute path in a project.
void check_project(json::MemberReader& reader, std::string_view key, const std::string& id) {
  if (id.empty() || id.front() == '/' || is_key_part(id)) return;
  reader.note(key, "is '" + id.substr(0, 100) + "'; " + std::string(kKeyPartRule) +
                       ", or the path of the project's folder");
}

void check_part(json::MemberReader& reader, std::string_view key, const std::string& part) {
  if (!part.empty() && !is_key_part(part))
    reader.note(key, "is '" + part.substr(0, 100) + "'; " + std::string(kKeyPartRule));
}

void read_filter(json::MemberReader& reader, SearchFilter& filter) {
  reader.nullable("include_tests", filter.include_tests);
  reader.nullable("focus_languages", filter.focus_languages);
  if (filter.focus_languages.size() > kMostLanguages)
    reader.note("focus_languages", "has more than " + std::to_string(kMostLanguages) + " items");
  reader.nullable("file_type", filter.file_type);
  reader.nullable("directory", filter.directory);
  reader.nullable("file_glob", filter.file_glob);
  reader.nullable("paths", filter.paths);
  if (filter.paths.size() > kMostPatterns)
    reader.note("paths", "has more than " + std::to_string(kMostPatterns) + " items");
  reader.nullable_name("purpose", filter.purpose, parse_purpose);
  std::optional<std::string> strategy;
  reader.nullable("chunk_strategy", strategy);
  if (strategy && strategy->empty()) reader.note("chunk_strategy", "is empty");
  filter.chunk_strategy = strategy.value_or("");
  check_part(reader, "chunk_strategy", filter.chunk_strategy);
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

SearchOptions SearchRequest::apply_to(SearchOptions options) const {
  options.filter = asked.filter;
  options.intent = asked.intent;
  options.task = asked.task;
  options.token_limit = asked.token_limit;
  options.detail = asked.detail;
  options.ref = asked.ref;
  options.changed_in = asked.changed_in;
  options.explain = asked.explain;
  if (top_k) options.top_k = *top_k;
  if (context_lines) options.context_lines = *context_lines;
  return options;
}

Result<SearchRequest> read_search_request(const json::Value& value) {
  SearchRequest request;
  auto& asked = request.asked;
  json::MemberReader reader(value, "request");
  reader.required("query", request.query);
  read_projects(reader, request);
  reader.nullable("intent", asked.intent);
  reader.nullable_name("task", asked.task, parse_agent_task);
  reader.nullable("top_k", request.top_k);
  reader.nullable("token_limit", asked.token_limit);
  std::optional<Detail> detail;
  reader.nullable_name("detail", detail, parse_detail);
  asked.detail = detail.value_or(Detail::kFull);
  reader.nullable("context_lines", request.context_lines);
  reader.nullable("min_similarity", asked.filter.min_similarity);
  reader.nullable("ref", asked.ref);
  reader.nullable("changed_in", asked.changed_in);
  reader.nullable("explain", asked.explain);
  read_filter(reader, asked.filter);
  reader.no_others();
  auto filled = reader.finish(std::move(request));
  if (filled) return filled;
  auto error = filled.error();
  error.code = contract::kValidationError;
  return error;
}

}  // namespace codeweaver::service
