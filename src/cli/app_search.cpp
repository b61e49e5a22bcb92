// Options of the commands that search: search, query.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <array>

#include "base/edit_distance.hpp"
#include "cli/app_commands.hpp"
#include "cli/usage_error.hpp"
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
         "What to look for; - reads it from standard input. Files and folders may follow it: "
         "only those are searched")
      ->required();
  sub.add_option("-i,--intent", search.intent, "What the question is for")
      ->check(one_of({kIntentTypeNames.begin(), kIntentTypeNames.end()}, true));
  sub.add_option("--task", search.task, "What the matches are for")->check(one_of(task_names()));
  sub.add_option("-l,--limit", search.limit, "Matches to show (default: 10)")
      ->check(CLI::Range(1, 1000));
  sub.add_option("--token-limit", search.token_limit, "Tokens of all matches together; 0: any")
      ->check(CLI::Range(0, 1'000'000'000));
  sub.add_flag("--include-tests,!--no-include-tests", search.include_tests,
               "Test files too (default: on)");
  sub.add_option("--language", search.languages, "Only this language; may be repeated")
      ->check(known_language());
  sub.add_option("--file-type", search.file_type, "Only this extension, e.g. py");
  sub.add_option("--directory", search.directory, "Only this folder and below");
  sub.add_option("--file-glob", search.file_glob, "Only paths that match, e.g. 'src/**/*.{ts,js}'");
  sub.add_option("--path", search.paths,
                 "Only paths that match, with '!' before it none of those; may be repeated");
  sub.add_option("--purpose", search.purpose, "Only namespaces for this")
      ->check(one_of(purpose_names()));
  sub.add_option("--chunk-strategy", search.chunk_strategy, "Only namespaces of this strategy");
  sub.add_option("--ref", search.ref, "Search a branch, tag or commit instead of the working tree");
  sub.add_option("--changed-in", search.changed_in,
                 "Only code that a difference touches: A..B, A...B, or A (to the working tree)");
  sub.add_option("--min-similarity", search.min_similarity, "Leave out weaker matches, 0 to 1")
      ->check(CLI::Range(0.0, 1.0));
  sub.add_option("--detail", search.detail,
                 "How much of each match: summary, snippet (default in tables) or full")
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
  add_around("-C,--context", true, true, "Lines around those shown");
  add_around("-B,--before-context", true, false, "Lines before those shown");
  add_around("-A,--after-context", false, true, "Lines after those shown");
  sub.add_flag("--explain", search.explain, "Say why each match ranks where it does");
  auto& also =
      *sub.add_option("--also", search.also, "Search this project too, by its id; may be repeated");
  auto& why_not =
      *sub.add_option("--why-not", search.why_not, "Say why this file is not among the matches")
           ->excludes(&also);
  add_from_store(sub)->excludes(&why_not);
  sub.add_flag("--files", search.is_paths,
               "Only the paths of the matches; -l does the same where no number follows");
  add_use(sub, "--hyperlinks", common.links, "Paths as links to files: auto, always or never");
  sub.add_flag("!--no-pager", common.may_page, "Print long answers as they are");
  add_format_of_search(sub, search.format);
  sub.callback([this] {
    chosen = [this](Session& session, std::stop_token stop) {
      return run_search(session, search, std::move(stop));
    };
  });
}

void Commands::declare_query(CLI::App& app) {
  auto& sub = *app.add_subcommand("query", "Answer a request of the query contract");
  sub.add_option("file", query.file, "Request; - for standard input")->required();
  add_settings(sub);
  add_from_store(sub);
  sub.add_flag("--debug", common.debug, "Log to stderr, in detail");
  sub.callback([this] {
    chosen = [this](Session& session, std::stop_token stop) {
      return run_query(session, query, std::move(stop));
    };
  });
}

}  // namespace codeweaver::cli
