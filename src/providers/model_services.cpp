// The table of services, and their clients.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "providers/model_services.hpp"

#include <algorithm>
#include <utility>

#include "base/try.hpp"
#include "codeweaver/contract.hpp"
#include "net/service_errors.hpp"

namespace codeweaver::providers {
namespace {

constexpr std::string_view kBearer = "Authorization";
/// Twice the size of 100 vectors with 4,096 numbers.
constexpr std::uint64_t kMostReplyBytes = 16U << 20;

constexpr ModelService kServices[] = {
    {"voyage", "Voyage AI API", "https://api.voyageai.com/v1", "VOYAGE_API_KEY", kBearer,
     "voyage-code-3", "rerank-2.5", true, true, false},
    {"openai", "OpenAI-compatible API", "https://api.openai.com/v1", "OPENAI_API_KEY", kBearer,
     "text-embedding-3-small", "", true, false, true},
    {"azure", "Azure OpenAI API", "", "AZURE_OPENAI_API_KEY", "api-key", "", "", true, false, true},
    {"ollama", "Ollama server", "http://localhost:11434", "", kBearer, "nomic-embed-text", "", true,
     false, true},
    {"cohere", "Cohere API", "https://api.cohere.com", "COHERE_API_KEY", kBearer, "embed-v4.0",
     "rerank-v3.5", true, true, false},
    {"jina", "Jina AI API", "https://api.jina.ai/v1", "JINA_API_KEY", kBearer, "",
     "jina-reranker-v2-base-multilingual", false, true, false},
    {"anthropic", "Anthropic API", "https://api.anthropic.com", "ANTHROPIC_API_KEY", "x-api-key",
     "", "", false, false, true},
};
constexpr Role kRoles[] = {Role::kEmbedder, Role::kReranker, Role::kAnswerModel};

bool has_role(const ModelService& service, Role role) {
  return role == Role::kEmbedder   ? service.is_embedder
         : role == Role::kReranker ? service.is_reranker
                                   : service.is_answer_model;
}

/// The default model in a role. Empty: none.
std::string_view usual_model(const ModelService& service, Role role) {
  return role == Role::kEmbedder   ? service.embedder
         : role == Role::kReranker ? service.reranker
                                   : std::string_view();
}

std::string_view section_of(Role role) {
  return role == Role::kEmbedder ? "embedding" : role == Role::kReranker ? "rerank" : "answer";
}

/// A service at its default address requires a key; a server at another address may not.
bool must_have_key(const ModelService& service, const RemoteModel& model) {
  return !service.key_variable.empty() && (model.url.empty() || service.url.empty());
}

std::string remedy_of(const RemoteModel& model, Role role) {
  const auto setting = std::string(section_of(role)) + ".url";
  if (model.provider == "ollama")
    return "Start it with `ollama serve`, or set " + setting + " to where it runs.";
  return "Check the network and " + setting + ".";
}

/// Escapes a name as one path segment.
std::string escaped(std::string_view name) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                          (byte >= '0' && byte <= '9') || byte == '-' || byte == '_' || byte == '.';
    if (is_plain)
      out += c;
    else
      out += {'%', kHex[byte >> 4], kHex[byte & 15]};
  }
  return out;
}

}  // namespace

const ModelService* find_service(std::string_view provider, Role role) noexcept {
  const auto* const found =
      std::find_if(std::begin(kServices), std::end(kServices), [&](const ModelService& service) {
        return service.provider == provider && has_role(service, role);
      });
  return found == std::end(kServices) ? nullptr : found;
}

Result<Means> real_means(const RemoteModel& model) {
  CODEWEAVER_ASSIGN(auto transport, net::make_transport(model.ca_file));
  return Means{std::move(transport), {}};
}

Result<RemoteModel> completed(RemoteModel model, Role role) {
  const auto* const service = find_service(model.provider, role);
  const auto context = "choosing " + std::string(section_of(role)) + ".provider";
  if (service == nullptr)
    return Error{ErrorCategory::kUnsupported, std::string(contract::kProviderNotAvailable),
                 "Unknown provider '" + model.provider + "'", context, "Choose another provider."};
  const auto name = std::string(service->name);
  if (model.api_key.empty() && must_have_key(*service, model)) {
    const auto variable = std::string(service->key_variable);
    return Error{
        ErrorCategory::kInvalidArgument, "API_KEY_MISSING",
        "The " + name + " needs an API key, and none is set", context,
        "Set " + variable + " in the environment, or in the .env file next to the user settings."};
  }
  if (model.url.empty()) model.url = service->url;
  if (model.url.empty())
    return Error{ErrorCategory::kInvalidArgument, "INVALID_URL",
                 "The " + name + " has no default address, and none is set", context,
                 "Set " + std::string(section_of(role)) + ".url."};
  if (model.model.empty()) model.model = usual_model(*service, role);
  if (model.model.empty())
    return Error{ErrorCategory::kInvalidArgument, "MODEL_NOT_FOUND",
                 "The " + name + " has no default model, and none is set", context,
                 "Set " + std::string(section_of(role)) + ".model."};
  model.batch_size = std::clamp<std::size_t>(model.batch_size, 1, 100);
  model.max_requests = std::clamp<std::size_t>(model.max_requests, 1, 10);
  return model;
}

Result<std::unique_ptr<net::ServiceClient>> make_client(const RemoteModel& model, Role role,
                                                        const Means& means) {
  const auto& service = *find_service(model.provider, role);
  net::ServiceOptions options;
  options.name = service.name;
  options.url = model.url;
  options.secret = model.api_key;
  options.component = role == Role::kEmbedder   ? "embedder"
                      : role == Role::kReranker ? "reranker"
                                                : "answer_model";
  options.remedy = remedy_of(model, role);
  options.max_in_flight = model.max_requests;
  options.timeout = model.timeout;
  options.max_reply_bytes = kMostReplyBytes;
  options.logger = model.logger;
  if (!model.api_key.empty()) {
    const bool is_bearer = service.key_header == kBearer;
    options.headers.push_back(
        {std::string(service.key_header), (is_bearer ? "Bearer " : "") + model.api_key});
  }
  if (model.provider == "anthropic") options.headers.push_back({"anthropic-version", "2023-06-01"});
  return net::ServiceClient::create(std::move(options), means.transport, means.time);
}

std::string azure_path(std::string_view deployment, std::string_view call) {
  return "/openai/deployments/" + escaped(deployment) + '/' + std::string(call) +
         "?api-version=2024-10-21";
}

Error model_refusal(const net::ServiceClient& client, const RemoteModel& model,
                    const net::Call& call, const net::Reply& reply) {
  if (reply.status != 404) return client.refusal(call, reply);
  const auto said = client.redacted(net::reply_message(reply.body));
  const bool is_ollama = model.provider == "ollama";
  return {ErrorCategory::kInvalidArgument, "MODEL_NOT_FOUND",
          "Model '" + model.model + "' is not on the " + client.options().name + " at " +
              client.url().origin() + (said.empty() ? "" : ": " + said),
          call.operation,
          is_ollama ? "Pull it: `ollama pull " + model.model + "`."
                    : "Check the name of the model, and the address."};
}

}  // namespace codeweaver::providers

namespace codeweaver::inline v0_1 {

std::string_view usual_key_variable(std::string_view provider) noexcept {
  for (const auto role : providers::kRoles)
    if (const auto* service = providers::find_service(provider, role)) return service->key_variable;
  return {};
}

}  // namespace codeweaver::inline v0_1
