// ask: a search, and an answer out of what it found.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_ASK_HPP_
#define CODEWEAVER_ASK_HPP_

#include <cstddef>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codeweaver/answer_model.hpp"
#include "codeweaver/export.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/search_types.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

class CodeWeaver;
class StoreSearcher;

struct AskOptions {
  SearchOptions search{};          ///< how to look for passages; detail is always full
  std::size_t passages = 5;        ///< most of them; range [1, 50]
  std::size_t token_limit = 1000;  ///< of the text
  /// The question in other words, at most 5: what each of them finds is fused into one list.
  std::vector<std::string> queries{};
  /// Is given the passages before the model is asked.
  std::function<void(std::span<const Passage>)> on_passages{};
  /// Is given the text while the model writes it; see AnswerModel::stream(). Where the model cites
  /// what it was not given, the numbers of its references differ from those of the answer.
  TakeText on_text{};
};

/// A place that an answer names, as [1], [2], ... in their order.
struct CitedPlace {
  std::string path{};
  Span lines{};
  std::string part{};  ///< of a document: "page 3", as document_part() says it
  /// What the answer quotes with this place and no passage holds, nor the question.
  std::vector<std::string> unverified{};
  friend bool operator==(const CitedPlace&, const CitedPlace&) = default;
};

struct Answer {
  std::string text{};  ///< empty: there is no answer; the last warning says why
  std::vector<CitedPlace> citations{};
  std::string model{};              ///< "provider/model"
  FindCodeResponseSummary found{};  ///< the search behind it
  /// Warnings of the search, dropped citations, words that no passage holds, and the reason if
  /// there is no answer, such as "Nothing is indexed".
  std::vector<std::string> warnings{};
};

/// Searches `workspace` and has `model` answer out of the best matches. Citations of anything but
/// the lines that the model was given are taken out, and words that it quotes are looked for in
/// them. Errors: those of CodeWeaver::search() and of the model; kCancelled where `on_text` wants
/// no more; kInvalidArgument "INVALID_OPTION".
Result<Answer> ask(CodeWeaver& workspace, const AnswerModel& model, std::string_view question,
                   const AskOptions& options = {}, std::stop_token stop = {});
/// The same of a project of a store.
Result<Answer> ask(const StoreSearcher& project, const AnswerModel& model,
                   std::string_view question, const AskOptions& options = {},
                   std::stop_token stop = {});
/// The same with the extractive model, which is local and quotes. `project` is a CodeWeaver or a
/// StoreSearcher.
template <class Project>
Result<Answer> ask(Project& project, std::string_view question, const AskOptions& options = {},
                   std::stop_token stop = {}) {
  return ask(project, *make_extractive_answer_model(), question, options, std::move(stop));
}

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_ASK_HPP_
