// From ranked candidates to places: second parts wait until no candidate is more relevant.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/placed.hpp"

#include <algorithm>
#include <utility>

#include "engine/searching/near_copies.hpp"
#include "engine/state/item_path.hpp"

namespace codeweaver::engine {
namespace {

/// All of an item, which its source names, and of a chunk whose definitions cannot be read, which
/// is told.
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
  return foci;
}

}  // namespace

std::vector<Placed> place_parts(const SearchContext& context, const Question& question,
                                std::span<const Candidate> ranked, std::size_t count,
                                std::vector<std::string>& warnings) {
  std::vector<Placed> out, waiting;  // the most relevant of those at the end
  NearCopies texts;
  std::vector<std::size_t> places;  // of those texts
  const auto take_waiting = [&](double least) {
    while (!waiting.empty() && out.size() < count && waiting.back().relevance > least) {
      out.push_back(std::move(waiting.back()));
      waiting.pop_back();
    }
  };
  for (const Candidate& found : ranked) {
    take_waiting(found.relevance);
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
      const double relevance = found.relevance * foci[i].evidence * further;
      const auto at = std::ranges::lower_bound(waiting, relevance, {}, &Placed::relevance);
      waiting.insert(at, {&found, std::move(foci[i]), relevance, true, {}});
    }
    out.push_back({&found, std::move(foci.front()), found.relevance, false, {}});
  }
  take_waiting(-1);
  return out;
}

}  // namespace codeweaver::engine
