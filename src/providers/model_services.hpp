// The services that run models: addresses, requirements and calls.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "codeweaver/remote_models.hpp"
#include "codeweaver/result.hpp"
#include "net/service_client.hpp"

namespace codeweaver::providers {

/// The role of a model.
enum class Role : std::uint8_t { kEmbedder, kReranker, kAnswerModel };

/// A service with its defaults.
struct ModelService {
  std::string_view provider;
  std::string_view name;          ///< for people
  std::string_view url;           ///< empty: must be set
  std::string_view key_variable;  ///< empty: needs no key
  std::string_view key_header;    ///< "Authorization" has "Bearer KEY", others only the key
  std::string_view embedder;      ///< default model; empty: no model in this role, or no default
  std::string_view reranker;
  bool is_embedder, is_reranker, is_answer_model;
};

/// Null: no such provider in that role.
const ModelService* find_service(std::string_view provider, Role role) noexcept;

/// Transport and time for calls to models. Tests replace them.
struct Means {
  std::shared_ptr<const net::Transport> transport{};
  net::ServiceClient::Time time{};
};
/// The real means of this build for a model. Errors: those of net::make_transport().
Result<Means> real_means(const RemoteModel& model);

/// Fills in the defaults of the model. Errors: kUnsupported "PROVIDER_NOT_AVAILABLE";
/// kInvalidArgument "API_KEY_MISSING", "INVALID_URL" (none is set), "MODEL_NOT_FOUND" (none is
/// set).
Result<RemoteModel> completed(RemoteModel model, Role role);

/// A client for a completed model. Errors: those of net::ServiceClient::create().
Result<std::unique_ptr<net::ServiceClient>> make_client(const RemoteModel& model, Role role,
                                                        const Means& means);

/// The path of a call to an Azure deployment, with the API version.
std::string azure_path(std::string_view deployment, std::string_view call);

/// The error for a reply with a status other than 2xx: kInvalidArgument "MODEL_NOT_FOUND" for
/// status 404, otherwise that of net::ServiceClient::refusal().
Error model_refusal(const net::ServiceClient& client, const RemoteModel& model,
                    const net::Call& call, const net::Reply& reply);

}  // namespace codeweaver::providers
