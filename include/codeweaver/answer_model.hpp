// AnswerModel: answers a question out of passages of code; the interface and an extractive one.
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

#include "codeweaver/error_codes.hpp"
#include "codeweaver/export.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/types.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// What identifies a model in an answer.
struct AnswerModelInfo {
  std::string provider{};  ///< "codeweaver", "anthropic", ...
  std::string model{};
  bool is_remote = false;  ///< question and passages leave the machine
  friend bool operator==(const AnswerModelInfo&, const AnswerModelInfo&) = default;
};

/// Passage::language of HTML that is given as it is read, without its tags: of no language.
inline constexpr std::string_view kPageLanguage = "page";

/// A piece of code that may hold the answer. Views stay valid for the call.
struct Passage {
  std::string_view path;  ///< relative to the project
  Span lines{};
  std::string_view symbol;    ///< qualified name of what it defines; may be empty
  std::string_view language;  ///< or kPageLanguage
  std::string_view content;
  double relevance = 0;     ///< to the question, in [0, 1]
  std::string_view part{};  ///< of a document: "page 3", as document_part() says it
};

struct AnswerRequest {
  std::string_view question;
  std::span<const Passage> passages;  ///< most relevant first; may be none
  std::size_t token_limit = 1000;     ///< most tokens of the text
};

/// Where something in an answer is from.
struct Citation {
  std::size_t passage = 0;  ///< index into the request's
  Span lines{};             ///< of the file, within the passage's
  friend bool operator==(const Citation&, const Citation&) = default;
};

/// What a model says.
struct ModelAnswer {
  std::string
      text{};  ///< refers to its citations as [1], [2], ...; empty: the passages say nothing
  std::vector<Citation> citations{};
};

/// Is given a text piece by piece, in UTF-8, from the thread that the call was made on. False: no
/// more is wanted.
using TakeText = std::function<bool(std::string_view piece)>;

/// Answers questions out of what a search found, and out of nothing else: what it says is cited,
/// and where the passages do not hold the answer it says so or nothing. ask() checks the citations.
/// Ownership: the caller's. Thread safety: const members are called concurrently.
class AnswerModel {
 public:
  virtual ~AnswerModel() = default;
  virtual const AnswerModelInfo& info() const noexcept = 0;
  /// Errors: kUnavailable (remote models), kCancelled.
  virtual Result<ModelAnswer> answer(const AnswerRequest& request,
                                     std::stop_token stop = {}) const = 0;
  /// The same, with the text told while it comes. The answer that comes back is what counts; the
  /// pieces are the text of it, as far as they go. A model that does not override it tells all of
  /// it at once. Errors: those of answer(), also after pieces; kCancelled: `take` wanted no more.
  virtual Result<ModelAnswer> stream(const AnswerRequest& request, const TakeText& take,
                                     std::stop_token stop = {}) const {
    auto said = answer(request, std::move(stop));
    if (said && !said->text.empty() && !take(said->text))
      return Error{ErrorCategory::kCancelled, error_code::kCancelled, "The answer was stopped",
                   "answering a question", ""};
    return said;
  }
};

/// Writes nothing of its own: of each passage that shares words with the question up to three lines
/// that hold most of them, rare words first, each run with its citation. Local, deterministic;
/// microseconds a passage.
std::shared_ptr<const AnswerModel> make_extractive_answer_model();

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_ANSWER_MODEL_HPP_
