// PromptKeeper: replaces an answer model and keeps the prompt it would get.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <stop_token>

#include "codeweaver/answer_model.hpp"
#include "codeweaver/remote_models.hpp"

namespace codeweaver::service {

/// An answer model that only keeps the prompt. Use it for one call of ask(). Thread safety: none.
class PromptKeeper final : public AnswerModel {
 public:
  /// Not a remote model: nothing leaves the machine.
  const AnswerModelInfo& info() const noexcept override { return info_; }
  /// Keeps the prompt and returns an empty answer.
  Result<ModelAnswer> answer(const AnswerRequest& request, std::stop_token) const override {
    prompt_ = answer_prompt(request);
    return ModelAnswer();
  }
  /// Empty before the call.
  const AnswerPrompt& prompt() const noexcept { return prompt_; }

 private:
  AnswerModelInfo info_{"none", "none", false};
  mutable AnswerPrompt prompt_;
};

}  // namespace codeweaver::service
