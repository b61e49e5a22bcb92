// Options of `grep`: the options of ripgrep that people and agents use.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/app/app_commands.hpp"
#include "cli/app/usage_error.hpp"

namespace codeweaver::cli {
namespace {

/// Adds a flag that sets `into` to `value`. If several flags set the same variable, the last wins.
template <class T>
void add_choice(CLI::App& app, const std::string& name, T& into, T value,
                const std::string& about) {
  app.add_flag_callback(
         name, [&into, value] { into = value; }, about)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->trigger_on_parse();
}

void add_choices(CLI::App& app, GrepCommand& grep) {
  auto& search = grep.search;
  add_choice(app, "-i,--ignore-case", search.case_rule, CaseRule::kFolded, "Ignore case");
  add_choice(app, "-s,--case-sensitive", search.case_rule, CaseRule::kExact,
             "Match case (default)");
  add_choice(app, "-S,--smart-case", search.case_rule, CaseRule::kSmart,
             "Ignore case unless the pattern has an upper-case letter");
  add_choice(app, "-F,--fixed-strings", search.is_fixed, true, "Patterns are plain text");
  add_choice(app, "-P,--pcre2", search.is_perl, true,
             "Patterns use Perl syntax, with look-around and back-references");
  add_choice(app, "-w,--word-regexp", search.extent, TextExtent::kWord, "Match whole words only");
  add_choice(app, "-x,--line-regexp", search.extent, TextExtent::kLine, "Match whole lines only");
  add_choice(app, "-v,--invert-match", search.is_inverted, true, "Print lines without a match");
  add_choice(app, "-c,--count", search.wanted, TextWanted::kCounts,
             "Print the number of matching lines per file");
  add_choice(app, "-l,--files-with-matches", search.wanted, TextWanted::kPaths,
             "Print only the paths of files with a match");
  add_choice(app, "-o,--only-matching", grep.is_only, true,
             "Print only the matching text, one match per line");
  add_choice(app, "-q,--quiet", grep.is_quiet, true, "Print nothing; use the exit code");
  add_choice<std::optional<bool>>(app, "-n,--line-number", grep.line_numbers, true,
                                  "Print line numbers (default on a terminal)");
  add_choice<std::optional<bool>>(app, "-N,--no-line-number", grep.line_numbers, false,
                                  "Print no line numbers");
  add_choice<std::optional<bool>>(app, "-H,--with-filename", grep.file_names, true,
                                  "Print paths (default for more than one file)");
  add_choice<std::optional<bool>>(app, "-I,--no-filename", grep.file_names, false,
                                  "Print no paths");
  add_choice<std::optional<bool>>(app, "--heading", grep.heading, true,
                                  "Print the path above its lines (default on a terminal)");
  add_choice<std::optional<bool>>(app, "--no-heading", grep.heading, false,
                                  "Print the path before each line");
  add_choice(app, "--column", grep.shows_column, true, "Print the column of the first match");
  add_choice(app, "-.,--hidden", search.takes_hidden, true, "Also search hidden files and folders");
  add_choice(app, "--no-ignore", search.takes_ignored, true,
             "Also search files that ignore files exclude");
  add_choice(app, "--json", grep.is_json, true,
             "Print JSON messages, one per line, as ripgrep does");
  add_choice(app, "--files", grep.is_files, true, "List the files that grep would search");
  add_choice(app, "--type-list", grep.is_type_list, true, "List the file types for -t");
}

void add_lists(CLI::App& app, GrepCommand& grep) {
  auto& search = grep.search;
  const auto add = [&](const std::string& name, const std::string& about, const auto& take) {
    app.add_option_function<std::vector<std::string>>(
           name,
           [take](const std::vector<std::string>& values) {
             for (const auto& value : values) take(value);
           },
           about)
        ->expected(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->trigger_on_parse();
  };
  add("-e,--regexp", "Pattern (repeatable)",
      [&grep](const std::string& value) { grep.expressions.push_back(value); });
  add("-g,--glob", "Search only files that match; with ! before it, skip them",
      [&search](const std::string& value) { search.globs.push_back(value); });
  add("--include", "Same as -g",
      [&search](const std::string& value) { search.globs.push_back(value); });
  add("--exclude", "Skip files that match, same as -g '!...'",
      [&search](const std::string& value) { search.globs.push_back("!" + value); });
  add("-t,--type", "Search only files of this type, such as py",
      [&search](const std::string& value) { search.types.push_back(value); });
  add("-T,--type-not", "Skip files of this type",
      [&search](const std::string& value) { search.types.push_back("!" + value); });
}

}  // namespace

void Commands::declare_grep(CLI::App& app) {
  auto& sub = *app.add_subcommand("grep", "Find lines by exact text or regular expression");
  sub.add_option("pattern", grep.positional,
                 "Pattern, then files and folders (default: the working directory)");
  add_choices(sub, grep);
  add_lists(sub, grep);
  sub.add_option("-A,--after-context", grep.after, "Print N lines after each match");
  sub.add_option("-B,--before-context", grep.before, "Print N lines before each match");
  sub.add_option("-C,--context", grep.around,
                 "Print N lines before and after each match; -A and -B override it");
  sub.add_option("-m,--max-count", grep.search.max_count, "Stop after N matching lines per file");
  sub.add_option("--ref", grep.search.ref,
                 "Search a branch, tag or commit instead of the working tree");
  sub.add_option(
      "--changed-in", grep.search.changed_in,
      "Only lines that a diff adds or changes: A..B, or A (compared with the working tree)");
  sub.add_option_function<std::string>(
         "--purpose",
         [this](const std::string& name) { grep.search.purpose = parse_purpose(name); },
         "Search namespaces of this purpose, filled by other tools")
      ->check(one_of(purpose_names()));
  sub.add_option("--chunk-strategy", grep.search.chunk_strategy,
                 "Search namespaces of this chunk strategy");
  sub.add_option("--project", common.project,
                 "Search this project's folder (id or path) unless paths are given");
  sub.add_option_function<std::string>(
         "--sort", [](const std::string&) {}, "Ignored: results are always sorted by path")
      ->check(one_of({"path", "none"}));
  add_use(sub, "--color", common.colours, "Use colours: auto (on a terminal), always or never");
  sub.callback([this] {
    chosen = [this](Session& session, std::stop_token stop) {
      return run_grep(session, grep, std::move(stop));
    };
  });
}

}  // namespace codeweaver::cli
