// codeweaver tour: example searches made from the project, each with its reason, command and
// answer.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>

#include "base/try.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/tour_stops.hpp"
#include "cli/render/render_references.hpp"
#include "cli/render/render_search.hpp"
#include "cli/render/shell_word.hpp"
#include "cli/session/first_index.hpp"
#include "settings/options.hpp"

namespace codeweaver::cli {
namespace {

/// Returns the command for a stop of the tour.
std::string command_of(const TourStop& stop, const std::string& where) {
  const bool is_search = stop.kind == TourStop::Kind::kSearch;
  std::string text = std::string("codeweaver ") + (is_search ? "search " : "refs ");
  text += shell_word(stop.query);
  for (const auto& pattern : stop.paths) text += " --path " + shell_word(pattern);
  return text + " -l " + std::to_string(stop.limit) + where;
}

Result<std::string> answer_of(const TourStop& stop, const Session& session, CodeWeaver& workspace,
                              const std::stop_token& token) {
  const auto& streams = session.streams();
  if (stop.kind == TourStop::Kind::kReferences) {
    const auto call = CallContext(token).until(
        settings::end_of_lookup(session.effective().settings, workspace.committed_files()));
    CODEWEAVER_ASSIGN(const auto found,
                      workspace.find_references(stop.query, stop.limit, {}, call));
    return references_text(found, workspace.project(), stop.query, streams);
  }
  auto options =
      settings::search_options(session.effective().settings, workspace.committed_files());
  options.top_k = stop.limit;
  options.detail = Detail::kFull;
  options.filter.include_tests = true;
  options.count_callers = true;
  options.filter.paths = stop.paths;
  CODEWEAVER_ASSIGN(const auto found, workspace.search(stop.query, options, token));
  return render_answer(found,
                       {stop.query,
                        workspace.project().project_id,
                        session.working_directory(),
                        OutputFormat::kTable,
                        {}},
                       streams);
}

/// Says how to add the program to PATH; empty: the shell finds it already.
std::string path_advice(const Session& session) {
  const auto path = session.environment().find("PATH");
  std::string_view folders;
  if (path != session.environment().end()) folders = path->second;
  while (!folders.empty()) {
    const auto folder = folders.substr(0, folders.find(':'));
    std::error_code error;
    if (std::filesystem::exists(std::filesystem::path(folder) / "codeweaver", error)) return {};
    folders.remove_prefix(std::min(folders.size(), folder.size() + 1));
  }
  const auto own = std::filesystem::path(session.streams().program).parent_path().string();
  if (own.empty()) return {};
  return "  add codeweaver to PATH: export PATH=" + shell_word(own) + ":\"$PATH\"\n";
}

}  // namespace

int run_tour(Session& session, const TourCommand& command, std::stop_token stop) {
  auto workspace = open_indexed(session, session.resolve_project(command.folder), stop);
  if (!workspace) return session.fail(workspace.error());
  const auto& streams = session.streams();
  auto& out = streams.out;
  const auto found = tour_stops(session, *workspace, stop);
  if (!found) return session.fail(found.error());
  const auto& stops = *found;
  const auto& root = workspace->project().root;
  std::error_code error;
  const bool is_here = std::filesystem::equivalent(root, session.working_directory(), error);
  const auto where = is_here ? std::string() : " -p " + shell_word(root.string());
  std::size_t number = 0;
  for (const auto& one : stops) {
    const auto answer = answer_of(one, session, *workspace, stop);
    if (!answer) return session.fail(answer.error());
    ++number;
    out << (number > 1 ? "\n" : "")
        << styled(streams, Style::kBold,
                  std::to_string(number) + '/' + std::to_string(stops.size()) + "  " +
                      printable(one.why))
        << "\n$ " << printable(command_of(one, where)) << "\n\n"
        << *answer << std::flush;
  }
  if (stops.empty())
    out << "This project has too little code for a tour ("
        << counted(workspace->committed_files(), "indexed file") << ").\n";
  out << '\n'
      << styled(streams, Style::kBold, "Next") << '\n'
      << "  search yourself: codeweaver search where is ...  (inside the folder"
      << (is_here ? "" : ": cd " + shell_word(root.string())) << ")\n"
      << "  let an agent search: codeweaver install  (or start the MCP server: codeweaver mcp)\n"
      << path_advice(session);
  return kOk;
}

}  // namespace codeweaver::cli
