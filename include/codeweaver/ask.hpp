// ask: searches, and answers a question from the matches.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_ASK_HPP_
#define CODEWEAVER_ASK_HPP_

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/answer_model.hpp"
#include "codeweaver/call_context.hpp"
#include "codeweaver/export.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/search_types.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

class Searchable;

struct AskOptions {
  SearchOptions search{};          ///< options of the search; `detail` is always full
  std::size_t passages = 5;        ///< maximum number of passages; range [1, 50]
  std::size_t token_limit = 1000;  ///< maximum number of tokens of the answer
  /// Up to 5 other wordings of the question. Each is searched, and their matches become one list.
  std::vector<std::string> queries{};
  /// Receives the passages before the model starts.
  std::function<void(std::span<const Passage>)> on_passages{};
  /// Receives the text while the model writes it; see AnswerModel::stream(). ask() removes invalid
  /// citations later, so the reference numbers here can differ from those in Answer::text.
  TakeText on_text{};
};

/// A place that an answer cites, as [1], [2], ... in this order.
struct CitedPlace {
  std::string path{};
  Span lines{};
  std::string part{};  ///< for a document: "page 3"; see document_part()
  /// Quotations that cite this place, but are neither in a passage nor in the question.
  std::vector<std::string> unverified{};
  friend bool operator==(const CitedPlace&, const CitedPlace&) = default;
};

struct Answer {
  std::string text{};       ///< empty: there is no answer
  std::string no_answer{};  ///< the reason why `text` is empty, such as "Nothing is indexed"
  std::vector<CitedPlace> citations{};
  std::string model{};              ///< "provider/model"
  FindCodeResponseSummary found{};  ///< the search that found the passages
  /// Warnings of the search, the number of removed citations, quotations that no passage contains,
  /// and `no_answer`.
  std::vector<std::string> warnings{};
};

/// Searches `project`, and lets `model` answer from the best matches. Removes citations of lines
/// that the model did not receive, and checks that the passages contain the quoted words. Errors:
/// those of Searchable::find_code() and of the model; kCancelled if `on_text` returns false;
/// kInvalidArgument "INVALID_OPTION"; kUnavailable "ANSWER_MODEL_FAILED" (the model threw).
Result<Answer> ask(Searchable& project, const AnswerModel& model, std::string_view question,
                   const AskOptions& options = {}, const CallContext& call = {});
/// Like ask() above, with the model of make_extractive_answer_model().
Result<Answer> ask(Searchable& project, std::string_view question, const AskOptions& options = {},
                   const CallContext& call = {});

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_ASK_HPP_
