// codeweaver symbol and refs, and those that read the call graph.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

#include "base/lines.hpp"
#include "cli/commands/commands.hpp"
#include "cli/render/print_json.hpp"
#include "cli/render/render_lines.hpp"
#include "cli/render/render_references.hpp"
#include "cli/session/first_index.hpp"
#include "json/value_types.hpp"
#include "service/hosting/call_graph_request.hpp"
#include "service/hosting/code_map_request.hpp"
#include "service/hosting/project_json.hpp"
#include "service/hosting/rename_request.hpp"
#include "service/tools/call_graph_text.hpp"
#include "service/tools/code_map_text.hpp"
#include "service/tools/rename_text.hpp"
#include "settings/options.hpp"

namespace codeweaver::cli {
namespace {

constexpr std::size_t kNamesSuggested = 5, kMostReferences = 100'000;

/// The context of all look-ups of one command: they share the time of a search.
CallContext lookup_call(const Session& session, const Searchable& project) {
  return session.call().until(
      settings::end_of_lookup(session.effective().settings, project.committed_files()));
}

/// Reads the indexed text of each file once.
class IndexedTexts {
 public:
  IndexedTexts(Searchable& project, const CallContext& call) : project_(project), call_(call) {}
  /// Returns number and text of the line with the name of a definition; empty text: the file was
  /// not found.
  std::pair<std::uint32_t, std::string> line_of(const SymbolMatch& symbol) {
    const auto lines = base::split_lines(text_of(symbol.path));
    std::uint32_t line = symbol.lines.start_line;
    while (line < symbol.lines.end_line && line <= lines.size() &&
           lines[line - 1].find(symbol.name) == std::string_view::npos)
      ++line;
    if (line > lines.size()) return {symbol.lines.start_line, ""};
    return {line, std::string(lines[line - 1])};
  }

 private:
  const std::string& text_of(const std::string& path) {
    const auto known = texts_.find(path);
    if (known != texts_.end()) return known->second;
    auto text = project_.file_text(path, {}, call_);
    return texts_.emplace(path, text ? std::move(*text) : std::string()).first->second;
  }

