// Rename checks: letters and reserved words; what the new name clashes with.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/lookup/rename_checks.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>

#include "base/counted.hpp"
#include "base/path_name.hpp"
#include "base/try.hpp"
#include "engine/searching/lookup/symbol_lookup.hpp"
#include "facts/read_facts.hpp"
#include "graph/paths.hpp"
#include "syntax/language.hpp"

namespace codeweaver::engine {
namespace {

/// Words that are no names, between spaces. Parsers that go on after errors take some as names.
constexpr std::string_view kGoWords =
    " break case chan const continue default defer else fallthrough for func go goto if import "
    "interface map package range return select struct switch type var _ ";
constexpr std::string_view kJavaWords =
    " abstract assert boolean break byte case catch char class const continue default do double "
    "else enum extends false final finally float for goto if implements import instanceof int "
    "interface long native new null package private protected public return short static strictfp "
    "super switch synchronized this throw throws transient true try void volatile while _ ";
constexpr std::string_view kPythonWords =
    " False None True and as assert async await break class continue def del elif else except "
    "finally for from global if import in is lambda nonlocal not or pass raise return try while "
    "with yield ";
constexpr std::string_view kScriptWords =
    " await break case catch class const continue debugger default delete do else enum export "
    "extends false finally for function if implements import in instanceof interface let new null "
    "package private protected public return static super switch this throw true try typeof var "
    "void while with yield ";
constexpr std::string_view kCWords =
    " auto break case char const continue default do double else enum extern float for goto if "
    "inline int long register restrict return short signed sizeof static struct switch typedef "
    "union unsigned void volatile while ";
constexpr std::string_view kCppWords =
    " alignas alignof and asm bool catch char8_t char16_t char32_t class co_await co_return "
    "co_yield concept const_cast consteval constexpr constinit decltype delete dynamic_cast "
    "explicit export false friend mutable namespace new noexcept not nullptr operator or private "
    "protected public reinterpret_cast requires static_assert static_cast template this "
    "thread_local throw true try typeid typename using virtual wchar_t xor ";

bool is_among(std::string_view words, std::string_view name) {
  return words.find(' ' + std::string(name) + ' ') != std::string_view::npos;
}

bool is_reserved(std::string_view language, std::string_view name) {
  if (language == "go") return is_among(kGoWords, name);
  if (language == "java") return is_among(kJavaWords, name);
  if (language == "python") return is_among(kPythonWords, name);
  if (facts::is_typescript(language)) return is_among(kScriptWords, name);
  return is_among(kCWords, name) || (language == "cpp" && is_among(kCppWords, name));
}

bool has_letters_of_names(std::string_view name, bool may_have_dollar) {
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0) return false;
  return std::ranges::all_of(name, [&](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || (c & 0x80) != 0 ||
           (c == '$' && may_have_dollar);
  });
}

bool is_exported_in_go(std::string_view name) {
  return !name.empty() && std::isupper(static_cast<unsigned char>(name[0])) != 0;
}

std::string lines_with(std::string_view text, std::string_view name) {
  constexpr std::size_t kMostLines = 5;
  std::set<std::uint32_t> lines;
  for (const auto place : words_in(text, name)) lines.insert(place.line);
  std::string out;
  std::size_t shown = 0;
  for (const auto line : lines) {
    if (++shown > kMostLines) break;
    out += (out.empty() ? "" : ", ") + std::to_string(line);
  }
  if (lines.size() > kMostLines)
    out += " and " + base::counted(lines.size() - kMostLines, "more line");
  return out;
}

}  // namespace

Result<void> check_identifier(std::string_view name, std::string_view path) {
  const auto language = syntax::language_of_name(base::file_name(path));
  const std::string_view id = language ? syntax::languages()[*language].id : std::string_view();
  const bool is_name =
      has_letters_of_names(name, id != "go" && id != "python") && !is_reserved(id, name);
  if (is_name) return {};
  return Error{ErrorCategory::kInvalidArgument, "INVALID_VALUE",
               "'" + std::string(name) + "' is not a name in " + std::string(id),
               "previewing a rename", "Give an identifier that is not a keyword."};
}

Result<std::vector<std::string>> rename_conflicts(const SearchContext& context,
                                                  const Renaming& renaming,
                                                  const std::vector<graph::Target>& renamed,
                                                  const std::map<std::string, std::string>& texts) {
  constexpr std::size_t kMostDefinitions = 200;
  std::vector<std::string> out;
  const std::string to(renaming.to);
  std::set<std::string_view> folders;
  std::set<std::string_view> paths;
  const std::string java_file = std::string(renaming.from) + ".java";
  for (const auto& one : renamed) {
    folders.insert(graph::folder_of(one.path));
    if (base::file_name(one.path) == java_file) paths.insert(one.path);
  }
  for (const auto path : paths)  // Java wants public classes in files with their names
    out.push_back(std::string(path) + " must be called " + to + ".java, too");
  for (const auto& [path, text] : texts) {
    const auto lines = lines_with(text, to);
    if (!lines.empty()) out.push_back(to + " is already in " + path + ", line " + lines);
    if (path.ends_with(".go") && is_exported_in_go(renaming.from) && !is_exported_in_go(to) &&
        !folders.contains(graph::folder_of(path)))
      out.push_back(to + " is not exported, but " + path + " is in another package");
  }
  CODEWEAVER_ASSIGN(const auto known,
                    find_spelled_symbols(context.snapshot, context.database, to, kMostDefinitions));
  for (const auto& one : known)
    if (one.name == to && !texts.contains(one.path) && folders.contains(graph::folder_of(one.path)))
      out.push_back(to + " is defined in the same folder: " + one.path + ':' +
                    std::to_string(one.lines.start_line));
  return out;
}

}  // namespace codeweaver::engine
