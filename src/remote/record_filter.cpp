// Checks a RecordFilter condition by condition.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "remote/record_filter.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/path_globs.hpp"
#include "base/path_name.hpp"

namespace codeweaver::remote {
namespace {

bool holds(const std::vector<std::string>& wanted, const std::string& value) {
  return wanted.empty() || std::ranges::find(wanted, value) != wanted.end();
}

bool is_below(std::string_view path, std::string_view directory) {
  return directory.empty() ||
         (path.starts_with(directory) && path.substr(directory.size(), 1) == "/") ||
         path == directory;
}

bool has_extension(std::string_view path, std::string_view extension) {
  if (extension.empty()) return true;
  const auto name = base::file_name(path);
  const auto ending = name.substr(name.rfind('.') + 1);
  return std::ranges::equal(ending, extension, [](char given, char wanted) {
    return (given >= 'A' && given <= 'Z' ? static_cast<char>(given + 32) : given) == wanted;
  });
}

bool matches(std::string_view path, const std::string& glob) {
  if (glob.empty()) return true;
  return std::ranges::any_of(base::expand_braces(glob), [&](const std::string& one) {
    return base::matches_file_glob(one, path);
  });
}

bool shares_line(const std::optional<LineFilter>& lines, const VectorRecord& record) {
  if (!lines) return true;
  const auto file = lines->find(record.file.path);
  const auto& own = record.chunk.line_range;
  return file != lines->end() && std::ranges::any_of(file->second, [&](const Span& wanted) {
           return wanted.start_line <= own.end_line && own.start_line <= wanted.end_line;
         });
}

}  // namespace

bool admits_path(const RecordFilter& filter, std::string_view path) {
  return matches(path, filter.glob) && base::PathGlobs(filter.paths).admits(path);
}

bool admits(const RecordFilter& filter, const VectorRecord& record) {
  const std::string_view path = record.file.path;
  return (filter.include_tests || !record.file.is_test) &&
         holds(filter.name_spaces, record.audit.name_space) &&
         holds(filter.languages, record.file.language) && holds(filter.files, record.file.path) &&
         is_below(path, filter.directory) && has_extension(path, filter.extension) &&
         admits_path(filter, path) && shares_line(filter.lines, record);
}

}  // namespace codeweaver::remote
