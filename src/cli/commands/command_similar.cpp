// codeweaver similar: finds code that resembles the code at a place.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "base/lines.hpp"
#include "base/try.hpp"
#include "cli/commands/commands.hpp"
#include "cli/render/pager.hpp"
#include "cli/render/render_search.hpp"
#include "cli/session/first_index.hpp"
#include "settings/options.hpp"

namespace codeweaver::cli {
namespace {

/// Maximum size of a query made from code.
constexpr std::size_t kMostQueryBytes = 4000;
constexpr std::size_t kLinesAround = 5;

/// FILE or FILE:LINE.
struct CodePlace {
  std::filesystem::path file;
  std::uint32_t line = 0;  ///< 0: the whole file
};

CodePlace parse_place(const std::string& text, const std::filesystem::path& here) {
  std::error_code error;
  CodePlace out{std::filesystem::weakly_canonical(here / text, error), 0};
  const auto colon = text.rfind(':');
  if (std::filesystem::exists(out.file, error) || colon == std::string::npos) return out;
  const auto* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data() + colon + 1, end, out.line);
  if (read.ec == std::errc() && read.ptr == end)
    out.file = std::filesystem::weakly_canonical(here / text.substr(0, colon), error);
  return out;
}

Error no_such_line(const std::string& path, std::uint32_t line, std::size_t lines) {
  return {ErrorCategory::kInvalidArgument, "NO_SUCH_LINE",
          path + " has only " + counted(lines, "line") + "; there is no line " + grouped(line),
          "finding similar code", "Give a line of the file."};
}

/// The code to compare with.
struct CodePart {
  Span lines;
  std::string name, text;
};

/// Returns the definition at a line, or the lines around it if there is none.
Result<CodePart> part_at(CodeWeaver& workspace, const std::string& path, std::uint32_t line,
                         SearchOptions options) {
  CODEWEAVER_ASSIGN(const auto text, workspace.file_text(path));
  const auto lines = base::split_lines(text);
  const auto count = static_cast<std::uint32_t>(lines.size());
  if (line > count) return no_such_line(path, line, count);
  if (line == 0) return CodePart{{1, std::max(count, 1U)}, "", text};
  CodePart around;
  around.lines = {line - std::min<std::uint32_t>(line - 1, kLinesAround),
                  std::min<std::uint32_t>(count, line + kLinesAround)};
  for (auto i = around.lines.start_line; i <= around.lines.end_line; ++i)
    around.text.append(lines[i - 1]).append("\n");
  options.top_k = 1;
  options.detail = Detail::kFull;
  options.filter.min_similarity = 0;
  options.filter.lines = LineFilter{{path, {Span{line, line}}}};
  const std::string own(lines[line - 1]);
  CODEWEAVER_ASSIGN(const auto found,
                    workspace.search(base::is_blank(own) ? around.text : own, options));
  if (found.matches.empty()) return around;
  const auto& match = found.matches.front();
  if (line < match.span.start_line || line > match.span.end_line) return around;
  return CodePart{match.span, match.content.chunk_name.value_or(""), match.content.content};
}

/// Cuts the text to whole lines of at most kMostQueryBytes.
std::string as_query(const std::string& text) {
  if (text.size() <= kMostQueryBytes) return text;
  const auto end = text.rfind('\n', kMostQueryBytes);
  return text.substr(0, end == std::string::npos ? kMostQueryBytes : end);
}

}  // namespace

int run_similar(Session& session, const SimilarCommand& command, std::stop_token stop) {
  const auto place = parse_place(command.place, session.working_directory());
  auto workspace = open_indexed(session, session.project_of(place.file), stop);
  if (!workspace) return session.fail(workspace.error());
  const auto& project = workspace->project();
  std::error_code error;
  const auto root = std::filesystem::weakly_canonical(project.root, error);
  const auto path = place.file.lexically_relative(root).generic_string();
  auto options =
      settings::search_options(session.effective().settings, workspace->committed_files());
  options.filter.include_tests = true;
  options.count_callers = true;
  const auto part = part_at(*workspace, path, place.line, options);
  if (!part) return session.fail(part.error());
  options.top_k = std::min<std::size_t>(1000, command.limit + 4);  // overlapping parts are removed
  options.detail = Detail::kFull;
  auto answer = workspace->search(as_query(part->text), options, std::move(stop));
  if (!answer) return session.fail(answer.error());
  auto& matches = answer->matches;
  std::erase_if(matches, [&](const CodeMatch& match) {
    return match.file.path == path && match.span.start_line <= part->lines.end_line &&
           part->lines.start_line <= match.span.end_line;
  });
  if (matches.size() > command.limit) matches.resize(command.limit);
  answer->total_results = matches.size();
  answer->confidence.reset();  // calibrated for questions, not for code
  answer->summary =
      "Found " + grouped(matches.size()) + (matches.size() == 1 ? " match" : " matches");
  const AnswerView view{
      part->name, project.project_id, session.working_directory(), command.format, {}};
  const auto& streams = session.streams();
  auto text = render_answer(*answer, view, streams);
  if (command.format == OutputFormat::kTable)
    text.insert(0, "Similar to " + printable(path) + ':' + std::to_string(part->lines.start_line) +
                       '-' + std::to_string(part->lines.end_line) + "\n\n");
  if (command.format == OutputFormat::kTable && session.options().may_page)
    write_paged(text, streams, session.environment());
  else
    streams.out << text;
  return kOk;
}

}  // namespace codeweaver::cli
