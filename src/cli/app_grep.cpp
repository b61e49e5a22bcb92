// Options of codeweaver grep: those of ripgrep that people and agents type.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/app_commands.hpp"
#include "cli/usage_error.hpp"

namespace codeweaver::cli {
namespace {

/// A flag that sets a value, the last of several that set the same one counts.
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
  add_choice(app, "-s,--case-sensitive", search.case_rule, CaseRule::kExact, "Heed case (default)");
  add_choice(app, "-S,--smart-case", search.case_rule, CaseRule::kSmart,
             "Ignore case unless the pattern has an upper-case letter");
  add_choice(app, "-F,--fixed-strings", search.is_fixed, true, "Patterns stand for themselves");
  add_choice(app, "-P,--pcre2", search.is_perl, true,
             "Patterns are Perl's, with look-around and \\1");
  add_choice(app, "-w,--word-regexp", search.extent, TextExtent::kWord, "Only whole words");
  add_choice(app, "-x,--line-regexp", search.extent, TextExtent::kLine, "Only whole lines");
  add_choice(app, "-v,--invert-match", search.is_inverted, true, "Lines without a match");
  add_choice(app, "-c,--count", search.wanted, TextWanted::kCounts, "Count the lines of each file");
  add_choice(app, "-l,--files-with-matches", search.wanted, TextWanted::kPaths,
             "Paths of files with a match");
  add_choice(app, "-o,--only-matching", grep.is_only, true, "Only what matches, each on a line");
  add_choice(app, "-q,--quiet", grep.is_quiet, true, "Print nothing: the exit code tells");
  add_choice<std::optional<bool>>(app, "-n,--line-number", grep.line_numbers, true,
                                  "Number lines (default on a terminal)");
  add_choice<std::optional<bool>>(app, "-N,--no-line-number", grep.line_numbers, false,
                                  "No numbers");
  add_choice<std::optional<bool>>(app, "-H,--with-filename", grep.file_names, true,
                                  "Print paths (default but for one file)");
  add_choice<std::optional<bool>>(app, "-I,--no-filename", grep.file_names, false, "No paths");
  add_choice<std::optional<bool>>(app, "--heading", grep.heading, true,
                                  "The path above its lines (default on a terminal)");
  add_choice<std::optional<bool>>(app, "--no-heading", grep.heading, false,
                                  "The path before each line");
  add_choice(app, "--column", grep.shows_column, true, "The column of the first match");
  add_choice(app, "-.,--hidden", search.takes_hidden, true, "Also what begins with a dot");
  add_choice(app, "--no-ignore", search.takes_ignored, true, "Also what ignore files exclude");
  add_choice(app, "--json", grep.is_json, true, "Messages of JSON, one a line");
  add_choice(app, "--files", grep.is_files, true, "List the files that would be searched");
  add_choice(app, "--type-list", grep.is_type_list, true, "List the types of files");
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
  add("-e,--regexp", "A pattern; may be repeated",
      [&grep](const std::string& value) { grep.expressions.push_back(value); });
  add("-g,--glob", "Files to search, or behind ! to leave out",
      [&search](const std::string& value) { search.globs.push_back(value); });
  add("--include", "Files to search, as -g",
      [&search](const std::string& value) { search.globs.push_back(value); });
  add("--exclude", "Files to leave out, as -g '!...'",
      [&search](const std::string& value) { search.globs.push_back("!" + value); });
  add("-t,--type", "Type of files to search, such as py",
      [&search](const std::string& value) { search.types.push_back(value); });
  add("-T,--type-not", "Type of files to leave out",
      [&search](const std::string& value) { search.types.push_back("!" + value); });
}

}  // namespace

void Commands::declare_grep(CLI::App& app) {
  auto& sub = *app.add_subcommand("grep", "Find exact text and regular expressions in lines");
  sub.add_option("pattern", grep.positional, "The pattern, then files and folders (default: here)");
  add_choices(sub, grep);
  add_lists(sub, grep);
  sub.add_option("-A,--after-context", grep.after, "Lines after each match");
  sub.add_option("-B,--before-context", grep.before, "Lines before each match");
  sub.add_option("-C,--context", grep.around, "Lines around each match, but for -A and -B");
  sub.add_option("-m,--max-count", grep.search.max_count, "Lines of a file that match, at most");
  sub.add_option("--ref", grep.search.ref, "Search a branch, tag or commit instead of the files");
  sub.add_option("--changed-in", grep.search.changed_in,
                 "Only lines that A..B, or A up to the files as they are, adds or changes");
  sub.add_option_function<std::string>(
         "--purpose",
         [this](const std::string& name) { grep.search.purpose = parse_purpose(name); },
         "Search what other tools pushed into namespaces for this")
      ->check(one_of(purpose_names()));
  sub.add_option("--chunk-strategy", grep.search.chunk_strategy,
                 "Search what was pushed into namespaces of this strategy");
  sub.add_option("--project", common.project,
                 "Search this project's folder (id or path) unless paths are given");
  sub.add_option_function<std::string>(
         "--sort", [](const std::string&) {}, "path: as always")
      ->check(one_of({"path", "none"}));
  add_use(sub, "--color", common.colours, "Colours: auto, always or never");
  sub.callback([this] {
    chosen = [this](Session& session, std::stop_token stop) {
      return run_grep(session, grep, std::move(stop));
    };
  });
}

}  // namespace codeweaver::cli
