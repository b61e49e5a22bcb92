// Finds file names, plain sentences and quoted texts of a project.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/commands/tour_texts.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include "base/ascii.hpp"
#include "base/lines.hpp"
#include "base/wildmatch.hpp"

namespace codeweaver::cli {
namespace {

/// From the most specific name to the least; names of libraries come last.
constexpr std::string_view kPrograms[] = {"src/main.rs",
                                          "main.go",
                                          "cmd/*/main.go",
                                          "src/main.c*",
                                          "main.c*",
                                          "manage.py",
                                          "**/__main__.py",
                                          "src/bin/*.rs",
                                          "bin/*",
                                          "main.py",
                                          "**/main.rs",
                                          "**/main.go",
                                          "cmd/*/*.go",
                                          "**/Main.java",
                                          "**/Main.kt",
                                          "**/Program.cs",
                                          "**/Application.java",
                                          "server.js",
                                          "app.py",
                                          "**/cli.py",
                                          "**/main.c*",
                                          "**/app.py",
                                          "**/main.py",
                                          "src/main.ts",
                                          "src/main.js",
                                          "src/cli.ts",
                                          "app.js",
                                          "app.ts",
                                          "exe/*",
                                          "**/main.swift"};
constexpr std::string_view kLibraries[] = {
    "src/lib.rs",      "index.js", "index.ts",      "src/index.ts",      "src/index.js",
    "lib/index.js",    "lib/*.rb", "*/__init__.py", "src/*/__init__.py", "**/lib.rs",
    "include/**/*.h*", "*.go",     "**/index.ts",   "**/index.js",       "**/package-info.java"};

constexpr std::string_view kBesideWords[] = {
    "test",      "tests",      "spec",        "specs",        "example", "examples", "bench",
    "benchmark", "benchmarks", "doc",         "docs",         "demo",    "demos",    "fixtures",
    "testdata",  "vendor",     "third_party", "node_modules", "scripts", "samples"};

std::size_t depth_of(std::string_view path) {
  return static_cast<std::size_t>(std::ranges::count(path, '/'));
}

bool is_beside(std::string_view part) {
  if (part == "doc.go") return false;  // code of a Go package, by convention
  const auto stem = part.substr(0, part.find('.'));
  return std::ranges::find(kBesideWords, stem) != std::end(kBesideWords) ||
         stem.starts_with("test_") || stem.ends_with("_test") || part.find(".test.") != part.npos ||
         part.find(".spec.") != part.npos;
}

/// Removes the markup of Markdown and reStructuredText; links become their text.
std::string without_markup(std::string_view line) {
  std::string out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == ']' && i + 1 < line.size() && line[i + 1] == '(') {
      const auto end = line.find(')', i);
      i = end == std::string_view::npos ? line.size() : end;
    } else if (std::string_view("*`[]_#>|").find(line[i]) == std::string_view::npos) {
      out += line[i];
    }
  }
  return out;
}

std::size_t words_in(std::string_view text) {
  std::size_t words = 0;
  bool is_inside = false;
  for (const char c : text) {
    const bool is_letter = std::isalpha(static_cast<unsigned char>(c)) != 0;
    words += is_letter && !is_inside ? 1 : 0;
    is_inside = is_letter || (is_inside && (c == '\'' || c == '-'));
  }
  return words;
}

bool is_prose(std::string_view text) {
  const auto plain = std::ranges::count_if(text, [](unsigned char c) {
    return std::isalpha(c) != 0 || c == ' ' || c == ',' || c == '-' || c == '\'';
  });
  return plain * 100 >= static_cast<std::ptrdiff_t>(text.size()) * 92;
}

/// Whether a sentence is an instruction rather than a statement about the project.
bool is_advice(std::string_view text) {
  constexpr std::string_view kVerbs[] = {
      "Install", "Download", "Clone",  "Run",       "Add",  "See", "To ", "If ",   "You ", "Please",
      "Check",   "For ",     "Licens", "Copyright", "Use ", "We ", "I ",  "This ", "More "};
  return std::ranges::any_of(kVerbs, [&](auto verb) { return text.starts_with(verb); });
}

/// Whether the text begins or ends in the middle of a sentence.
bool is_piece(std::string_view text) {
  constexpr std::string_view kJoints[] = {"a",  "an",   "and", "are", "as",  "at",
                                          "by", "for",  "in",  "is",  "of",  "on",
                                          "or", "that", "the", "to",  "with"};
  const auto last = text.substr(text.find_last_of(' ') + 1);
  return text.empty() || std::isalnum(static_cast<unsigned char>(text.front())) == 0 ||
         text.find(')') != text.npos || std::ranges::find(kJoints, last) != std::end(kJoints);
}

}  // namespace

bool is_main_source(std::string_view path) {
  for (std::size_t begin = 0, end = 0; end < path.size(); begin = end + 1) {
    end = std::min(path.find('/', begin), path.size());
    if (is_beside(path.substr(begin, end - begin))) return false;
  }
  return true;
}

