// The rerank APIs of Voyage, Cohere and Jina, which differ only in names.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "providers/remote_reranker.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/try.hpp"
#include "json/members.hpp"
#include "json/value.hpp"
#include "json/writer.hpp"

namespace codeweaver::providers {
namespace {

constexpr std::chrono::milliseconds kRerankPatience{10'000};

/// Reads {"index": 3, "relevance_score": 0.7} for each of `count` candidates. nullopt: different
/// format.
std::optional<std::vector<float>> scores_of(const json::Value* list, std::size_t count) {
  const auto* items = list == nullptr ? nullptr : list->if_array();
  if (items == nullptr || items->size() != count) return std::nullopt;
  std::vector<float> out(count, -1);
  for (const auto& item : *items) {
    const auto* at = json::integer_in(item, "index");
    const auto value = json::number_in(item, "relevance_score");
    if (at == nullptr || !value || *at < 0 || std::cmp_greater_equal(*at, count))
      return std::nullopt;
    out[static_cast<std::size_t>(*at)] = static_cast<float>(std::clamp(*value, 0.0, 1.0));
  }
  if (std::ranges::any_of(out, [](float score) { return score < 0; })) return std::nullopt;
  return out;
}

}  // namespace

RemoteReranker::RemoteReranker(RemoteModel model, std::unique_ptr<net::ServiceClient> client)
    : model_(std::move(model)),
      name_(model_.provider + '/' + model_.model),
      client_(std::move(client)) {}

Result<std::shared_ptr<const Reranker>> RemoteReranker::create(const RemoteModel& model,
                                                               const Means& means) {
  CODEWEAVER_ASSIGN(auto whole, completed(model, Role::kReranker));
  CODEWEAVER_ASSIGN(auto client, make_client(whole, Role::kReranker, means));
  return std::shared_ptr<const Reranker>(new RemoteReranker(std::move(whole), std::move(client)));
}

net::Call RemoteReranker::call_for(std::string_view query,
                                   std::span<const RerankCandidate> candidates,
                                   const CallContext& context) const {
  const bool is_voyage = model_.provider == "voyage";
  json::Writer out;
  out.begin_object().member("model", model_.model).member("query", query);
  out.key("documents").begin_array();
  for (const auto& candidate : candidates) out.value(text_of(candidate));
  out.end_array().member(is_voyage ? "top_k" : "top_n", candidates.size());
  if (model_.provider != "cohere") out.member("return_documents", false);
  out.end_object();
  net::Call call;
  call.operation = "reranking";
  call.path = model_.provider == "cohere" ? "/v2/rerank" : "/rerank";
  call.body = out.take();
  call.patience = kRerankPatience;
  call.is_repeated = false;  // a user is waiting
  call.context = context;
  return call;
}

Result<std::vector<float>> RemoteReranker::rerank(std::string_view query,
                                                  std::span<const RerankCandidate> candidates,
                                                  const CallContext& context) const {
  if (candidates.empty()) return std::vector<float>();
  const auto call = call_for(query, candidates, context);
  CODEWEAVER_ASSIGN(const auto reply, client_->send(call));
  if (reply.status < 200 || reply.status >= 300)
    return model_refusal(*client_, model_, call, reply);
  return read_scores(call, candidates.size(), reply);
}

Result<std::vector<float>> RemoteReranker::read_scores(const net::Call& call, std::size_t count,
                                                       const net::Reply& reply) const {
  const auto body = json::parse(reply.body);
  if (!body) return client_->invalid_reply(call, body.error().cause);
  auto scores = scores_of(body->find(model_.provider == "voyage" ? "data" : "results"), count);
  if (!scores)
    return client_->invalid_reply(call, "it does not have exactly one score for each candidate");
  return *std::move(scores);
}

}  // namespace codeweaver::providers

namespace codeweaver::inline v0_1 {

Result<std::shared_ptr<const Reranker>> make_remote_reranker(const RemoteModel& model) {
  CODEWEAVER_ASSIGN(const auto means, providers::real_means(model));
  return providers::RemoteReranker::create(model, means);
}

}  // namespace codeweaver::inline v0_1
