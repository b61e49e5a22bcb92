// RemoteReranker: scores from a service that reads query and candidate together.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/remote_models.hpp"
#include "codeweaver/reranker.hpp"
#include "net/service_status.hpp"
#include "providers/model_services.hpp"

namespace codeweaver::providers {

/// Thread safety: as any reranker.
class RemoteReranker final : public Reranker, public RemoteService {
 public:
  /// Like make_remote_reranker(), with other means.
  static Result<std::shared_ptr<const Reranker>> create(const RemoteModel& model,
                                                        const Means& means);

  std::string_view name() const noexcept override { return name_; }
  /// Sends one request. Limited to little time, because searches can use the local reranker
  /// instead.
  Result<std::vector<float>> rerank(std::string_view query,
                                    std::span<const RerankCandidate> candidates) const override {
    return rerank(query, candidates, {});
  }
  Result<std::vector<float>> rerank(std::string_view query,
                                    std::span<const RerankCandidate> candidates,
                                    const CallContext& context) const override;

  RemoteServiceStatus status() const override { return net::service_status(*client_); }

 private:
  RemoteReranker(RemoteModel model, std::unique_ptr<net::ServiceClient> client);
  net::Call call_for(std::string_view query, std::span<const RerankCandidate> candidates,
                     const CallContext& context) const;
  Result<std::vector<float>> read_scores(const net::Call& call, std::size_t count,
                                         const net::Reply& reply) const;

  RemoteModel model_;
  std::string name_;
  std::unique_ptr<net::ServiceClient> client_;
};

}  // namespace codeweaver::providers
