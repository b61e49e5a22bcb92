// RemoteEmbedder: vectors from a service, in batches of a suitable size.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "codeweaver/call_context.hpp"
#include "codeweaver/embedder.hpp"
#include "net/service_status.hpp"
#include "providers/embedding_shapes.hpp"
#include "providers/known_models.hpp"
#include "providers/model_services.hpp"

namespace codeweaver::providers {

/// Thread safety: as any embedder.
class RemoteEmbedder final : public Embedder, public RemoteService {
 public:
  /// Like make_remote_embedder(), with other means.
  static Result<std::shared_ptr<const Embedder>> create(const RemoteModel& model,
                                                        const Means& means,
                                                        const CallContext& context = {});

  const EmbedderInfo& info() const noexcept override { return info_; }
  Result<void> embed_documents(std::span<const std::string_view> texts,
                               std::span<float> out) const override {
    return embed_documents(texts, out, {});
  }
  Result<void> embed_query(std::string_view text, std::span<float> out) const override {
    return embed_query(text, out, {});
  }
  Result<void> embed_documents(std::span<const std::string_view> texts, std::span<float> out,
                               const CallContext& context) const override;
  /// Limited to less time, because searches can continue without the vector.
  Result<void> embed_query(std::string_view text, std::span<float> out,
                           const CallContext& context) const override;

  RemoteServiceStatus status() const override { return net::service_status(*client_); }

 private:
  RemoteEmbedder(RemoteModel model, std::unique_ptr<net::ServiceClient> client);
  Result<void> learn_dimension(const CallContext& context);
  /// Embeds texts that fit in one request into the same number of rows.
  Result<void> embed_batch(std::span<const std::string_view> texts, TextKind kind,
                           std::span<float> out, const CallContext& context) const;
  Result<void> embed_in_halves(std::span<const std::string_view> texts, const net::Call& call,
                               TextKind kind, std::span<float> out, const Error& refused) const;
  Result<void> take_rows(const net::Call& call, const std::vector<std::vector<float>>& rows,
                         std::span<float> out) const;
  /// `text` with the model's prefix, as the model receives it.
  std::string seen(std::string_view text, TextKind kind) const;

  RemoteModel model_;
  EmbeddingModel known_;
  EmbedderInfo info_;
  std::unique_ptr<net::ServiceClient> client_;
};

}  // namespace codeweaver::providers
