// AnswerModel: interface of models that answer questions from code passages; and the built-in one.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_ANSWER_MODEL_HPP_
#define CODEWEAVER_ANSWER_MODEL_HPP_

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codeweaver/call_context.hpp"
#include "codeweaver/error_codes.hpp"
#include "codeweaver/export.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/types.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// Identifies a model in an answer.
struct AnswerModelInfo {
  std::string provider{};  ///< "codeweaver", "anthropic", ...
  std::string model{};
  bool is_remote = false;  ///< a service receives the question and the passages
  friend bool operator==(const AnswerModelInfo&, const AnswerModelInfo&) = default;
};

/// Passage::language of an HTML file that is given as readable text without tags.
inline constexpr std::string_view kPageLanguage = "page";

/// A piece of code that may contain the answer. Views stay valid during the call.
struct Passage {
  std::string_view path;  ///< relative to the project
  Span lines{};
  std::string_view symbol;    ///< qualified name of its definition; may be empty
  std::string_view language;  ///< language id, or kPageLanguage
  std::string_view content;
  double relevance = 0;     ///< relevance to the question, in [0, 1]
  std::string_view part{};  ///< for a document: "page 3"; see document_part()
};

struct AnswerRequest {
  std::string_view question;
  std::span<const Passage> passages;  ///< most relevant first; may be empty
  std::size_t token_limit = 1000;     ///< maximum number of tokens of the answer
};

/// The source of a statement in an answer.
struct Citation {
  std::size_t passage = 0;  ///< index into AnswerRequest::passages
  Span lines{};             ///< lines of the file, within the lines of the passage
  friend bool operator==(const Citation&, const Citation&) = default;
};

/// Answer of a model.
struct ModelAnswer {
  /// Refers to `citations` as [1], [2], ... Empty if the passages do not contain the answer.
  std::string text{};
  std::vector<Citation> citations{};
};

/// Receives one piece of a text (UTF-8), on the thread that made the call. Returns false to stop
/// the call.
using TakeText = std::function<bool(std::string_view piece)>;

/// A model that answers questions from given passages and cites them. It uses no other source. If
/// the passages do not contain the answer, ModelAnswer::text says so or is empty. A model need not
/// check its citations: ask() checks them. The caller of ask() owns the model. Thread safety: const
/// members are called concurrently.
class AnswerModel {
 public:
  virtual ~AnswerModel() = default;
  virtual const AnswerModelInfo& info() const noexcept = 0;
  /// Answers one request. Errors: kUnavailable (remote models), kCancelled.
  virtual Result<ModelAnswer> answer(const AnswerRequest& request,
                                     std::stop_token stop = {}) const = 0;
  /// Like answer(), but passes the text to `take` in pieces while the model writes it. Together,
  /// the pieces are the text of the returned answer, or the beginning of it. The default
  /// implementation passes the whole text as one piece. Errors: those of answer(), even after some
  /// pieces; kCancelled if `take` returned false.
  virtual Result<ModelAnswer> stream(const AnswerRequest& request, const TakeText& take,
                                     std::stop_token stop = {}) const {
    auto said = answer(request, std::move(stop));
    if (said && !said->text.empty() && !take(said->text))
      return Error{ErrorCategory::kCancelled, error_code::kCancelled, "The answer was stopped",
                   "answering a question", ""};
    return said;
  }

  /// The same with a context. The library only calls these overloads. By default, they pass the
  /// stop token of the context to the functions above. Override them if the model sends the request
  /// id to a service, or obeys the deadline.
  virtual Result<ModelAnswer> answer(const AnswerRequest& request,
                                     const CallContext& context) const {
    return answer(request, context.stop);
  }
  virtual Result<ModelAnswer> stream(const AnswerRequest& request, const TakeText& take,
                                     const CallContext& context) const {
    return stream(request, take, context.stop);
  }
};

/// Returns a model that only quotes. From each passage that shares words with the question, it
/// quotes and cites up to three consecutive lines: those that contain the most of these words,
/// where rare words count more. Runs on this machine, and gives the same answer each time. Cost:
/// microseconds for each passage.
std::shared_ptr<const AnswerModel> make_extractive_answer_model();

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_ANSWER_MODEL_HPP_
