// Suggestions for a query without results.
// SPDX-License-Identifier: MIT OR Apache-2.0

#include "base/counted.hpp"
#include "base/joined.hpp"
#include "codeweaver/text/identifier.hpp"
#include "engine/searching/answer/assemble.hpp"
#include "syntax/language.hpp"

namespace codeweaver::engine {
namespace {

// Languages that users search for and that are not supported; their names are enough to say that
// there are no such files.
constexpr std::string_view kUnlistedLanguages[] = {"ada",    "apl",     "cobol",  "delphi",
                                                   "erlang", "fortran", "lisp",   "matlab",
                                                   "pascal", "prolog",  "scheme", "smalltalk"};

/// The language that a word surely names; "go" and "make" are also verbs.
std::string named_language(const std::string& word) {
  const auto name = text::to_lower(word);
  for (const auto known : kUnlistedLanguages)
    if (name == known) return word;
  if (name.size() < 4 && name != "php" && name != "c++" && name != "c#" && name != "sql") return {};
  if (name == "make" || name == "text" || name == "dart" || name == "diff") return {};
  const auto language = syntax::find_language(name);
  return language ? std::string(syntax::languages()[*language].id) : std::string{};
}

}  // namespace

std::vector<std::string> words_of(std::string_view query) {
  std::vector<std::string> out;
  std::string word;
  for (const char c : query) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) || c == '+' || c == '#' || c == '_') {
      word += c;
    } else if (!word.empty()) {
      out.push_back(std::move(word));
      word.clear();
    }
  }
  if (!word.empty()) out.push_back(std::move(word));
  return out;
}

std::vector<std::string> suggest(std::string_view query, const CompiledFilter& filter,
                                 const IndexStatistics& statistics, std::size_t admitted_chunks,
                                 const std::vector<std::string>& known_words) {
  std::vector<std::string> out;
  if (statistics.chunks == 0) {
    out.emplace_back("The index is empty: index a folder that contains code");
    return out;
  }
  if (!filter.is_open() && admitted_chunks == 0) {
    if (!filter.directory.empty())
      out.push_back("No results in directory " + filter.directory + '/');
    if (!filter.extension.empty()) out.push_back("No ." + filter.extension + " files match");
    for (const auto& language : filter.languages)
      if (!statistics.languages.contains(language))
        out.push_back("No " + language + " files found in indexed codebase");
    if (!filter.glob.empty()) out.push_back("No file matches " + filter.glob);
    if (!filter.paths.is_open())
      out.push_back("No file matches " + filter.wanted(FilterField::kPaths));
    if (filter.lines)
      out.push_back(std::string(kAboutDifference) +
                    (filter.lines->empty()
                         ? "changes no line of any file"
                         : "changes " + base::counted(filter.lines->size(), "file") +
                               ", but no chunk passes the filters"));
    if (!filter.include_tests) out.emplace_back("Test files are excluded: include them");
  }
  for (const auto& word : words_of(query)) {
    const auto language = named_language(word);
    if (!language.empty() && !statistics.languages.contains(language))
      out.push_back("No " + word + " language files found in indexed codebase");
  }
  std::vector<std::string> available;
  for (const auto& [language, files] : statistics.languages) available.push_back(language);
  out.push_back("Languages available: " + base::joined(available, ", "));
  if (!known_words.empty())
    out.push_back("Try broader terms: \"" + base::joined(known_words, "\" or \"") + '"');
  return out;
}

}  // namespace codeweaver::engine
