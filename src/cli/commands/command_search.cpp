// codeweaver search.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <span>
#include <utility>
#include <vector>

#include "base/ids.hpp"
#include "base/joined.hpp"
#include "base/path_globs.hpp"
#include "base/try.hpp"
#include "cli/commands/commands.hpp"
#include "cli/render/pager.hpp"
#include "cli/render/render_search.hpp"
#include "cli/session/first_index.hpp"
#include "cli/session/input_file.hpp"
#include "codeweaver/doubt.hpp"
#include "codeweaver/error_codes.hpp"
#include "codeweaver/project_search.hpp"
#include "codeweaver/search_wordings.hpp"
#include "service/hosting/query_limit.hpp"
#include "settings/options.hpp"

namespace codeweaver::cli {
namespace {

/// Whether the output shows lines of the matches with line numbers.
bool is_preview(const SearchCommand& command) {
  return command.format == OutputFormat::kTable || command.format == OutputFormat::kVimgrep;
}

/// Makes search options from command line options that declare_search() has checked.
SearchOptions make_options(const SearchCommand& command, SearchOptions options) {
  options.filter.include_tests = true;
  options.count_callers = true;
  options = command.given.apply_to(std::move(options));
  auto& paths = options.filter.paths;
  paths.insert(paths.end(), command.places.begin(), command.places.end());
  if (is_preview(command)) {
    options.detail = Detail::kFull;  // the renderer selects the lines
    options.context_lines = std::max({options.context_lines, command.before, command.after});
  }
  return options;
}

bool explains(const SearchCommand& command) {
  const auto* given = command.given.find("explain");
  return given != nullptr && std::get<bool>(*given);
}

Detail detail_of(const SearchCommand& command) {
  const auto* given = command.given.find("detail");
  return given == nullptr ? Detail::kSnippet : *parse_detail(std::get<std::string>(*given));
}

/// Searches projects, or projects in a store, for the query and its other wordings.
Result<FindCodeResponseSummary> ask_all(std::span<Searchable* const> asked, std::string_view query,
                                        const SearchCommand& command, const SearchOptions& options,
                                        const Settings& settings, const CallContext& call) {
  const auto ask = [&](std::string_view wording, const SearchOptions& within) {
    return service::search_limited(wording, settings, [&](std::string_view text) {
      return search_projects(asked, text, within, call);
    });
  };
  return search_wordings(query, command.given.queries(), options, ask);
}

/// Larger than the limit of a query, so that a longer input is refused as too long.
constexpr std::size_t kMostInputBytes = 1U << 20;

/// Returns the words of the command line, joined, or standard input without line ends at its end.
std::string query_of(const SearchCommand& command) {
  if (command.words == std::vector<std::string>{"-"}) {
    auto text = read_up_to(std::cin, kMostInputBytes);
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
    return text;
  }
  return base::joined(command.words, " ");
}

/// Whether programs read standard output, so that it may contain only matches.
bool is_for_programs(OutputFormat format) {
  return format == OutputFormat::kJsonLines || format == OutputFormat::kVimgrep ||
         format == OutputFormat::kPaths;
}

/// Whether the user certainly means `word` as a path: because of its form, because its first folder
/// exists, or because it follows a query of one argument. `before`: the words before it.
bool is_meant_as_path(const std::string& word, std::span<const std::string> before,
                      const std::filesystem::path& here) {
  const bool is_quoted = before.front().find(' ') != std::string::npos;
  const bool is_syntax = [&] {  // the query language: a field, exact text or an expression
    const auto has = [](const std::string& one, const char* any) {
      return one.find_first_of(any) != std::string::npos;
    };
    return has(word, ":\"()") || std::ranges::any_of(before, [&](const std::string& one) {
             return has(one, "\"()") || one.starts_with('/');
           });
  }();
  if (is_syntax) return false;
  const auto slash = word.find('/');
  if (slash == std::string::npos) return is_quoted && before.size() == 1;
  if (word.size() > 2 && slash == 0 && word.back() == '/') return false;  // an expression
  std::error_code error;
  return before.size() == 1 || word.starts_with('/') || word.starts_with("./") ||
         word.starts_with("../") || word.ends_with('/') || word.find('/', slash + 1) != word.npos ||
         word.find('.', word.rfind('/')) != std::string::npos ||
         std::filesystem::exists(here / word.substr(0, slash), error);
}

Error no_such_place(const std::string& word) {
  return {ErrorCategory::kNotFound, error_code::kPathNotFound,
          "File or folder not found: '" + word + "'",
          "reading the files and folders after the query",
          "Check the path. If it is part of the query, put the whole query in quotes."};
}

/// Removes the files and folders after a query from its words and returns them. A word counts as a
/// path if the path exists, and the word has a slash or follows a quoted query. Errors: kNotFound
/// "PATH_NOT_FOUND" for a word that certainly means a path that does not exist.
Result<std::vector<std::filesystem::path>> take_places(std::vector<std::string>& words,
                                                       const std::filesystem::path& here) {
  std::vector<std::filesystem::path> places;
  const bool is_quoted = words.front().find(' ') != std::string::npos;
  while (words.size() > 1) {
    const auto& word = words.back();
    const bool is_path = word.find('/') != std::string::npos || word == "." || word == "..";
    std::error_code error;
    if ((!is_path && !is_quoted) || !std::filesystem::exists(here / word, error)) {
      if (is_meant_as_path(word, std::span(words).first(words.size() - 1), here))
        return no_such_place(word);
      break;
    }
    places.insert(places.begin(), std::filesystem::weakly_canonical(here / word, error));
    words.pop_back();
  }
  return places;
}

/// Limits a search to files and folders of a project. Errors: a path is outside the project.
Result<void> add_places(const std::vector<std::filesystem::path>& places, const Project& project,
                        std::vector<std::string>& patterns) {
  std::error_code error;
  const auto root = std::filesystem::weakly_canonical(project.root, error);
  std::vector<std::string> own;
  for (const auto& place : places) {
    const auto path = place.lexically_relative(root);
    if (path.empty() || *path.begin() == "..")
      return Error{ErrorCategory::kInvalidArgument, "PATH_OUTSIDE_PROJECT",
                   place.string() + " is not in project " + project.project_id,
                   "limiting a search to files and folders",
                   "Search one project at a time, or put the whole query in quotes."};
    if (path == ".") return {};  // the whole project
    own.push_back(base::glob_of_path(path.generic_string()));
  }
  patterns.insert(patterns.end(), own.begin(), own.end());
  return {};
}

/// Opens the projects of --also.
Result<void> open_also(Session& session, const SearchCommand& command,
                       std::vector<opening::Opened>& projects) {
  for (const auto& id : command.also) {
    CODEWEAVER_ASSIGN(const auto project, session.project_to_search(id));
    CODEWEAVER_ASSIGN(auto opened, session.open_to_search(project));
    projects.push_back(std::move(opened));
  }
  return {};
}

/// Number of matches to list, one line each, if no match is good. 0: show them with their lines,
/// because the user chose how to show matches.
std::size_t nearest_of(const SearchCommand& command) {
  const bool wants_lines = command.given.find("detail") != nullptr || explains(command) ||
                           command.before > 0 || command.after > 0;
  if (wants_lines) return 0;
  const auto* limit = command.given.find("limit");
  return limit == nullptr ? kNearestShown : std::get<std::uint64_t>(*limit);
}

/// Prints an answer in the format of the command. `project_id`: the project of all matches; empty:
/// several projects.
int show_answer(const Session& session, const SearchCommand& command, std::string_view query,
                const std::string& project_id, const FindCodeResponseSummary& answer) {
  const AnswerView view{query,
                        project_id,
                        session.working_directory(),
                        command.is_paths ? OutputFormat::kPaths : command.format,
                        {detail_of(command), command.before, command.after},
                        nearest_of(command)};
  const auto& streams = session.streams();
  if (is_for_programs(view.format) && is_doubtful(answer))
    streams.err << doubt_text(*answer.confidence) << '\n';
  if (is_for_programs(view.format)) {
    streams.err << interpretation_line(answer);
    for (const auto& warning : answer.warnings)
      streams.err << styled(streams, Style::kWarning, "Warning: ") << printable(warning) << '\n';
  }
  const auto text = render_answer(answer, view, streams);
  if (view.format == OutputFormat::kTable && session.options().may_page)
    write_paged(text, streams, session.environment());
  else
    streams.out << text;
  return kOk;
}

}  // namespace

int run_search(Session& session, const SearchCommand& given, std::stop_token stop) {
  CallContext call(std::move(stop));
  call.request_id = base::UuidGenerator().next().to_string();
  SearchCommand command = given;
  // Words are files only where there are files.
  const auto places = session.can(Feature::kIndexing)
                          ? take_places(command.words, session.working_directory())
                          : std::vector<std::filesystem::path>();
  if (!places) return session.fail(places.error());
  const auto project =
      places->empty() ? session.project_to_search() : session.project_of(places->front());
  if (!project) return session.fail(project.error());
  if (auto added = add_places(*places, *project, command.places); !added)
    return session.fail(added.error());
  std::vector<opening::Opened> projects;
  {
    auto opened = open_to_search(session, project, call);
    if (!opened) return session.fail(opened.error());
    projects.push_back(std::move(*opened));
  }
  auto& first = *projects.front().project;
  const auto effective = session.effective();
  const auto options =
      make_options(command, settings::search_options(effective.settings, first.committed_files()));
  const auto typed = query_of(command);
  const service::QueryLimit query(typed, effective.settings);
  if (!command.why_not.empty()) {
    const auto why = first.why_not(query.text(), command.why_not, options, call);
    if (!why) return session.fail(why.error());
    session.streams().out << render_why_not(*why, command.format, session.streams());
    return kOk;
  }
  if (auto opened = open_also(session, command, projects); !opened)
    return session.fail(opened.error());
  std::vector<Searchable*> asked;
  for (const auto& one : projects) asked.push_back(one.project.get());
  auto answer = ask_all(asked, typed, command, options, effective.settings, call);
  if (!answer) return session.fail(answer.error());
  answer->warnings.insert(answer->warnings.begin(), effective.warnings.begin(),
                          effective.warnings.end());
  const bool is_one = std::ranges::all_of(asked, [&](const Searchable* one) {
    return one->project().project_id == project->project_id;
  });
  const std::string own = is_one ? project->project_id : "";
  return show_answer(session, command, query.text(), own, *answer);
}

}  // namespace codeweaver::cli
