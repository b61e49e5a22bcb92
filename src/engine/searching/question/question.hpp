// Question, the first value of a query: what to find, in which chunks, and how.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/call_context.hpp"
#include "codeweaver/detail/bm25f.hpp"
#include "codeweaver/intent.hpp"
#include "codeweaver/intent_classifier.hpp"
#include "codeweaver/search_types.hpp"
#include "engine/searching/open/search_context.hpp"
#include "engine/searching/question/filter.hpp"
#include "engine/searching/question/query_reading.hpp"
#include "engine/searching/question/spelling.hpp"
#include "store/layout/chunk_set.hpp"

namespace codeweaver::engine {

/// Views `query` and `options`, which must outlive it.
struct Question {
  std::string_view query;  ///< as typed, or the text of `corrected`
  const SearchOptions& options;
  QueryReading reading;
  std::unique_ptr<const CorrectedQuery> corrected{};  ///< null: no word was corrected
  std::optional<QueryIntent> intent{};
  AgentTask task = AgentTask::kDefault;
  std::vector<rank::QueryTerm> terms{};        ///< to search for; empty if only meaning counts
  std::set<std::string, std::less<>> words{};  ///< texts of all terms, searched or not
  CompiledFilter filter{};
  std::vector<store::ChunkSet> allowed{};  ///< admitted by the filter, one set for each part
  std::size_t admitted_chunks = 0;         ///< in all sets
  std::vector<std::string> warnings{};

  std::optional<IntentType> intent_type() const {
    return intent ? std::optional(intent->intent_type) : std::nullopt;
  }
  /// True if the caller gave the intent; false if it was derived from the words of the query.
  bool is_intent_given() const {
    return intent && options.intent.has_value() && !options.intent->empty();
  }
  bool asks_for_tests() const {
    return reading.kind == text::AskedKind::kTests || intent_type() == IntentType::kTest;
  }
  bool wants_overview() const {
    return is_intent_given() && intent_type() == IntentType::kUnderstand;
  }
  /// The threshold if the filter sets none. An overview also shows slightly less similar chunks:
  /// parts that work together need not share words with the question.
  double min_similarity() const {
    return wants_overview() ? options.min_similarity * 2 / 3 : options.min_similarity;
  }
};

/// If `options` do not set include_tests, sets it: true if the query asks for tests, else false.
void include_asked_tests(std::string_view query, const IntentClassifier& intents,
                         SearchOptions& options);

/// Checks and reads the query and its options, and finds the chunks that can be results. Cost: a
/// pass over the files of the snapshot if there is a filter. Errors: kInvalidArgument (the query is
/// blank or has more than 32 KiB; an option is out of range or only supported by CodeWeaver).
Result<Question> understand(const SearchContext& context, std::string_view query,
                            const SearchOptions& options, const CallContext& call);

}  // namespace codeweaver::engine
