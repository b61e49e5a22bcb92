// How an editor uses codeweaver: unsaved buffers, search as you type, saved files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <codeweaver/overlay.hpp>
#include <codeweaver/text_search.hpp>
#include <codeweaver/workspace.hpp>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "live_search.hpp"

namespace {

using codeweaver::CodeWeaver;
using codeweaver::Overlay;
using codeweaver::Result;

constexpr const char* kCommands =
    "edit PATH     read the buffer of PATH from the next lines, up to a line with only '.'\n"
    "delete PATH   treat the file as deleted; nothing is saved\n"
    "close PATH    close the buffer and use the file on disk again\n"
    "saved PATH    the file was saved; index only this file again\n"
    "type QUERY    search as you type; the next query stops this one\n"
    "symbol NAME   show definitions with this name\n"
    "lines TEXT    show lines with this text\n";

/// The editor: its open buffers and its commands.
class Editor {
 public:
  explicit Editor(CodeWeaver project)
      : project_(std::move(project)),
        live_(project_, [](const std::string& query, const auto& answer) { show(query, answer); }) {
  }

  /// Runs a command. Other commands than `type` first wait for the answer to the last query.
  void obey(const std::string& line) {
    const auto space = line.find(' ');
    const std::string command = line.substr(0, space);
    const std::string rest = space == std::string::npos ? "" : line.substr(space + 1);
    if (command == "type") return live_.ask(rest, buffers_);
    live_.finish();
    if (command == "edit") return report(buffers_.put(rest, read_buffer()));
    if (command == "delete") return report(buffers_.remove(rest));
    if (command == "close") return static_cast<void>(buffers_.forget(rest));
    if (command == "saved") {
      buffers_.forget(rest);
      return report(project_.update(std::vector{rest}));
    }
    if (command == "symbol") return with_buffers([&](CodeWeaver& all) { show_symbols(all, rest); });
    if (command == "lines") return with_buffers([&](CodeWeaver& all) { show_lines(all, rest); });
    std::cerr << kCommands;
  }
  void finish() { live_.finish(); }

 private:
  static std::string read_buffer() {
    std::string text, line;
    while (std::getline(std::cin, line) && line != ".") text += line + '\n';
    return text;
  }

  template <class Value>
  static void report(const Result<Value>& result) {
    if (!result) std::cerr << result.error().message() << '\n';
  }

  template <class Use>
  void with_buffers(Use use) const {
    auto all = project_.with_overlay(buffers_);
    if (all)
      use(*all);
    else
      report(all);
  }

  static void show(const std::string& query,
                   const Result<codeweaver::FindCodeResponseSummary>& answer) {
    if (!answer) return report(answer);
    std::cout << "? " << query << '\n';
    for (const auto& match : answer->matches)
      std::cout << match.file.path << ':' << match.span.start_line << "  "
                << match.content.chunk_name.value_or("") << '\n';
    std::cout.flush();
  }

  static void show_symbols(CodeWeaver& all, const std::string& name) {
    const auto found = all.find_symbol(name);
    if (!found) return report(found);
    if (found->empty()) std::cerr << "no definition is named " << name << '\n';
    for (const auto& symbol : *found)
      std::cout << symbol.path << ':' << symbol.lines.start_line << "  " << symbol.kind << ' '
                << symbol.qualified_name << std::endl;
  }

  static void show_lines(CodeWeaver& all, const std::string& text) {
    codeweaver::TextSearchOptions search;
    search.patterns = {text};
    search.is_fixed = true;
    const auto hits = all.find_text(search);
    if (!hits) return report(hits);
    for (const auto& file : hits->files)
      for (const auto& hit : file.hits)
        std::cout << file.path << ':' << hit.line << "  " << hit.text << std::endl;
  }

  CodeWeaver project_;
  Overlay buffers_;
  LiveSearch live_;  // last, because it uses the project
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: ide_plugin FOLDER STATE_FOLDER\n" << kCommands;
    return 2;
  }
  codeweaver::Project folder{"editor", "Editor", argv[1], argv[2]};
  codeweaver::WorkspaceOptions options;
  options.checks_tree = false;  // an editor knows the changes and reports them
  auto project = CodeWeaver::open(std::move(folder), options);
  if (!project) {
    std::cerr << project.error().message() << '\n';
    return 1;
  }
  const auto made = project->index();
  if (!made) {
    std::cerr << made.error().message() << '\n';
    return 1;
  }
  std::cerr << "Indexed files: " << made->total_files << ". Commands:\n" << kCommands;
  Editor editor(std::move(*project));
  for (std::string line; std::getline(std::cin, line);) editor.obey(line);
  editor.finish();
}
