// Options of the commands that search: search, query.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/app_commands.hpp"

namespace codeweaver::cli {

void Commands::declare_search(CLI::App& app) {
  auto& sub = command(app, "search", "Find code by meaning, name or snippet");
  sub.add_option("query", search.query, "What to look for")->required();
  sub.add_option("-i,--intent", search.intent,
                 "understand, implement, debug, optimize, test, configure or document");
  sub.add_option("--task", search.task,
                 "debug, default, document, implement, local_edit, refactor, review, search, test");
  sub.add_option("-l,--limit", search.limit, "Matches to show (default: 10)");
  sub.add_option("--token-limit", search.token_limit, "Tokens of all matches together");
  sub.add_flag("--include-tests,!--no-include-tests", search.include_tests,
               "Test files too (default: on)");
  sub.add_option("--language", search.languages, "Only this language; may be repeated");
  sub.add_option("--file-type", search.file_type, "Only this extension, e.g. py");
  sub.add_option("--directory", search.directory, "Only this folder and below");
  sub.add_option("--file-glob", search.file_glob, "Only paths that match, e.g. 'src/**/*.ts'");
  sub.add_option("--purpose", search.purpose,
                 "Only namespaces for this: code_search, atlas_graph or docs_search");
  sub.add_option("--chunk-strategy", search.chunk_strategy, "Only namespaces of this strategy");
  sub.add_option("--ref", search.ref, "Search a branch, tag or commit instead of the working tree");
  sub.add_option("--changed-in", search.changed_in,
                 "Only code that a difference touches: A..B, A...B, or A (to the working tree)");
  sub.add_option("--min-similarity", search.min_similarity, "Leave out weaker matches, 0 to 1");
  sub.add_option("--detail", search.detail, "summary, snippet or full");
  sub.add_flag("--explain", search.explain, "Say why each match ranks where it does");
  auto& also =
      *sub.add_option("--also", search.also, "Search this project too, by its id; may be repeated");
  sub.add_option("--why-not", search.why_not, "Say why this file is not among the matches")
      ->excludes(&also);
  add_format(sub, search.format);
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
  sub.add_flag("--debug", common.debug, "Log to stderr, in detail");
  sub.callback([this] {
    chosen = [this](Session& session, std::stop_token stop) {
      return run_query(session, query, std::move(stop));
    };
  });
}

}  // namespace codeweaver::cli
