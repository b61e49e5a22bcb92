// Exact search: files, a commit or a difference, and items pushed by other tools.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/text_search.hpp"

#include <string>
#include <utility>

#include "base/try.hpp"
#include "engine/exact/history_targets.hpp"
#include "engine/exact/namespace_targets.hpp"
#include "engine/exact/path_items.hpp"
#include "engine/exact/text_catalog.hpp"
#include "engine/exact/text_run.hpp"
#include "engine/exact/text_targets.hpp"
#include "pattern/pattern.hpp"

namespace codeweaver::engine {
namespace {

pattern::PatternOptions pattern_options(const TextSearchOptions& options) {
  pattern::PatternOptions out;
  out.patterns = options.patterns;
  out.is_fixed = options.is_fixed;
  out.is_perl = options.is_perl;
  out.letter_case = static_cast<pattern::LetterCase>(options.case_rule);
  out.is_word = options.extent == TextExtent::kWord;
  out.is_line = options.extent == TextExtent::kLine;
  return out;
}

/// Limits the size, because each glob is compared with each file.
Result<void> check_globs(const TextSearchOptions& options) {
  constexpr std::size_t kMostGlobBytes = 256U << 10;
  std::size_t bytes = 0;
  for (const auto& glob : options.globs) bytes += glob.size();
  if (bytes <= kMostGlobBytes) return {};
  return Error{ErrorCategory::kInvalidArgument, "FILTER_TOO_LARGE",
               "The globs have " + std::to_string(bytes) + " bytes; the limit is " +
                   std::to_string(kMostGlobBytes),
               "searching exact text", "Give folders instead of single files."};
}

/// Searches the current folder, a commit or a difference.
Result<TextSearchReport> search_files(const TextSearchOptions& options, const TextIndexPlace* index,
                                      const pattern::Pattern& pattern, const TextFileSink& sink,
                                      std::stop_token stop) {
  TextRun run(options, index, pattern, sink);
  if (!is_history(options)) return run.run(std::move(stop));
  CODEWEAVER_ASSIGN(auto history, history_targets(options));
  return run.run(std::move(history), std::move(stop));
}

Result<TextSearchReport> search_items(const TextSearchOptions& options,
                                      const NamespaceTargets& items,
                                      const pattern::Pattern& pattern, const TextFileSink& sink,
                                      std::stop_token stop) {
  PathItems paths(options, sink);
  const TextFileSink take = [&](const TextFile& item) { return paths.take(item); };
  const auto of_items = PathItems::options_of(options);
  CODEWEAVER_ASSIGN(auto report,
                    TextRun(of_items, nullptr, pattern, take).run(items, std::move(stop)));
  paths.finish();
  report.matched_files = paths.files();
  report.lines = paths.lines();
  return report;
}

Result<TextSearchReport> list_files(const TextSearchOptions& options, const TextFileSink& sink,
                                    std::stop_token stop) {
  TextSearchReport report;
  if (is_history(options)) {
    CODEWEAVER_ASSIGN(auto history, history_targets(options));
    report.commit = std::move(history.asked.commit);
    report.problems = std::move(history.problems);
    report.missing = std::move(history.missing);
    for (auto& target : history.files) {
      ++report.files;
      TextFile file;
      file.path = std::move(target.shown);
      if (!sink(file)) break;
    }
    return report;
  }
  TextTargetVisitor visitor;
  visitor.on_target = [&](TextTarget target) {
    ++report.files;
    TextFile file;
    file.path = std::move(target.shown);
    file.is_named = target.is_named;
    return sink(file);
  };
  visitor.on_problem = [&](std::string path, std::string problem) {
    report.problems.emplace_back(std::move(path), std::move(problem));
  };
  CODEWEAVER_TRY(visit_targets(options, visitor, std::move(stop)));
  return report;
}

Result<TextSearchReport> list_items(const NamespaceTargets& items, const TextFileSink& sink) {
  TextSearchReport report;
  NamespaceVisitor visitor;
  visitor.on_path = [&](std::string_view name_space, const std::string& shown) {
    ++report.files;
    TextFile file;
    file.path = shown;
    file.name_space = name_space;
    return sink(file);
  };
  visitor.on_problem = [&](std::string path, std::string problem) {
    report.problems.emplace_back(std::move(path), std::move(problem));
  };
  CODEWEAVER_TRY(items.visit({}, visitor));
  return report;
}

void add(TextSearchReport more, TextSearchReport& report) {
  if (report.without_index.empty()) report.without_index = std::move(more.without_index);
  if (report.missing.empty()) report.missing = std::move(more.missing);
  report.files += more.files;
  report.read_files += more.read_files;
  report.matched_files += more.matched_files;
  report.lines += more.lines;
  report.read_bytes += more.read_bytes;
  for (auto& problem : more.problems) report.problems.push_back(std::move(problem));
}

/// Searches the files, then the namespaces, that the options select.
template <class OfFiles, class OfItems>
Result<TextSearchReport> in_turn(const TextSearchOptions& options, const TextIndexPlace* index,
                                 const TextFileSink& sink, OfFiles of_files, OfItems of_items) {
  CODEWEAVER_TRY(check_globs(options));
  if (!names_namespaces(options)) return of_files(sink);
  CODEWEAVER_ASSIGN(const auto items, NamespaceTargets::find(options, index));
  bool is_wanted = true;
  const TextFileSink heeded = [&](const TextFile& file) { return is_wanted = sink(file); };
  TextSearchReport report;
  if (items.has_folder()) {
    CODEWEAVER_ASSIGN(report, of_files(heeded));
  }
  if (!is_wanted || items.is_empty()) return report;
  CODEWEAVER_ASSIGN(auto more, of_items(items, heeded));
  add(std::move(more), report);
  return report;
}

}  // namespace

Result<TextSearchReport> search_catalog(const TextSearchOptions& options,
                                        const TextIndexPlace& place, const TextCatalog& catalog,
                                        std::string_view folder, const TextFileSink& sink,
                                        std::stop_token stop) {
  CODEWEAVER_TRY(check_globs(options));
  CODEWEAVER_ASSIGN(const auto pattern, pattern::Pattern::compile(pattern_options(options)));
  return TextRun(options, &place, pattern, sink).run(catalog, folder, std::move(stop));
}

}  // namespace codeweaver::engine

namespace codeweaver::inline v0_1 {

Result<TextSearchReport> search_text(const TextSearchOptions& options, const TextIndexPlace* index,
                                     const TextFileSink& sink, std::stop_token stop) {
  CODEWEAVER_ASSIGN(const auto pattern,
                    pattern::Pattern::compile(engine::pattern_options(options)));
  return engine::in_turn(
      options, index, sink,
      [&](const TextFileSink& to) {
        return engine::search_files(options, index, pattern, to, stop);
      },
      [&](const engine::NamespaceTargets& items, const TextFileSink& to) {
        return engine::search_items(options, items, pattern, to, stop);
      });
}

Result<TextSearchReport> list_searched(const TextSearchOptions& options,
                                       const TextIndexPlace* index, const TextFileSink& sink,
                                       std::stop_token stop) {
  return engine::in_turn(
      options, index, sink,
      [&](const TextFileSink& to) { return engine::list_files(options, to, stop); },
      [&](const engine::NamespaceTargets& items, const TextFileSink& to) {
        return engine::list_items(items, to);
      });
}

}  // namespace codeweaver::inline v0_1
