// Filters: compiled once for each query, tested once for each file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/question/filter.hpp"

#include <algorithm>

#include "base/edit_distance.hpp"
#include "base/joined.hpp"
#include "base/path_name.hpp"
#include "base/try.hpp"
#include "base/utf8.hpp"
#include "codeweaver/text/identifier.hpp"
#include "corpus/filter_path.hpp"
#include "engine/state/item_path.hpp"
#include "syntax/language.hpp"

namespace codeweaver::engine {
namespace {

/// A given value as shown in errors.
std::string shown_value(const std::string& value) {
  constexpr std::size_t kShown = 200;
  if (value.size() <= kShown) return value;
  return std::string(base::utf8_prefix(value, kShown)) + "...";
}

/// Limits the size, because each text of a filter is compared with each file.
Result<void> check_size(const SearchFilter& filter) {
  constexpr std::size_t kMostFilterBytes = 256U << 10;
  std::size_t bytes = filter.directory.size() + filter.file_type.size() + filter.file_glob.size();
  for (const auto* const list : {&filter.focus_languages, &filter.paths})
    for (const auto& text : *list) bytes += text.size();
  if (bytes <= kMostFilterBytes) return {};
  return Error{ErrorCategory::kInvalidArgument, "FILTER_TOO_LARGE",
               "The search filters have " + std::to_string(bytes) + " bytes; the limit is " +
                   std::to_string(kMostFilterBytes),
               "checking the search filters", "Give folders instead of single files."};
}

}  // namespace

Error unknown_language(const std::string& name, std::string context) {
  std::vector<std::string_view> ids;
  for (const auto& language : syntax::languages()) ids.push_back(language.id);
  const auto nearest = base::nearest_name(name, ids);
  return {ErrorCategory::kInvalidArgument, "UNKNOWN_LANGUAGE",
          "Unknown language: '" + shown_value(name) + "'", std::move(context),
          (nearest.empty() ? "" : "Did you mean " + std::string(nearest) + "? ") +
              "Use names such as python, cpp, typescript or markdown; the status of a project "
              "lists its languages."};
}

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
    if (text::to_lower(dot == std::string_view::npos ? name : name.substr(dot + 1)) != extension)
      return FilterField::kFileType;
  }
  const auto is_match = [&](const std::string& one) { return base::matches_file_glob(one, path); };
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
  switch (field) {
    case FilterField::kIncludeTests:
      return include_tests ? "true" : "false";
    case FilterField::kFocusLanguages:
      return base::joined(languages, ", ");
    case FilterField::kDirectory:
      return directory;
    case FilterField::kFileType:
      return extension;
    case FilterField::kFileGlob:
      return glob;
    case FilterField::kPaths:
      return base::joined(path_globs, " ");
    case FilterField::kLines:
      return "the lines of " + std::to_string(lines->size()) +
             (lines->size() == 1 ? " changed file" : " changed files");
    case FilterField::kNone:
      break;
  }
  return "";
}

Result<CompiledFilter> compile_filter(const SearchFilter& filter, bool include_tests,
                                      const std::filesystem::path& root) {
  CompiledFilter out;
  out.include_tests = include_tests;
  out.lines = filter.lines;
  CODEWEAVER_TRY(check_size(filter));
  for (const auto& name : filter.focus_languages) {
    const auto language = syntax::find_language(name);
    if (!language) return unknown_language(name, "checking the search filters");
    out.languages.emplace(syntax::languages()[*language].id);
  }
  out.extension = text::to_lower(filter.file_type);
  if (out.extension.starts_with('.')) out.extension.erase(0, 1);
  CODEWEAVER_ASSIGN(out.directory, corpus::path_of_filter(root, filter.directory));
  CODEWEAVER_ASSIGN(out.glob, corpus::glob_of_filter(root, filter.file_glob));
  if (out.glob.starts_with("./")) out.glob.erase(0, 2);
  out.globs = base::expand_braces(out.glob);
  for (const auto& pattern : filter.paths) {
    CODEWEAVER_ASSIGN(auto own, corpus::glob_of_filter(root, pattern));
    out.path_globs.push_back(std::move(own));
  }
  out.paths = base::PathGlobs(out.path_globs);
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
