// Source places: files by the ends of their paths, chunks by their lines.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/lookup/source_places.hpp"

#include <algorithm>
#include <charconv>
#include <tuple>
#include <utility>

#include "base/try.hpp"
#include "codeweaver/detail/trace_query.hpp"
#include "engine/state/item_path.hpp"

namespace codeweaver::engine {
namespace {

/// Maximum number of files with one name that a place may denote; with more it denotes none.
constexpr std::size_t kMostFiles = 3;

bool is_slash(char c) noexcept {
  return c == '/' || c == '\\';
}

/// Removes and returns the last part of `path`.
std::string_view take_last(std::string_view& path) {
  while (!path.empty() && is_slash(path.back())) path.remove_suffix(1);
  std::size_t begin = path.size();
  while (begin > 0 && !is_slash(path[begin - 1])) --begin;
  const auto last = path.substr(begin);
  path = path.substr(0, begin);
  return last;
}

/// Number of parts that two paths share from the end, and whether these are all parts of `own`.
std::pair<std::size_t, bool> shared_parts(std::string_view own, std::string_view asked) {
  std::size_t count = 0;
  for (;;) {
    const auto a = take_last(own), b = take_last(asked);
    if (a.empty()) return {count, true};
    if (a != b) return {count, false};
    ++count;
  }
}

/// Adds the folders named by the function's qualifiers if the trace gives none, like those of the
/// JVM: "org.jsoup.nodes.Element.text" and "Element.java".
std::string path_of(const SourcePlace& place) {
  if (std::ranges::any_of(place.file, is_slash)) return place.file;
  std::string folders;
  std::string_view rest = place.function;
  std::vector<std::string_view> words;
  text::for_each_word(rest, [&](std::string_view word) { words.push_back(word); });
  for (std::size_t i = 0; i + 2 < words.size(); ++i) folders.append(words[i]).push_back('/');
  return folders + place.file;
}

struct FoundFile {
  std::uint32_t part = 0;
  std::size_t file = 0;
};

std::vector<FoundFile> find_files(const DefinitionSource& source, const SourcePlace& place) {
  const std::string asked = path_of(place);
  const auto name = text::file_name_of(asked);
  const bool has_folder = name.size() < asked.size();
  std::vector<FoundFile> best;
  std::pair<std::size_t, bool> most;  // shared parts, and whether these are the whole path
  for (std::uint32_t part = 0; part < source.snapshot.parts.size(); ++part) {
    const auto& segment = *source.snapshot.parts[part].segment;
    for (std::size_t file = 0; file < segment.file_count(); ++file) {
      const auto path = shown_path(segment.file_path(file));
      if (text::file_name_of(path) != name) continue;
      const auto [first, last] = segment.file_chunks(file);
      if (first == last || !source.snapshot.parts[part].live.test(first)) continue;
      const auto shared = shared_parts(path, asked);
      if (shared < most) continue;
      if (shared > most) best.clear();
      most = shared;
      best.push_back({part, file});
    }
  }
  const bool is_elsewhere = has_folder && most.first == 1 && !most.second;
  if (best.size() > (is_elsewhere ? 1 : kMostFiles)) best.clear();
  return best;
}

/// The chunk of a file with that line, or the chunk before it.
std::optional<store::ChunkKey> chunk_at(const DefinitionSource& source, FoundFile where,
                                        std::uint32_t line) {
  const auto& segment = *source.snapshot.parts[where.part].segment;
  const auto [first, last] = segment.file_chunks(where.file);
  std::optional<store::ChunkKey> found;
  std::tuple<bool, std::uint32_t, std::uint32_t> best;
  for (auto chunk = first; chunk < last; ++chunk) {
    if (!source.allowed[where.part].test(chunk)) continue;
    const auto lines = segment.chunk(chunk).lines;
    const bool holds = lines.start_line <= line && line <= lines.end_line;
    // Prefers the chunk with the line and the fewest lines; else the one that ends last before it.
    const auto rank = holds ? std::tuple(true, ~(lines.end_line - lines.start_line), 0U)
                            : std::tuple(false, lines.start_line <= line ? lines.end_line : 0U, 0U);
    if (found && rank <= best) continue;
    found = store::ChunkKey{where.part, chunk};
    best = rank;
  }
  return found;
}

/// The definition of the function in that file that is nearest to the line; nullopt: there is none,
/// or the line is inside one.
Result<std::optional<NamedDefinition>> moved_function(const DefinitionSource& source,
                                                      FoundFile where, const SourcePlace& place) {
  const auto name = text::last_name_of(place.function);
  if (name.empty()) return std::optional<NamedDefinition>();
  constexpr std::size_t kMost = 200;
  CODEWEAVER_ASSIGN(auto found, named_definitions(source, text::NamePattern(name),
                                                  text::NameMatch::kExact, kMost));
  std::optional<NamedDefinition> nearest;
  for (auto& one : found) {
    const auto chunk = source.snapshot.parts[one.chunk.part].segment->chunk(one.chunk.chunk);
    if (one.chunk.part != where.part || chunk.file != where.file) continue;
    const auto lines = one.symbol.lines;
    if (lines.start_line == lines.end_line) continue;  // a declaration raises nothing
    if (lines.start_line <= place.line && place.line <= lines.end_line)
      return std::optional<NamedDefinition>();
    const auto away = [&](const NamedDefinition& other) {
      const auto start = other.symbol.lines.start_line;
      return start > place.line ? start - place.line : place.line - start;
    };
    if (!nearest || away(one) < away(*nearest)) nearest = std::move(one);
  }
  return nearest;
}

}  // namespace

std::optional<SourcePlace> read_place(std::string_view query) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const auto first = query.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return std::nullopt;
  query = query.substr(first, query.find_last_not_of(kBlanks) - first + 1);
  if (query.find_first_of("\n\"'(){}<>|*?=;,") != std::string_view::npos) return std::nullopt;
  auto at = query.find("#L");
  std::size_t digits = at + 2;
  if (at == std::string_view::npos) {
    at = query.find(':', query.size() > 1 && query[1] == ':' ? 2 : 0);  // after a drive letter
    digits = at + 1;
  }
  const auto file = query.substr(0, at);
  const bool is_path = file.find_first_of("/\\") != std::string_view::npos;
  const bool has_blanks = file.find_first_of(kBlanks) != std::string_view::npos;
  if (file.empty() || has_blanks || is_slash(file.back()) || file.ends_with(".."))
    return std::nullopt;
  if (at == std::string_view::npos) {
    if (!text::detail::is_file_name(text::file_name_of(file))) return std::nullopt;
    return SourcePlace{std::string(file)};
  }
  std::uint32_t line = 0;
  const auto* const end = query.data() + query.size();
  const auto read = std::from_chars(query.data() + digits, end, line);
  if (read.ec != std::errc() || line == 0) return std::nullopt;
  const std::string_view rest(read.ptr, static_cast<std::size_t>(end - read.ptr));
  if (rest.find_first_not_of("0123456789:-L") != std::string_view::npos) return std::nullopt;
  if (!is_path && file.find('.') == std::string_view::npos && rest.empty() && file != "Makefile" &&
      file != "Dockerfile")
    return std::nullopt;  // host:80
  return SourcePlace{std::string(file), line};
}

Result<std::vector<FoundPlace>> find_place(const DefinitionSource& source,
                                           const SourcePlace& place) {
  std::vector<FoundPlace> out;
  for (const auto& file : find_files(source, place)) {
    CODEWEAVER_ASSIGN(auto moved, moved_function(source, file, place));
    if (moved) {
      out.push_back({moved->chunk, moved->symbol.lines.start_line});
      continue;
    }
    const auto& segment = *source.snapshot.parts[file.part].segment;
    const auto offset = read_item_path(segment.file_path(file.file)).first_line - 1;
    const auto line = place.line > offset ? place.line - offset : place.line;
    const auto chunk = chunk_at(source, file, std::max(line, 1U));
    if (chunk) out.push_back({*chunk, line});
  }
  return out;
}

}  // namespace codeweaver::engine
