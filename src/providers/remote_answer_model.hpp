// RemoteAnswerModel: answers from a language model in a service.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <utility>

#include "codeweaver/answer_model.hpp"
#include "net/service_status.hpp"
#include "providers/model_services.hpp"

namespace codeweaver::providers {

/// Thread safety: as any answer model.
class RemoteAnswerModel final : public AnswerModel, public RemoteService {
 public:
  /// Like make_remote_answer_model(), with other means.
  static Result<std::shared_ptr<const AnswerModel>> create(const RemoteModel& model,
                                                           const Means& means);

  const AnswerModelInfo& info() const noexcept override { return info_; }
  /// Without passages, it sends nothing and returns an empty answer.
  Result<ModelAnswer> answer(const AnswerRequest& request, std::stop_token stop) const override {
    return answer(request, CallContext(std::move(stop)));
  }
  Result<ModelAnswer> stream(const AnswerRequest& request, const TakeText& take,
                             std::stop_token stop) const override {
    return stream(request, take, CallContext(std::move(stop)));
  }
  Result<ModelAnswer> answer(const AnswerRequest& request,
                             const CallContext& context) const override;
  Result<ModelAnswer> stream(const AnswerRequest& request, const TakeText& take,
                             const CallContext& context) const override;
  RemoteServiceStatus status() const override { return net::service_status(*client_); }

 private:
  RemoteAnswerModel(RemoteModel model, std::unique_ptr<net::ServiceClient> client);

  RemoteModel model_;
  AnswerModelInfo info_;
  std::unique_ptr<net::ServiceClient> client_;
};

}  // namespace codeweaver::providers
