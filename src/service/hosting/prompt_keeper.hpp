// PromptKeeper: stands where a model would, and keeps what one would be sent.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <stop_token>

#include "codeweaver/answer_model.hpp"
#include "codeweaver/remote_models.hpp"

namespace codeweaver::service {

/// For one call of ask(). Thread safety: none.
class PromptKeeper final : public AnswerModel {
 public:
  /// Of no provider; nothing leaves the machine.
  const AnswerModelInfo& info() const noexcept override { return info_; }
  /// Says nothing.
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
