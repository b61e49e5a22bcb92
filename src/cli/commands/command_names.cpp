// codeweaver symbol and codeweaver refs: where a name is defined, and where it is used.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "base/lines.hpp"
#include "base/stop_scope.hpp"
#include "cli/commands/commands.hpp"
#include "cli/render/print_json.hpp"
#include "cli/render/render_lines.hpp"
#include "cli/render/render_references.hpp"
#include "cli/session/first_index.hpp"
#include "json/value_types.hpp"
#include "opening/query_node.hpp"
#include "service/hosting/project_json.hpp"
#include "settings/options.hpp"

namespace codeweaver::cli {
namespace {

constexpr std::size_t kNamesSuggested = 5;

/// Returns the indexed text of a file.
using ReadFile = std::function<Result<std::string>(const std::string& path)>;

/// Reads the indexed text of each file once.
class IndexedTexts {
 public:
  explicit IndexedTexts(ReadFile read) : read_(std::move(read)) {}
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
    auto text = read_(path);
    return texts_.emplace(path, text ? std::move(*text) : std::string()).first->second;
  }

  ReadFile read_;
  std::map<std::string, std::string> texts_;
};

std::vector<std::string> names_like(const CodeWeaver& workspace, const std::string& name) {
  auto like = workspace.similar_symbols(name, kNamesSuggested);
  for (auto& longer : workspace.complete_symbol(name, kNamesSuggested))
    if (like.size() < kNamesSuggested && std::ranges::find(like, longer) == like.end())
      like.push_back(std::move(longer));
  return like;
}

void print_none(const std::string& name, const std::vector<std::string>& like,
                const Streams& streams) {
  streams.out << "No definition is called " << printable(name) << ".\n";
  if (!like.empty()) streams.out << "Did you mean:\n";
  for (const auto& one : like) streams.out << "  " << printable(one) << '\n';
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

json::Value references_json(const std::vector<ReferenceMatch>& references,
                            const Warnings& warnings) {
  json::Value out = json::Array{};
  for (const auto& one : references)
    out.push_back(json::Object{{"path", one.path},
                               {"line", one.line},
                               {"column", one.column},
                               {"text", one.text},
                               {"enclosing", one.enclosing}});
  return json::Object{{"references", std::move(out)},
                      {"total", references.size()},
                      {"warnings", service::warnings_json(warnings)}};
}

struct FoundSymbols {
  const std::vector<SymbolMatch>& symbols;
  Warnings warnings{};
};

/// Prints definitions. `project` has no folder if it is in a store. `like` returns similar names;
/// they are printed if nothing was found.
void show_symbols(const Session& session, const NameCommand& command, const Project& project,
                  const FoundSymbols& found, const std::function<std::vector<std::string>()>& like,
                  ReadFile read) {
  const auto& streams = session.streams();
  const auto& symbols = found.symbols;
  if (command.format == OutputFormat::kJson) {
    print_json(streams, symbols_json(symbols, found.warnings));
    return;
  }
  print_warnings(found.warnings, streams);
  if (symbols.empty() && command.format == OutputFormat::kTable)
    print_none(command.name, like(), streams);
  IndexedTexts texts(std::move(read));
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

/// When calls to services must end if a look-up starts now.
base::StopScope::Time end_of_lookup(const Session& session, const CodeWeaver& workspace) {
  return settings::end_of_lookup(session.effective().settings, workspace.committed_files());
}

/// Runs `symbol` on a project of the store.
int show_stored_symbols(Session& session, const NameCommand& command) {
  const auto opened = session.open_store();
  if (!opened) return session.fail(opened.error());
  const auto& searcher = opened->searcher;
  const base::StopScope limited({}, settings::end_of_lookup(opened->effective.settings, 0));
  const auto found = searcher.find_symbol(command.name, command.limit);
  if (!found) return session.fail(found.error());
  show_symbols(
      session, command, opening::store_project(searcher.project_id()), {*found},
      [] { return std::vector<std::string>(); },
      [&](const std::string& path) { return searcher.file_text(path); });
  return kOk;
}

}  // namespace

int run_symbol(Session& session, const NameCommand& command) {
  if (session.is_query_node()) return show_stored_symbols(session, command);
  auto workspace = open_indexed(session, session.resolve_project());
  if (!workspace) return session.fail(workspace.error());
  const base::StopScope limited({}, end_of_lookup(session, *workspace));
  Warnings warnings;
  const auto found = workspace->find_symbol(command.name, command.limit, &warnings);
  if (!found) return session.fail(found.error());
  show_symbols(
      session, command, workspace->project(), {*found, std::move(warnings)},
      [&] { return names_like(*workspace, command.name); },
      [&](const std::string& path) { return workspace->file_text(path); });
  return kOk;
}

int run_references(Session& session, const NameCommand& command) {
  auto workspace = open_indexed(session, session.resolve_project());
  if (!workspace) return session.fail(workspace.error());
  const base::StopScope limited({}, end_of_lookup(session, *workspace));
  Warnings warnings;
  const auto found = workspace->find_references(command.name, command.limit, &warnings);
  if (!found) return session.fail(found.error());
  const auto& streams = session.streams();
  const auto& project = workspace->project();
  if (command.format != OutputFormat::kJson) print_warnings(warnings, streams);
  if (command.format == OutputFormat::kJson) {
    print_json(streams, references_json(*found, warnings));
  } else if (command.format == OutputFormat::kVimgrep) {
    for (const auto& one : *found)
      streams.out << printable(
          vimgrep_line(path_from(session.working_directory(), absolute_path(project, one.path)),
                       one.line, one.column, one.text));
  } else if (found->empty()) {
    streams.out << "Nothing calls or imports " << printable(command.name)
                << ", or uses it as a type.\n";
  } else {
    streams.out << references_text(*found, project, command.name, streams);
    if (found->size() == command.limit)
      streams.out << "\nThese are the first " << grouped(command.limit) << "; --limit shows more\n";
  }
  return kOk;
}

}  // namespace codeweaver::cli