std::vector<EntryPoint> entry_points(const std::vector<std::string>& paths,
                                     const std::string& project) {
  std::vector<EntryPoint> out;
  const auto add = [&](std::string_view pattern, bool is_program) {
    std::vector<EntryPoint> found;
    for (const auto& path : paths)
      if (is_main_source(path) && base::wildmatch(pattern, path) &&
          std::ranges::find(out, path, &EntryPoint::path) == out.end())
        found.push_back({path, is_program});
    std::ranges::stable_sort(found, {}, [](const auto& one) { return depth_of(one.path); });
    out.insert(out.end(), found.begin(), found.end());
  };
  for (const auto pattern : kPrograms) add(pattern, true);
  // First a file with the name of the project, or one that documents the package.
  const auto name = project.substr(0, project.find_first_of("@ "));
  add("doc.go", false);
  if (name.find_first_of("*?[") == std::string::npos) add(name + ".*", false);
  for (const auto pattern : kLibraries) add(pattern, false);
  return out;
}

std::vector<std::string> claims_of(std::string_view readme, std::size_t limit) {
  constexpr std::size_t kLeastWords = 4, kMostWords = 14;
  std::vector<std::string> out;
  std::string paragraph;  // joins the lines of a paragraph
  const auto take_paragraph = [&] {
    const auto plain = without_markup(std::exchange(paragraph, {}));
    std::string_view rest = plain;
    while (!rest.empty() && out.size() < limit) {
      auto end = rest.find_first_of(".:;!?(");
      while (end < rest.size() - 1 && rest[end] == '.' && rest[end + 1] != ' ')  // of a name
        end = rest.find_first_of(".:;!?(", end + 1);
      end = std::min(end, rest.size());
      const auto claim = base::trimmed(rest.substr(0, end), " \t-+=~\\");
      rest.remove_prefix(std::min(end + 1, rest.size()));
      const auto words = words_in(claim);
      if (words >= kLeastWords && words <= kMostWords && is_prose(claim) && !is_advice(claim) &&
          !is_piece(claim))
        out.emplace_back(claim);
    }
  };
  bool is_code = false;
  for (const auto line : base::split_lines(readme)) {
    if (line.starts_with("```") || line.starts_with("~~~")) is_code = !is_code;
    const auto text = base::trimmed(line, " \t\r");
    const bool is_markup = line.find('<') != std::string_view::npos;
    const bool is_other = is_code || line.starts_with("    ") || line.starts_with("..") ||
                          line.starts_with('#') || is_markup || text.empty();
    const bool is_item = text.starts_with("- ") || text.starts_with("* ") ||
                         text.starts_with("+ ") || text.starts_with('|');
    if (is_other || is_item) take_paragraph();
    if (!is_other) paragraph.append(paragraph.empty() ? "" : " ").append(text);
  }
  take_paragraph();
  return out;
}

std::vector<std::string> calls_of(std::string_view readme, std::size_t limit) {
  constexpr std::string_view kShells[] = {"sh", "bash", "console", "shell", "toml", "text", "yaml"};
  constexpr std::size_t kLeastBytes = 4;
  const auto is_of_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == ':';
  };
  std::vector<std::string> out;
  bool is_fenced = false, is_program = false;
  for (const auto line : base::split_lines(readme)) {
    if (line.starts_with("```") || line.starts_with("~~~")) {
      const auto language = base::trimmed(line, "`~ {");
      is_program = std::ranges::find(kShells, language) == std::end(kShells);
      is_fenced = !is_fenced;
      continue;
    }
    const auto code = base::trimmed(line, " \t");
    const bool is_code = is_fenced ? is_program : line.starts_with("    ");
    if (!is_code || code.starts_with("//") || code.starts_with('#') || code.starts_with('$'))
      continue;
    for (auto open = code.find('('); open != code.npos; open = code.find('(', open + 1)) {
      auto begin = open;
      while (begin > 0 && is_of_name(code[begin - 1])) --begin;
      const auto name = base::trimmed(std::string_view(code).substr(begin, open - begin), ".:");
      if (name.size() < kLeastBytes || out.size() == limit) continue;
      // The whole name, then without a package or variable before it.
      out.emplace_back(name);
      const auto last = name.find_last_of(".:");
      if (last != name.npos && name.size() - last > kLeastBytes)
        out.emplace_back(name.substr(last + 1));
    }
  }
  return out;
}

std::vector<std::string> messages_of(std::string_view code, std::size_t limit) {
  constexpr std::size_t kLeastBytes = 15, kMostBytes = 60, kLeastWords = 3;
  constexpr std::string_view kComments[] = {"//", "/*", "*", "#", "--", ";"};
  std::vector<std::string> out;
  bool is_comment = false;
  for (const auto line : base::split_lines(code)) {
    const auto plain = base::trimmed(line, " \t");
    is_comment = (is_comment || plain.starts_with("/*")) && plain.find("*/") == plain.npos;
    const bool is_said = !is_comment && std::ranges::none_of(kComments, [&](auto mark) {
      return plain.starts_with(mark);
    });
    const auto begin = line.find_first_of("\"'");
    if (begin == std::string_view::npos || !is_said || out.size() == limit) continue;
    const auto end = line.find(line[begin], begin + 1);
    if (end == std::string_view::npos) continue;
    const auto text = line.substr(begin + 1, end - begin - 1);
    const auto blanks = static_cast<std::size_t>(std::ranges::count(text, ' '));
    if (text.size() >= kLeastBytes && text.size() <= kMostBytes && blanks + 1 >= kLeastWords &&
        words_in(text) >= kLeastWords && text == base::trimmed(text, " ") && is_prose(text) &&
        text.find_first_of("<>") == text.npos &&  // Rust lifetimes are not quotes
        line.find("\"\"\"") == line.npos)
      out.emplace_back(text);
  }
  return out;
}

}  // namespace codeweaver::cli