  Searchable& project_;
  const CallContext& call_;
  std::map<std::string, std::string> texts_;
};

std::vector<std::string> names_like(const Searchable& project, const std::string& name) {
  auto like = project.similar_symbols(name, kNamesSuggested);
  for (auto& longer : project.complete_symbol(name, kNamesSuggested))
    if (like.size() < kNamesSuggested && std::ranges::find(like, longer) == like.end())
      like.push_back(std::move(longer));
  return like;
}

void print_none(const std::string& name, const std::vector<std::string>& like,
                const Streams& streams) {
  streams.out << "No definition is called " << printable(name) << ".\n";
  if (!like.empty()) streams.out << "Did you mean:\n";
  for (const auto& one : like) streams.out << "  " << printable(one) << '\n';
  if (like.empty()) streams.out << "codeweaver search finds code by what it does.\n";
}

/// PATH and PATH:LINE relative to the project, if there is such a file in it; other texts are
/// names. `has_folders`: also the path of a folder.
std::string start_in_project(const Session& session, const Project& project,
                             const std::string& start, bool has_folders = false) {
  if (start.empty()) return start;
  const auto digits = start.find_last_not_of("0123456789");
  const bool has_line = digits != std::string::npos && start[digits] == ':';
  const auto end = has_line && digits + 1 < start.size() ? digits : start.size();
  std::error_code failed;
  const auto file = session.working_directory() / start.substr(0, end);
  const bool is_folder = has_folders && std::filesystem::is_directory(file, failed);
  if (!is_folder && !std::filesystem::is_regular_file(file, failed)) return start;
  const auto root = std::filesystem::weakly_canonical(project.root, failed);
  const auto path = std::filesystem::weakly_canonical(file, failed).lexically_relative(root);
  if (path.empty() || *path.begin() == "..") return start;
  return path.generic_string() + start.substr(end);
}

using Warnings = std::vector<std::string>;

void print_warnings(const Warnings& warnings, const Streams& streams) {
  for (const auto& warning : warnings)
    streams.err << styled(streams, Style::kWarning, "Warning: ") << printable(warning) << '\n';
}

json::Value symbols_json(const std::vector<SymbolMatch>& symbols, const Warnings& warnings) {
  json::Value out = json::Array{};
  for (const auto& symbol : symbols) out.push_back(json::to_json(symbol));
  return json::Object{{"symbols", std::move(out)},
                      {"total", symbols.size()},
                      {"warnings", service::warnings_json(warnings)}};
}

json::Value references_json(const std::vector<ReferenceMatch>& references, std::size_t total,
                            const Warnings& warnings) {
  json::Value out = json::Array{};
  for (const auto& one : references) out.push_back(json::to_json(one));
  return json::Object{{"references", std::move(out)},
                      {"total", total},
                      {"warnings", service::warnings_json(warnings)}};
}

/// Prints definitions, with their lines from `texts`. If there are none, prints similar names.
void show_symbols(const Session& session, const NameCommand& command, const Searchable& searched,
                  const std::vector<SymbolMatch>& symbols, IndexedTexts& texts) {
  const auto& streams = session.streams();
  const auto& project = searched.project();
  if (symbols.empty() && command.format == OutputFormat::kTable)
    print_none(command.name, names_like(searched, command.name), streams);
  const auto terms = terms_of(command.name);
  for (const auto& symbol : symbols) {
    const auto [line, text] = texts.line_of(symbol);
    const auto path = absolute_path(project, symbol.path);
    if (command.format == OutputFormat::kVimgrep) {
      const auto column = text.find(symbol.name);
      streams.out << printable(
          vimgrep_line(project.root.empty() ? path : path_from(session.working_directory(), path),
                       line, column == std::string::npos ? 1 : column + 1, text));
      continue;
    }
    const auto place = symbol.path + ':' + std::to_string(symbol.lines.start_line) + '-' +
                       std::to_string(symbol.lines.end_line);
    streams.out << linked(streams, path, styled(streams, Style::kPath, printable(place))) << "  "
                << symbol.kind << "  "
                << styled(streams, Style::kBold, printable(symbol.qualified_name)) << '\n'
                << numbered_line(line, text, "", terms, streams) << '\n';
  }
}

}  // namespace

int run_symbol(Session& session, const NameCommand& command) {
  const auto opened = open_to_search(session, session.project_to_search(), session.call().stop);
  if (!opened) return session.fail(opened.error());
  auto& project = *opened->project;
  const auto call = lookup_call(session, project);
  Warnings warnings;
  const auto found = project.find_symbol(command.name, command.limit, {{}, &warnings}, call);
  if (!found) return session.fail(found.error());
  if (command.format == OutputFormat::kJson) {
    print_json(session.streams(), symbols_json(*found, warnings));
    return kOk;
  }
  print_warnings(warnings, session.streams());
  IndexedTexts texts(project, call);
  show_symbols(session, command, project, *found, texts);
  return kOk;
}

int run_references(Session& session, const NameCommand& command) {
  const auto opened = open_to_search(session, session.project_to_search(), session.call().stop);
  if (!opened) return session.fail(opened.error());
  const auto call = lookup_call(session, *opened->project);
  Warnings warnings;
  auto found =
      opened->project->find_references(command.name, kMostReferences, {{}, &warnings}, call);
  if (!found) return session.fail(found.error());
  const auto total = found->size();
  if (total > command.limit) found->resize(command.limit);
  const auto& streams = session.streams();
  const auto& project = opened->project->project();
  if (command.format != OutputFormat::kJson) print_warnings(warnings, streams);
  if (command.format == OutputFormat::kJson) {
    print_json(streams, references_json(*found, total, warnings));
  } else if (command.format == OutputFormat::kVimgrep) {
    for (const auto& one : *found)
      if (one.link != ReferenceLink::kElsewhere)
        streams.out << printable(
            vimgrep_line(path_from(session.working_directory(), absolute_path(project, one.path)),
                         one.line, one.column, one.text));
  } else if (found->empty()) {
    streams.out << "Nothing calls or imports " << printable(command.name)
                << ", or uses it as a type.\n";
    if (const auto known = opened->project->find_symbol(command.name, 1, {}, call);
        known && known->empty())
      print_none(command.name, names_like(*opened->project, command.name), streams);
  } else {
    streams.out << references_text(*found, project, command.name, streams);
    if (total > command.limit)
      streams.out << "\nThese are the first " << grouped(command.limit) << " of " << grouped(total)
                  << "; --limit shows more\n";
  }
  return kOk;
}

int run_call_graph(Session& session, const CallGraphCommand& command) {
  const auto opened = open_to_search(session, session.project_to_search(), session.call().stop);
  if (!opened) return session.fail(opened.error());
  auto& project = *opened->project;
  Warnings warnings;
  auto options = command.options;
  options.include_tests = !command.exclude_tests;
  const auto start = start_in_project(session, project.project(), command.start,
                                      is_about_imports(options.relation));
  options.to = start_in_project(session, project.project(), options.to);
  const auto found =
      project.call_graph(start, options, {{}, &warnings}, lookup_call(session, project));
  if (!found) return session.fail(found.error());
  const auto& streams = session.streams();
  if (command.format == OutputFormat::kJson) {
    print_json(streams, service::call_graph_json(*found, warnings));
    return kOk;
  }
  print_warnings(warnings, streams);
  if (found->definitions.empty() && !start.empty())
    print_none(command.start, names_like(project, command.start), streams);
  else
    streams.out << base::printable_lines(service::call_graph_text(*found, options, command.start));
  return kOk;
}

int run_rename(Session& session, const RenameCommand& command) {
  const auto opened = open_to_search(session, session.project_to_search(), session.call().stop);
  if (!opened) return session.fail(opened.error());
  auto& project = *opened->project;
  Warnings warnings;
  const auto name = start_in_project(session, project.project(), command.name);
  const auto found = project.rename_preview(name, command.new_name, command.limit, {{}, &warnings},
                                            lookup_call(session, project));
  if (!found) return session.fail(found.error());
  const auto& streams = session.streams();
  if (command.format == OutputFormat::kJson) {
    print_json(streams, service::rename_json(*found, warnings));
    return kOk;
  }
  print_warnings(warnings, streams);
  if (found->definitions.empty())
    print_none(command.name, names_like(project, command.name), streams);
  else if (streams.out_is_terminal)
    streams.out << base::printable_lines(service::rename_text(*found, command.name));
  else  // a diff for another program, byte for byte
    streams.out << service::rename_text(*found, command.name);
  return kOk;
}

int run_map(Session& session, const MapCommand& command) {
  const auto opened = open_to_search(session, session.project_to_search(), session.call().stop);
  if (!opened) return session.fail(opened.error());
  auto& project = *opened->project;
  Warnings warnings;
  auto options = command.options;
  options.folder = start_in_project(session, project.project(), options.folder, true);
  const auto found = project.code_map(options, {{}, &warnings}, lookup_call(session, project));
  if (!found) return session.fail(found.error());
  const auto& streams = session.streams();
  if (command.format == OutputFormat::kJson) {
    print_json(streams, service::code_map_json(*found, warnings));
    return kOk;
  }
  print_warnings(warnings, streams);
  streams.out << base::printable_lines(service::code_map_text(*found));
  return kOk;
}

}  // namespace codeweaver::cli
