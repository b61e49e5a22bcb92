// Filters: compiled once a query, tested once a file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/filter.hpp"

#include <algorithm>
#include <cctype>

#include "base/edit_distance.hpp"
#include "base/path_name.hpp"
#include "base/try.hpp"
#include "base/utf8.hpp"
#include "base/wildmatch.hpp"
#include "engine/state/item_path.hpp"
#include "syntax/language.hpp"

namespace codeweaver::engine {
namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

/// A value that was given, as errors show it.
std::string shown_value(const std::string& value) {
  constexpr std::size_t kShown = 200;
  if (value.size() <= kShown) return value;
  return std::string(base::utf8_prefix(value, kShown)) + "...";
}

/// Each text of a filter is compared with each file.
Result<void> check_size(const SearchFilter& filter) {
  constexpr std::size_t kMostBytes = 256U << 10;
  std::size_t bytes = filter.directory.size() + filter.file_type.size() + filter.file_glob.size();
  for (const auto* const list : {&filter.focus_languages, &filter.paths})
    for (const auto& text : *list) bytes += text.size();
  if (bytes <= kMostBytes) return {};
  return Error{ErrorCategory::kInvalidArgument, "FILTER_TOO_LARGE",
               "The search filters have " + std::to_string(bytes) + " bytes; the limit is " +
                   std::to_string(kMostBytes),
               "checking the search filters", "Name folders instead of their files."};
}

Error unknown_language(const std::string& name) {
  const auto given = lower(name);
  const auto languages = syntax::languages();
  const std::size_t most = std::max<std::size_t>(1, given.size() / 3);
  const auto distance = [&](const auto& language) {
    return base::edit_distance(given, language.id, most);
  };
  const auto nearest = std::ranges::min_element(languages, {}, distance);
  const bool is_near = distance(*nearest) <= most;
  const auto advice = is_near ? "Did you mean " + std::string(nearest->id) + "? " : std::string();
  return {ErrorCategory::kInvalidArgument, "UNKNOWN_LANGUAGE",
          "Unknown language: '" + shown_value(name) + "'", "checking the search filters",
          advice +
              "Languages go by names such as python, cpp, typescript or markdown; the status "
              "of a project lists those that it has."};
}

Result<std::string> clean_directory(const std::string& directory) {
  std::string out;
  std::string_view given = directory;
  while (!given.empty()) {
    const auto slash = given.find('/');
    const auto part = given.substr(0, slash);
    given = slash == std::string_view::npos ? std::string_view{} : given.substr(slash + 1);
    if (part == "..")
      return Error{ErrorCategory::kInvalidArgument, "PATH_OUTSIDE_PROJECT",
                   "Directory filter leaves the project: " + shown_value(directory),
                   "checking the search filters", "Give a folder relative to the project root."};
    if (part.empty() || part == ".") continue;
    if (!out.empty()) out += '/';
    out += part;
  }
  return out;
}

}  // namespace

FilterField CompiledFilter::refusal(std::string_view path, std::string_view language,
                                    bool is_test) const {
  if (is_test && !include_tests) return FilterField::kIncludeTests;
  if (!languages.empty() && !languages.contains(language)) return FilterField::kFocusLanguages;
  if (!directory.empty() && (!path.starts_with(directory) ||
                             (path.size() > directory.size() && path[directory.size()] != '/')))
    return FilterField::kDirectory;
  if (!extension.empty()) {
    const auto name = base::file_name(path);
    const auto dot = name.rfind('.');
    if (lower(dot == std::string_view::npos ? name : name.substr(dot + 1)) != extension)
      return FilterField::kFileType;
  }
  const auto is_match = [&](const std::string& one) {
    return base::wildmatch(one, one.find('/') == std::string::npos ? base::file_name(path) : path);
  };
  if (!glob.empty() && std::ranges::none_of(globs, is_match)) return FilterField::kFileGlob;
  if (!paths.admits(path)) return FilterField::kPaths;
  return lines && !lines->contains(path) ? FilterField::kLines : FilterField::kNone;
}

bool CompiledFilter::admits_lines(std::string_view path, const Span& chunk) const {
  if (!lines) return true;
  const auto file = lines->find(path);
  return file != lines->end() && std::ranges::any_of(file->second, [&](const Span& wanted) {
           return wanted.start_line <= chunk.end_line && chunk.start_line <= wanted.end_line;
         });
}

std::string CompiledFilter::wanted(FilterField field) const {
  std::string names;
  switch (field) {
    case FilterField::kIncludeTests:
      return include_tests ? "true" : "false";
    case FilterField::kFocusLanguages:
      for (const auto& language : languages) names += (names.empty() ? "" : ", ") + language;
      return names;
    case FilterField::kDirectory:
      return directory;
    case FilterField::kFileType:
      return extension;
    case FilterField::kFileGlob:
      return glob;
    case FilterField::kPaths:
      for (const auto& pattern : path_globs) names += (names.empty() ? "" : " ") + pattern;
      return names;
    case FilterField::kLines:
      return "those of " + std::to_string(lines->size()) + " changed files";
    case FilterField::kNone:
      break;
  }
  return "";
}

Result<CompiledFilter> compile_filter(const SearchFilter& filter, bool include_tests) {
  CompiledFilter out;
  out.include_tests = include_tests;
  out.lines = filter.lines;
  CODEWEAVER_TRY(check_size(filter));
  for (const auto& name : filter.focus_languages) {
    const auto language = syntax::find_language(name);
    if (!language) return unknown_language(name);
    out.languages.emplace(syntax::languages()[*language].id);
  }
  out.extension = lower(filter.file_type);
  if (out.extension.starts_with('.')) out.extension.erase(0, 1);
  CODEWEAVER_ASSIGN(auto directory, clean_directory(filter.directory));
  out.directory = std::move(directory);
  out.glob = filter.file_glob.starts_with("./") ? filter.file_glob.substr(2) : filter.file_glob;
  out.globs = base::expand_braces(out.glob);
  out.path_globs = filter.paths;
  out.paths = base::PathGlobs(filter.paths);
  return out;
}

std::vector<store::ChunkSet> allowed_chunks(const store::Snapshot& snapshot,
                                            const CompiledFilter& filter) {
  std::vector<store::ChunkSet> allowed;
  for (const auto& part : snapshot.parts) {
    auto set = part.live;
    if (!filter.is_open()) {
      for (std::size_t file = 0; file < part.segment->file_count(); ++file) {
        const auto [first, last] = part.segment->file_chunks(file);
        if (first == last) continue;
        const auto chunk = part.segment->chunk(first);
        const auto item = read_item_path(chunk.path);
        const auto path = item.path;
        const bool is_admitted = filter.admits(path, chunk.language, chunk.is_test);
        if (is_admitted && !filter.lines) continue;
        for (auto i = first; i < last; ++i)
          if (!is_admitted ||
              !filter.admits_lines(path, shown_lines(item, part.segment->chunk(i).lines)))
            set.set(i, false);
      }
    }
    allowed.push_back(std::move(set));
  }
  return allowed;
}

}  // namespace codeweaver::engine
