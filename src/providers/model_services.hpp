// The services that run models: where they are, what they need, how they are called.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "codeweaver/remote_models.hpp"
#include "codeweaver/result.hpp"
#include "net/service_client.hpp"

namespace codeweaver::providers {

/// What a model is for.
enum class Role : std::uint8_t { kEmbedder, kReranker, kAnswerModel };

/// A service, as it is where nothing else is said.
struct ModelService {
  std::string_view provider;
  std::string_view name;          ///< for people
  std::string_view url;           ///< empty: it has to be given
  std::string_view key_variable;  ///< empty: it takes no key
  std::string_view key_header;    ///< "Authorization" holds "Bearer KEY", others the key alone
  std::string_view embedder;      ///< its usual model; empty: it has none of that role, or no usual
  std::string_view reranker;
  bool is_embedder, is_reranker, is_answer_model;
};

/// Null: there is no such provider of that role.
const ModelService* find_service(std::string_view provider, Role role) noexcept;

/// What models are called with; replaced by tests.
struct Means {
  std::shared_ptr<const net::Transport> transport{};
  net::ServiceClient::Time time{};
};
/// Those of this build, for a model. Errors: those of net::make_transport().
Result<Means> real_means(const RemoteModel& model);

/// The model with what it leaves out filled in. Errors: kUnsupported "PROVIDER_NOT_AVAILABLE";
/// kInvalidArgument "API_KEY_MISSING", "INVALID_URL" (none is given), "MODEL_NOT_FOUND" (the same).
Result<RemoteModel> completed(RemoteModel model, Role role);

/// A client for a completed model. Errors: those of net::ServiceClient::create().
Result<std::unique_ptr<net::ServiceClient>> make_client(const RemoteModel& model, Role role,
                                                        const Means& means);

/// Path of a call of a deployment on Azure, with the version of the API.
std::string azure_path(std::string_view deployment, std::string_view call);

/// What is wrong where a service answers a request with a status other than 2xx.
/// kInvalidArgument "MODEL_NOT_FOUND" where it says so, else as net::ServiceClient::refusal().
Error model_refusal(const net::ServiceClient& client, const RemoteModel& model,
                    const net::Call& call, const net::Reply& reply);

}  // namespace codeweaver::providers
