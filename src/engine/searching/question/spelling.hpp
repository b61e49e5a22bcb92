// Spelling: replaces misspelled words of a query by words of the project.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/searching/lookup/named_definitions.hpp"
#include "store/search/snapshot.hpp"

namespace codeweaver::engine {

/// A word of a query, and the word that was searched for in its place.
struct Correction {
  std::string typed, meant;
};

/// A query with corrected words.
struct CorrectedQuery {
  std::string text;
  std::vector<Correction> corrections;  ///< at least one
  std::vector<std::string> names{};     ///< definitions that half-remembered names mean
};

/// Returns true for words of the embedding model: they have a meaning, also if the project lacks
/// them. `lower` is in lower case, `stem` its stem.
bool is_known_word(std::string_view lower, std::string_view stem);

/// Corrects words that occur nowhere in the project, that are not known words, and that differ by
/// one typing error from a word of the project (two from eight letters). The letter case stays.
/// Parts of identifiers count as words. Words of fewer than five letters and words in quotes stay;
/// so does a query that is one identifier of several parts.
/// nullopt: nothing to correct. Cost: a look-up per word and segment; for each unknown word, see
/// store::most_similar_term.
std::optional<CorrectedQuery> correct_spelling(const store::Snapshot& snapshot,
                                               std::string_view query);

/// Replaces names in code (several parts) that occur nowhere by the only definition with a similar
/// name or with all their parts: transition_app_to_ui_hidden for transition_ui_hidden. nullopt:
/// nothing to correct, or the query is one name. Errors: those of the database. Cost: a look-up per
/// name; for each unknown name, two passes over the terms of the index.
Result<std::optional<CorrectedQuery>> correct_names(const DefinitionSource& source,
                                                    std::string_view query);

/// The warning for corrected words.
std::string spelling_warning(const CorrectedQuery& query);

}  // namespace codeweaver::engine
