// Question, the first value of a query: what is asked for, by whom it may be answered, and how.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/intent.hpp"
#include "codeweaver/intent_classifier.hpp"
#include "codeweaver/rank/bm25f.hpp"
#include "codeweaver/search_types.hpp"
#include "engine/searching/filter.hpp"
#include "engine/searching/query_reading.hpp"
#include "engine/searching/search_context.hpp"
#include "store/layout/chunk_set.hpp"

namespace codeweaver::engine {

/// Views `query` and `options`, which outlive it.
struct Question {
  std::string_view query;  ///< as it was typed
  const SearchOptions& options;
  QueryReading reading;
  std::optional<QueryIntent> intent{};
  AgentTask task = AgentTask::kDefault;
  std::vector<rank::QueryTerm> terms{};        ///< to look for; none where meaning alone counts
  std::set<std::string, std::less<>> words{};  ///< texts of all terms, looked for or not
  CompiledFilter filter{};
  std::vector<store::ChunkSet> allowed{};  ///< that the filter admits, one set a part
  std::size_t admitted_chunks = 0;         ///< in all of them
  std::vector<std::string> warnings{};

  std::optional<IntentType> intent_type() const {
    return intent ? std::optional(intent->intent_type) : std::nullopt;
  }
  /// Whether the caller said the intent, rather than the words of the query.
  bool is_intent_given() const {
    return intent && options.intent.has_value() && !options.intent->empty();
  }
  bool asks_for_tests() const {
    return reading.kind == text::AskedKind::kTests || intent_type() == IntentType::kTest;
  }
  bool wants_overview() const {
    return is_intent_given() && intent_type() == IntentType::kUnderstand;
  }
  /// The threshold where the filter sets none. An overview shows what is a little less similar,
  /// too: parts that work together need not share words with the question.
  double min_similarity() const {
    return wants_overview() ? options.min_similarity * 2 / 3 : options.min_similarity;
  }
};

/// Where `options` do not say whether tests are admitted: those of a query that asks for some.
void include_asked_tests(std::string_view query, const IntentClassifier& intents,
                         SearchOptions& options);

/// Checks the query and its options, reads it, and finds the chunks that may answer. Cost: a pass
/// over the files of the snapshot where there is a filter. Errors: kInvalidArgument (a blank query,
/// one of more than 32 KiB, an option out of its range, or one that CodeWeaver alone can follow).
Result<Question> understand(const SearchContext& context, std::string_view query,
                            const SearchOptions& options);

}  // namespace codeweaver::engine
