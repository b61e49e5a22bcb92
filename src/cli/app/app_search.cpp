// Options of `search` and `query`.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <array>

#include "base/edit_distance.hpp"
#include "cli/app/app_commands.hpp"
#include "cli/app/usage_error.hpp"
#include "syntax/language.hpp"

namespace codeweaver::cli {

namespace {

constexpr Detail kDetails[] = {Detail::kSummary, Detail::kSnippet, Detail::kFull};

template <class Choices>
std::vector<std::string> names(const Choices& choices) {
  std::vector<std::string> out;
  for (const auto choice : choices) out.emplace_back(to_string(choice));
  return out;
}

std::vector<std::string> task_names() {
  return {std::begin(kAgentTaskNames), std::end(kAgentTaskNames)};
}

CLI::Validator known_language() {
  const auto check = [](const std::string& given) -> std::string {
    if (syntax::find_language(given)) return {};
    std::vector<std::string_view> ids;
    for (const auto& language : syntax::languages()) ids.push_back(language.id);
    const auto nearest = base::nearest_name(given, ids);
    return "Unknown language: '" + given + '\'' +
           (nearest.empty() ? ". Use a name such as python, cpp, typescript or markdown"
                            : ". Did you mean '" + std::string(nearest) + "'?");
  };
  return CLI::Validator(check, "");
}

}  // namespace

std::vector<std::string> purpose_names() {
  return names(std::array{Purpose::kCodeSearch, Purpose::kAtlasGraph, Purpose::kDocsSearch});
}

void Commands::declare_search(CLI::App& app) {
  auto& sub = command(app, "search", "Find code by meaning, name or snippet");
  sub.add_option(
         "query", search.words,
         "What to look for; - reads it from standard input. Files and folders after it limit the "
         "search")
      ->required();
  sub.add_option("-i,--intent", search.intent, "Purpose of the question (default: detected)")
      ->check(one_of({kIntentTypeNames.begin(), kIntentTypeNames.end()}, true));
  sub.add_option("--task", search.task, "Task that the matches are needed for")
      ->check(one_of(task_names()));
  sub.add_option("-l,--limit", search.limit, "Number of matches (default: 10)")
      ->check(CLI::Range(1, 1000));
  sub.add_option("--token-limit", search.token_limit,
                 "Maximum length of all matches in tokens; 0: no limit")
      ->check(CLI::Range(0, 1'000'000'000));
  sub.add_flag("--include-tests,!--no-include-tests", search.include_tests,
               "Search test files, too (default: on)");
  sub.add_option("--language", search.languages, "Only this language (repeatable)")
      ->check(known_language());
  sub.add_option("--file-type", search.file_type, "Only files with this extension, such as py");
  sub.add_option("--directory", search.directory, "Only this folder and its subfolders");
  sub.add_option("--file-glob", search.file_glob,
                 "Only paths that match, such as 'src/**/*.{ts,js}'");
  sub.add_option("--path", search.paths,
                 "Only paths that match; with '!' before it, no paths that match (repeatable)");
  sub.add_option("--purpose", search.purpose, "Only namespaces of this purpose")
      ->check(one_of(purpose_names()));
  sub.add_option("--chunk-strategy", search.chunk_strategy,
                 "Only namespaces of this chunk strategy");
  sub.add_option("--ref", search.ref, "Search a branch, tag or commit instead of the working tree");
  sub.add_option("--changed-in", search.changed_in,
                 "Only code that a diff changes: A..B, A...B, or A (to the working tree)");
  sub.add_option("--min-similarity", search.min_similarity,
                 "Leave out matches below this similarity, 0 to 1")
      ->check(CLI::Range(0.0, 1.0));
  sub.add_option("--detail", search.detail,
                 "How much of each match to show (default in tables: snippet)")
      ->check(one_of(names(kDetails)));
  const auto around = [this](bool before, bool after) {
    return [this, before, after](const std::size_t& lines) {
      if (before) search.before = lines;
      if (after) search.after = lines;
    };
  };
  const auto add_around = [&](const std::string& name, bool before, bool after,
                              const std::string& about) {
    sub.add_option_function<std::size_t>(name, around(before, after), about)
        ->check(CLI::Range(0, 100))
        ->type_name("N");
  };
  add_around("-C,--context", true, true, "Show N lines before and after");
  add_around("-B,--before-context", true, false, "Show N lines before");
  add_around("-A,--after-context", false, true, "Show N lines after");
  sub.add_flag("--explain", search.explain, "Explain the rank of each match");
  auto& also =
      *sub.add_option("--also", search.also, "Also search the project with this ID (repeatable)");
  auto& why_not =
      *sub.add_option("--why-not", search.why_not, "Explain why this file is not among the matches")
           ->excludes(&also);
  add_from_store(sub)->excludes(&why_not);
  sub.add_flag("--files", search.is_paths,
               "Print only the paths of the matches; -l without a number does the same");
  add_use(sub, "--hyperlinks", common.links,
          "Print paths as links to files: auto, always or never");
  sub.add_flag("!--no-pager", common.may_page, "Do not open long results in a pager");
  add_format_of_search(sub, search.format);
  sub.callback([this] {
    chosen = [this](Session& session, std::stop_token stop) {
      return run_search(session, search, std::move(stop));
    };
  });
}

void Commands::declare_query(CLI::App& app) {
  auto& sub = *app.add_subcommand("query", "Run a JSON request of the query contract");
  sub.add_option("file", query.file, "File with the request; - for standard input")->required();
  add_settings(sub);
  add_from_store(sub);
  add_debug(sub);
  sub.callback([this] {
    chosen = [this](Session& session, std::stop_token stop) {
      return run_query(session, query, std::move(stop));
    };
  });
}

}  // namespace codeweaver::cli
