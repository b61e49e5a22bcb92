// Shown texts: excerpts, with the line that names them if it is elsewhere.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/answer/shown_text.hpp"

#include <algorithm>

#include "base/lines.hpp"
#include "base/utf8.hpp"
#include "codeweaver/detail/line_runs.hpp"
#include "engine/searching/text/excerpt.hpp"
#include "engine/searching/text/naming_line.hpp"
#include "syntax/html_text.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kBesideName = 60;  // bytes on each side
constexpr std::size_t kLongLine = 240;

/// A line; if it is long, the name in it and the text around it.
std::string naming_text(std::string_view line, std::string_view name) {
  const auto at = line.find(name);
  if (line.size() <= kLongLine || at == std::string_view::npos) return std::string(line);
  auto begin = at - std::min(at, kBesideName);
  while (begin > 0 && (static_cast<unsigned char>(line[begin]) & 0xC0U) == 0x80U) --begin;
  const auto rest = line.substr(begin);
  const auto shown = base::utf8_prefix(rest, at - begin + name.size() + kBesideName);
  std::string out(begin > 0 ? "..." : "");
  return out.append(shown).append(shown.size() < rest.size() ? "..." : "");
}

bool answers(std::string_view text, const std::set<std::string, std::less<>>& query_terms) {
  const auto marks = text::term_marks(base::split_lines(text), query_terms);
  return std::ranges::any_of(marks, [](auto mark) { return mark != 0; });
}

/// The index of the line among the nonblank lines, or of the next one; nullopt: none.
std::optional<std::size_t> without_blanks(std::optional<std::size_t> line,
                                          const std::vector<std::string_view>& lines) {
  if (!line) return line;
  std::size_t before = 0, all = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (base::is_blank(lines[i])) continue;
    if (i < *line) ++before;
    ++all;
  }
  return before < all ? std::optional(before) : std::nullopt;
}

}  // namespace

std::string context_of(const Candidate& candidate, const Focus& focus, const IndexRows& database) {
  const auto& record = candidate.record();
  std::string out = record.context;
  for (const auto& line : focus.context) out.append(out.empty() ? "" : "\n").append(line);
  if (focus.symbol.empty() || focus.named_line || !record.is_part ||
      contains_word(std::string_view(out).substr(out.rfind('\n') + 1), last_name(focus.symbol)))
    return out;
  const auto own =
      signature_after(database, {candidate.info.content, candidate.info.ordinal}, focus.symbol);
  if (!own.empty())
    out.append(out.empty() ? "" : "\n").append(naming_text(own, last_name(focus.symbol)));
  return out;
}

Focus as_read(const Focus& focus, std::string_view language,
              const std::set<std::string, std::less<>>& query_terms, std::string& page) {
  const auto read = language == "html" ? syntax::html_as_read(focus.text) : std::nullopt;
  if (!read || (!answers(*read, query_terms) && answers(focus.text, query_terms))) return focus;
  const auto lines = base::split_lines(*read);
  page.clear();
  for (const auto line : lines)
    if (!base::is_blank(line)) page.append(line).append("\n");
  auto out = focus;
  out.text = page;
  out.named_line = without_blanks(focus.named_line, lines);
  out.asked_line = without_blanks(focus.asked_line, lines);
  return out;
}

std::string shown_text(const Focus& focus, std::string_view context, bool is_part,
                       const ShownFor& shown) {
  const ExcerptShape shape{
      .signature = focus.named_line, .asked = focus.asked_line, .query = shown.query};
  auto text = excerpt(focus.text, shown.detail, shown.query_terms, shape);
  if (shown.detail == Detail::kFull) return text;
  if (focus.named_line) {
    const auto name = last_name(focus.symbol);
    const auto line = base::split_lines(focus.text)[*focus.named_line];
    if (contains_word(text, name) || !contains_word(line, name)) return text;
    return naming_text(line, name).append("\n").append(text);
  }
  if (!is_part || context.empty()) return text;
  auto signature = std::string(context.substr(context.rfind('\n') + 1)) + '\n';
  if (shown.detail == Detail::kSummary) return signature;
  return signature.append(text.starts_with("...\n") ? "" : "...\n").append(text);
}

}  // namespace codeweaver::engine
