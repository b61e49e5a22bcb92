// Converts RecordFilter to Qdrant's format.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "json/writer.hpp"
#include "remote/qdrant_shapes.hpp"

namespace codeweaver::remote {
namespace {

json::Value equal_to(const char* key, json::Value value) {
  return json::Object{{"key", key}, {"match", json::Object{{"value", std::move(value)}}}};
}

json::Value one_of(const char* key, const std::vector<std::string>& values) {
  return json::Object{{"key", key},
                      {"match", json::Object{{"any", json::Array(values.begin(), values.end())}}}};
}

json::Value within(const char* key, const char* bound, std::uint32_t line) {
  return json::Object{{"key", key}, {"range", json::Object{{bound, line}}}};
}

/// Records that share a line with one of some spans.
json::Value any_line_of(const LineFilter& lines) {
  json::Array spans;
  for (const auto& [path, wanted] : lines)
    for (const auto& span : wanted)
      spans.push_back(json::Object{
          {"must", json::Array{equal_to("path", path), within("first_line", "lte", span.end_line),
                               within("last_line", "gte", span.start_line)}}});
  return spans.empty() ? json::Value() : json::Object{{"should", std::move(spans)}};
}

}  // namespace

std::optional<std::string> qdrant_filter(const RecordFilter& filter,
                                         const std::optional<std::vector<std::string>>& paths) {
  json::Array must;
  if (!filter.name_spaces.empty()) must.push_back(one_of("name_space", filter.name_spaces));
  if (!filter.languages.empty()) must.push_back(one_of("language", filter.languages));
  if (!filter.directory.empty()) must.push_back(equal_to("directories", filter.directory));
  if (!filter.extension.empty()) must.push_back(equal_to("extension", filter.extension));
  if (!filter.include_tests) must.push_back(equal_to("role", kQdrantCodeRole));
  if (!filter.files.empty()) must.push_back(one_of("path", filter.files));
  if (paths) {
    if (paths->empty()) return std::nullopt;
    must.push_back(one_of("path", *paths));
  }
  if (filter.lines) {
    auto lines = any_line_of(*filter.lines);
    if (lines.is_null()) return std::nullopt;  // an empty "should" would match everything
    must.push_back(std::move(lines));
  }
  if (must.empty()) return "";
  return json::dump(json::Object{{"must", std::move(must)}});
}

std::string qdrant_term_filter(std::uint32_t term) {
  return json::dump(json::Object{{"must", json::Array{equal_to("terms", term)}}});
}

}  // namespace codeweaver::remote
