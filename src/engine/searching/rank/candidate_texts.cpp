// Signals from the texts of candidates.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/rank/candidate_texts.hpp"

#include <algorithm>
#include <utility>

#include "codeweaver/detail/calibration.hpp"
#include "engine/state/item_path.hpp"

namespace codeweaver::engine {

void load_texts(const SearchContext& context, std::span<Candidate> candidates,
                std::vector<std::string>& warnings) {
  std::vector<store::ChunkPlace> places;
  std::vector<Candidate*> unread;
  for (Candidate& found : candidates) {
    if (found.content) continue;
    unread.push_back(&found);
    places.push_back({found.info.content, found.info.ordinal});
  }
  auto loaded = read_chunks(context.database, context.chunks, places);
  std::size_t missing = 0;
  for (std::size_t i = 0; i < unread.size(); ++i) {
    Candidate& found = *unread[i];
    if (loaded[i]) {
      found.content = std::move(*loaded[i]);
      found.signals.is_part = found.record().is_part;
    } else if (loaded[i].error().category == ErrorCategory::kNotFound) {
      ++missing;
    } else if (warnings.empty() || warnings.back() != loaded[i].error().message()) {
      warnings.push_back(loaded[i].error().message());
    }
  }
  if (missing > 0)
    warnings.push_back(std::to_string(missing) +
                       (missing == 1 ? " candidate was" : " candidates were") +
                       " removed from the index during the search; search again");
}

void VerbatimMatcher::mark(std::span<Candidate> candidates) const {
  using rank::ExactMatch;
  bool is_defined_outside_tests = false;
  for (Candidate& found : candidates) {
    const std::size_t run = phrase_.longest(found.text());
    found.exact = matcher_.match(found.text(), found.record().symbol, run);
    found.signals.phrase_words = static_cast<std::uint32_t>(run);
    if (!is_name()) continue;
    // A later part of a definition has its name, but is not what a reader looks for.
    if (found.record().is_part && !found.lane)
      found.exact = std::min(found.exact, ExactMatch::kIdentifier);
    for (const auto& name : found.record().defines)  // a chunk may define more than its main symbol
      if (found.exact != ExactMatch::kIdentifierSymbol &&
          matcher_.match({}, name) == ExactMatch::kIdentifierSymbol)
        found.exact = ExactMatch::kIdentifierSymbol;
    is_defined_outside_tests =
        is_defined_outside_tests ||
        (found.exact == ExactMatch::kIdentifierSymbol && !found.info.is_test);
  }
  for (Candidate& found : candidates) {
    if (is_defined_outside_tests && found.info.is_test)
      found.exact = std::min(found.exact, ExactMatch::kIdentifier);
    found.signals.exact = found.exact;
  }
}

RerankCandidate pair_of(const Candidate& found, double attainable) {
  RerankCandidate pair{
      .path = shown_path(found.info.path),
      .symbol = {},
      .doc = {},
      .content = {},
      .dense_score = static_cast<float>(rank::calibrate_cosine(found.dense_raw)),
      .sparse_score = static_cast<float>(rank::calibrate_lexical(found.lexical_raw, attainable)),
      .is_test = found.info.is_test,
      .is_generated = found.info.is_generated,
      .signals = &found.signals};
  if (!found.content) return pair;
  const auto& record = found.record();
  pair.symbol = record.symbol;
  pair.doc = record.doc;
  pair.content = found.text();
  return pair;
}

}  // namespace codeweaver::engine
