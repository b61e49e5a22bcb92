// ask: a search, and an answer out of what it found.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_ASK_HPP_
#define CODEWEAVER_ASK_HPP_

#include <cstddef>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/answer_model.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/search_types.hpp"

namespace codeweaver {

class CodeWeaver;

struct AskOptions {
  SearchOptions search{};          ///< how to look for passages; detail is always full
  std::size_t passages = 5;        ///< most of them; range [1, 50]
  std::size_t token_limit = 1000;  ///< of the text
};

/// A place that an answer names, as [1], [2], ... in their order.
struct CitedPlace {
  std::string path{};
  Span lines{};
  std::string part{};  ///< of a document: "page 3", as document_part() says it
  friend bool operator==(const CitedPlace&, const CitedPlace&) = default;
};

struct Answer {
  std::string text{};  ///< empty: what was found does not say
  std::vector<CitedPlace> citations{};
  std::string model{};                  ///< "provider/model"
  FindCodeResponseSummary found{};      ///< the search behind it
  std::vector<std::string> warnings{};  ///< those of the search, and citations that were dropped
};

/// Searches `workspace` and has `model` answer out of the best matches. Citations of anything but
/// the lines that the model was given are taken out. Errors: those of CodeWeaver::search() and of
/// the model; kInvalidArgument "INVALID_OPTION".
Result<Answer> ask(CodeWeaver& workspace, const AnswerModel& model, std::string_view question,
                   const AskOptions& options = {}, std::stop_token stop = {});

}  // namespace codeweaver

#endif  // CODEWEAVER_ASK_HPP_
