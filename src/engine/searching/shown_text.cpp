// Shown texts: excerpts, with the line that names them where that is elsewhere.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/shown_text.hpp"

#include <algorithm>

#include "base/lines.hpp"
#include "base/utf8.hpp"
#include "engine/searching/excerpt.hpp"
#include "engine/searching/naming_line.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kBesideName = 60;  // bytes on each side
constexpr std::size_t kLongLine = 240;

/// A line; of a long one the name in it, with what stands beside that.
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

}  // namespace

std::string context_of(const Candidate& candidate, const Focus& focus, const IndexRows& database) {
  const auto& record = candidate.record();
  std::string out = record.context;
  for (const auto& line : focus.context) out.append(out.empty() ? "" : "\n").append(line);
  if (focus.symbol.empty() || focus.named_line || !record.is_part ||
      stands_in(std::string_view(out).substr(out.rfind('\n') + 1), last_name(focus.symbol)))
    return out;
  const auto own =
      signature_after(database, {candidate.info.content, candidate.info.ordinal}, focus.symbol);
  if (!own.empty())
    out.append(out.empty() ? "" : "\n").append(naming_text(own, last_name(focus.symbol)));
  return out;
}

std::string shown_text(const Focus& focus, std::string_view context, bool is_part, Detail detail,
                       const std::set<std::string, std::less<>>& query_terms) {
  auto text = excerpt(focus.text, detail, query_terms, focus.named_line, focus.asked_line);
  if (detail == Detail::kFull) return text;
  if (focus.named_line) {
    const auto name = last_name(focus.symbol);
    const auto line = base::split_lines(focus.text)[*focus.named_line];
    if (stands_in(text, name) || !stands_in(line, name)) return text;
    return naming_text(line, name).append("\n").append(text);
  }
  if (!is_part || context.empty()) return text;
  auto signature = std::string(context.substr(context.rfind('\n') + 1)) + '\n';
  if (detail == Detail::kSummary) return signature;
  return signature.append(text.starts_with("...\n") ? "" : "...\n").append(text);
}

}  // namespace codeweaver::engine
