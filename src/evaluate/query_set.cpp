// Queries with the places that answer them, from JSONL files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "evaluate/query_set.hpp"

#include <algorithm>
#include <map>

#include "base/try.hpp"
#include "evaluate/json_lines.hpp"
#include "json/member_reader.hpp"
#include "json/members.hpp"

namespace codeweaver::evaluate {
namespace {

constexpr std::string_view kTargetForm =
    R"(Write a target as {"path": "src/a.py", "start": 1, "end": 9, "secondary": true}; )"
    "only path is required; give start and end together.";

bool is_listed(const std::vector<std::string>& wanted, const std::string& name) {
  return wanted.empty() || std::find(wanted.begin(), wanted.end(), name) != wanted.end();
}

bool is_relative(const std::string& path) {
  const std::filesystem::path given(path);
  return !path.empty() && given.is_relative() && given.lexically_normal() == given &&
         *given.begin() != ".." && *given.begin() != ".";
}

std::optional<LineFault> read_target(const json::Value& value, Target& target) {
  json::MemberReader reader(value, "target");
  std::optional<std::uint32_t> start, end;
  reader.required("path", target.path);
  reader.optional("start", start);
  reader.optional("end", end);
  reader.optional("secondary", target.is_secondary);
  if (auto read = reader.finish(true); !read)
    return LineFault{read.error().cause, std::string(kTargetForm)};
  if (!is_relative(target.path))
    return LineFault{"target path '" + target.path + "' is not inside the repository",
                     "Give a path relative to the repository folder, with '/' and without '..'."};
  if (start.has_value() != end.has_value())
    return LineFault{"target '" + target.path + "' has only one of start and end",
                     std::string(kTargetForm)};
  if (!start) return std::nullopt;
  auto lines = Span::make(*start, *end);
  if (!lines) return LineFault{lines.error().cause, lines.error().action};
  target.lines = *lines;
  return std::nullopt;
}

std::optional<LineFault> read_targets(const json::Array* list, Query& query) {
  if (list == nullptr || list->empty())
    return LineFault{"targets is missing, empty or not a list", std::string(kTargetForm)};
  for (const json::Value& item : *list)
    if (auto fault = read_target(item, query.targets.emplace_back())) return fault;
  if (std::all_of(query.targets.begin(), query.targets.end(),
                  [](const Target& target) { return target.is_secondary; }))
    return LineFault{"all targets are secondary",
                     "Remove \"secondary\" from the target that answers the query."};
  return std::nullopt;
}

std::optional<LineFault> read_query(const json::Value& value, Query& query) {
  json::MemberReader reader(value, "query");
  reader.required("repo", query.key.repo);
  reader.required("query_id", query.key.query_id);
  reader.required("query", query.text);
  reader.required("language", query.language);
  reader.required("category", query.category);
  reader.optional("split", query.split);
  if (auto read = reader.finish(true); !read)
    return LineFault{read.error().cause,
                     "Give repo, query_id, query, language and category as texts, and targets."};
  if (!is_relative(query.key.repo) || query.key.repo.find('/') != std::string::npos)
    return LineFault{"repo '" + query.key.repo + "' is not a folder name",
                     "Give the name of a folder inside the repositories folder."};
  if (query.text.find_first_not_of(" \t\r\n") == std::string::npos)
    return LineFault{"query '" + query.key.query_id + "' is blank", "Write the text of the query."};
  return read_targets(json::list_in(value, "targets"), query);
}

Result<std::vector<std::filesystem::path>> query_files(const std::filesystem::path& source) {
  std::error_code error;
  if (!std::filesystem::is_directory(source, error))
    return std::vector<std::filesystem::path>{source};
  std::vector<std::filesystem::path> files;
  for (std::filesystem::directory_iterator it(source, error), end; it != end && !error;
       it.increment(error))
    if (it->path().extension() == ".jsonl") files.push_back(it->path());
  if (error)
    return Error{ErrorCategory::kIo, "UNREADABLE_FOLDER",
                 "Cannot list " + source.string() + ": " + error.message(), "reading queries",
                 "Check that the folder can be read."};
  if (files.empty())
    return Error{ErrorCategory::kNotFound, "NO_QUERIES",
                 "There is no *.jsonl file in " + source.string(), "reading queries",
                 "Give a query file, or a folder of query files."};
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

bool QueryFilter::admits(const Query& query) const {
  return is_listed(repos, query.key.repo) && is_listed(categories, query.category) &&
         is_listed(splits, query.split);
}

Result<std::vector<Query>> read_queries(const std::filesystem::path& source) {
  CODEWEAVER_ASSIGN(auto files, query_files(source));
  std::vector<Query> queries;
  std::map<QueryKey, std::string> places;
  for (const auto& file : files) {
    auto done = read_json_lines(
        file, "INVALID_QUERY",
        [&](const json::Value& value, const std::string& place) -> std::optional<LineFault> {
          Query query;
          if (auto fault = read_query(value, query)) return fault;
          if (const auto [at, is_new] = places.emplace(query.key, place); !is_new)
            return LineFault{"query_id '" + query.key.query_id + "' of repo '" + query.key.repo +
                                 "' is already used at " + at->second,
                             "Give each query of a repository a unique id."};
          queries.push_back(std::move(query));
          return std::nullopt;
        });
    if (!done) return done.error();
  }
  return queries;
}

}  // namespace codeweaver::evaluate
