// Ranked lists: their JSONL form, and token counts for results of other tools.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "evaluate/ranked_list.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "base/file.hpp"
#include "codeweaver/text/token_count.hpp"
#include "evaluate/json_lines.hpp"
#include "json/member_reader.hpp"
#include "json/members.hpp"
#include "json/writer.hpp"

namespace codeweaver::evaluate {
namespace {

constexpr std::string_view kForm =
    R"(Write {"repo": "r", "query_id": "q", "results": [{"path": "a.py", "start_line": 1, )"
    R"("end_line": 9, "score": 0.5}]}, best result first.)";

LineFault misfit(const Error& error) {
  return {error.cause, std::string(kForm)};
}

std::optional<LineFault> read_result(const json::Value& value, RankedResult& result) {
  json::MemberReader reader(value, "result");
  std::uint32_t start = 0, end = 0;
  reader.required("path", result.path);
  reader.required("start_line", start);
  reader.required("end_line", end);
  reader.optional("score", result.score);
  if (auto read = reader.finish(true); !read) return misfit(read.error());
  auto lines = Span::make(start, end);
  if (!lines) return LineFault{lines.error().cause, lines.error().action};
  result.lines = *lines;
  return std::nullopt;
}

void write_numbers(json::Writer& line, std::string_view key,
                   const std::map<std::string, double>& values) {
  line.key(key).begin_object();
  for (const auto& [name, value] : values) line.member(name, value);
  line.end_object();
}

/// The lines of a span that exist in the text.
std::string_view lines_of(std::string_view text, const Span& lines) {
  std::size_t begin = 0;
  for (std::uint32_t line = 1; line < lines.start_line; ++line) {
    const auto end = text.find('\n', begin);
    if (end == std::string_view::npos) return {};
    begin = end + 1;
  }
  std::size_t end = begin;
  for (std::uint32_t i = 0; i < lines.line_count() && end < text.size(); ++i)
    end = std::min(text.find('\n', end), text.size() - 1) + 1;
  return text.substr(begin, end - begin);
}

}  // namespace

std::string to_json_lines(std::span<const Query> queries, std::span<const RankedList> lists,
                          std::span<const std::map<std::string, double>> answer_features) {
  std::string out;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    json::Writer line;
    line.begin_object().member("repo", queries[i].key.repo);
    line.member("query_id", queries[i].key.query_id).key("results").begin_array();
    for (const auto& result : lists[i]) {
      line.begin_object()
          .member("path", result.path)
          .member("start_line", result.lines.start_line)
          .member("end_line", result.lines.end_line)
          .member("score", result.score);
      if (!result.features.empty()) write_numbers(line, "features", result.features);
      line.end_object();
    }
    line.end_array();
    if (i < answer_features.size() && !answer_features[i].empty())
      write_numbers(line, "answer_features", answer_features[i]);
    line.end_object();
    out += line.take() + '\n';
  }
  return out;
}

Result<std::map<QueryKey, RankedList>> read_results(const std::filesystem::path& file) {
  std::map<QueryKey, RankedList> lists;
  auto done = read_json_lines(
      file, "INVALID_RESULTS",
      [&](const json::Value& value, const std::string&) -> std::optional<LineFault> {
        QueryKey key;
        json::MemberReader reader(value, "answer");
        reader.required("repo", key.repo);
        reader.required("query_id", key.query_id);
        if (auto read = reader.finish(true); !read) return misfit(read.error());
        const json::Array* results = json::list_in(value, "results");
        if (results == nullptr)
          return LineFault{"results is missing or not a list", std::string(kForm)};
        const auto [at, is_new] = lists.try_emplace(std::move(key));
        if (!is_new)
          return LineFault{"query_id '" + at->first.query_id + "' of repo '" + at->first.repo +
                               "' is answered twice",
                           "Keep one line for each query."};
        for (const json::Value& item : *results)
          if (auto fault = read_result(item, at->second.emplace_back())) return fault;
        return std::nullopt;
      });
  if (!done) return done.error();
  return lists;
}

void count_tokens(const std::filesystem::path& repository, std::span<RankedList* const> lists) {
  std::map<std::string, std::vector<RankedResult*>> by_path;
  for (RankedList* list : lists)
    for (auto& result : *list) by_path[result.path].push_back(&result);
  for (const auto& [path, results] : by_path) {
    const auto text = base::read_file(repository / path);
    for (RankedResult* result : results)
      result->tokens = text ? text::count_tokens(lines_of(*text, result->lines)) : 0;
  }
}

}  // namespace codeweaver::evaluate
