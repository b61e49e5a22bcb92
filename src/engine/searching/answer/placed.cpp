// From ranked candidates to places: second parts wait until no candidate is more relevant.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/answer/placed.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/lines.hpp"
#include "codeweaver/detail/verbatim_line.hpp"
#include "engine/searching/text/near_copies.hpp"
#include "engine/state/item_path.hpp"

namespace codeweaver::engine {
namespace {

/// Finds the line that the query denotes: a single line admitted by the filter, as for a quoted
/// text, or a line that contains the query verbatim.
class GivenLine {
 public:
  GivenLine(const Question& question, const Candidate& found)
      : found_(found), verbatim_(question.query), has_words_(has_blank(question.query)) {
    const auto& wanted = question.filter.lines;
    if (!wanted) return;
    const auto of_file = wanted->find(shown_path(found.info.path));
    if (of_file != wanted->end()) admitted_ = of_file->second;
  }

  std::optional<std::uint32_t> admitted(Span lines) const {
    constexpr std::uint32_t kMostLines = 3;  // of a span that counts as a line
    for (const Span& span : admitted_)
      if (span.end_line - span.start_line < kMostLines && lines.start_line <= span.start_line &&
          span.start_line <= lines.end_line)
        return span.start_line;
    return std::nullopt;
  }

  /// A query of one word is not a copied line.
  std::optional<std::uint32_t> verbatim(Span lines) const {
    if (!has_words_) return std::nullopt;
    const auto first = found_.record().lines.start_line;
    const auto all = base::split_lines(found_.text());
    const auto begin = std::min<std::size_t>(lines.start_line - first, all.size());
    const auto end = std::min<std::size_t>(lines.end_line - first + 1, all.size());
    const auto own = std::span(all).subspan(begin, end - begin);
    const auto at = verbatim_.first_of(own);
    if (at == own.size()) return std::nullopt;
    return lines.start_line + static_cast<std::uint32_t>(at);
  }

 private:
  static bool has_blank(std::string_view query) {
    const auto first = query.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && query.find_first_of(" \t", first) < query.size() - 1;
  }

  const Candidate& found_;
  rank::VerbatimLine verbatim_;
  bool has_words_;
  std::span<const Span> admitted_{};
};

/// Adds the line that the query denotes to the foci that contain it. If only the chunk contains it,
/// the focus becomes the lines around it.
void add_given_line(const Question& question, const Candidate& found,
                    std::span<const store::SymbolRecord> definitions, std::vector<Focus>& foci) {
  const GivenLine given(question, found);
  bool has_line = false;
  for (Focus& focus : foci) {
    const auto admitted = given.admitted(focus.lines);
    if (admitted) focus.asked_line = *admitted - focus.lines.start_line;
    has_line = has_line || admitted || given.verbatim(focus.lines);
  }
  auto line = given.admitted(found.record().lines);
  if (has_line || (found.lane && !line)) return;
  if (!line) line = given.verbatim(found.record().lines);
  if (line) foci = focus_on(question, *found.content, definitions, *line);
}

/// An item is shown whole, because its source names it. A chunk whose definitions cannot be read is
/// also shown whole, with a warning.
std::vector<Focus> foci_of(const SearchContext& context, const Question& question,
                           const Candidate& found, std::vector<std::string>& warnings) {
  if (!read_item_path(found.info.path).node_id.empty()) return {whole(*found.content)};
  const auto definitions =
      context.database.definitions_in({found.info.content, found.info.ordinal});
  if (!definitions) {
    warnings.push_back(definitions.error().message());
    return {whole(*found.content)};
  }
  auto foci = focus_on(question, *found.content, *definitions, found.lane ? found.lane->line : 0);
  if (found.lane && found.lane->kind == LaneKind::kName)
    for (Focus& focus : foci) focus.asked_line.reset();
  if (!found.lane || found.lane->kind == LaneKind::kName)
    add_given_line(question, found, *definitions, foci);
  return foci;
}

}  // namespace

std::vector<Placed> place_parts(const SearchContext& context, const Question& question,
                                std::span<const Candidate> ranked, std::size_t count,
                                std::vector<std::string>& warnings) {
  std::vector<Placed> out, waiting;  // the most relevant one at the end
  NearCopies texts;
  std::vector<std::size_t> places;  // of those texts
  const auto take_waiting = [&](double least) {
    while (!waiting.empty() && out.size() < count && waiting.back().relevance > least) {
      out.push_back(std::move(waiting.back()));
      waiting.pop_back();
    }
  };
  for (const Candidate& found : ranked) {
    take_waiting(found.scores.relevance);
    if (out.size() >= count) return out;
    if (found.is_exact()) {
      texts.add(found.text());
    } else if (const auto original = texts.find_or_add(found.text())) {
      out[places[*original]].copies.push_back(&found);
      continue;
    }
    places.push_back(out.size());
    auto foci = foci_of(context, question, found, warnings);
    const double further = found.is_exact() ? 1 : question.options.file_decay;
    for (std::size_t i = 1; i < foci.size(); ++i) {
      const double relevance = found.scores.relevance * foci[i].evidence * further;
      const auto at = std::ranges::lower_bound(waiting, relevance, {}, &Placed::relevance);
      waiting.insert(at, {&found, std::move(foci[i]), relevance, true, {}});
    }
    out.push_back({&found, std::move(foci.front()), found.scores.relevance, false, {}});
  }
  take_waiting(-1);
  return out;
}

}  // namespace codeweaver::engine
