// Sends requests to one cluster through several addresses.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "remote/opensearch_nodes.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

#include "base/base64.hpp"
#include "base/try.hpp"
#include "net/service_codes.hpp"
#include "net/service_status.hpp"
#include "remote/record_json.hpp"

namespace codeweaver::remote {
namespace {

constexpr std::string_view kPrefixParameter = "prefix=";
constexpr const char* kUsualPrefix = "codeweaver";

/// A user name with the password, or a token, in the form for the security plugin.
std::string authorization(const std::string& key) {
  return key.find(':') == std::string::npos ? "Bearer " + key : "Basic " + base::base64(key);
}

bool may_begin_names(std::string_view prefix) {
  return !prefix.empty() && prefix.size() <= 60 && std::ranges::all_of(prefix, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  }) && prefix.front() != '-';
}

/// The addresses and the prefix in store.url.
struct Addresses {
  std::vector<std::string> urls{};
  std::string prefix{kUsualPrefix};
};

Result<Addresses> addresses_of(const std::string& text) {
  Addresses out;
  const auto question = text.find('?');
  if (question != std::string::npos) {
    const auto parameter = std::string_view(text).substr(question + 1);
    const bool is_known = parameter.starts_with(kPrefixParameter);
    out.prefix = is_known ? parameter.substr(kPrefixParameter.size()) : std::string_view();
    if (!may_begin_names(out.prefix))
      return Error{ErrorCategory::kInvalidArgument, "INVALID_URL",
                   "The address of the OpenSearch cluster ends with '" + std::string(parameter) +
                       "', which is not a valid index prefix",
                   "reading store.url",
                   "Use `?prefix=NAME` with lowercase letters, digits and '-', or omit it."};
  }
  std::istringstream words(text.substr(0, question));
  for (std::string url; std::getline(words, url, ',');)
    if (!url.empty()) out.urls.push_back(url);
  if (out.urls.empty()) out.urls.emplace_back("http://localhost:9200");
  return out;
}

/// Whether another node may succeed.
bool may_pass_elsewhere(const Error& error) {
  return error.category == ErrorCategory::kUnavailable &&
         error.code != net::service_code::kInvalidReply;
}

}  // namespace

OpenSearchNodes::OpenSearchNodes(std::vector<std::unique_ptr<net::ServiceClient>> clients,
                                 std::string prefix, net::ServiceClient::Time time)
    : clients_(std::move(clients)), prefix_(std::move(prefix)), time_(time) {}

Result<std::unique_ptr<OpenSearchNodes>> OpenSearchNodes::create(
    const StoreOptions& options, std::shared_ptr<const net::Transport> transport,
    net::ServiceClient::Time time) {
  CODEWEAVER_ASSIGN(auto addresses, addresses_of(options.url));
  std::vector<std::unique_ptr<net::ServiceClient>> clients;
  for (auto& url : addresses.urls) {
    auto service = service_of(options);
    service.name = "OpenSearch cluster";
    service.url = std::move(url);
    service.remedy =
        "Check that OpenSearch runs and that store.url is its address (`https://...` if it uses "
        "certificates).";
    if (!options.api_key.empty())
      service.headers.push_back({"Authorization", authorization(options.api_key)});
    CODEWEAVER_ASSIGN(auto client, net::ServiceClient::create(std::move(service), transport, time));
    clients.push_back(std::move(client));
  }
  return std::unique_ptr<OpenSearchNodes>(
      new OpenSearchNodes(std::move(clients), std::move(addresses.prefix), time));
}

RemoteServiceStatus OpenSearchNodes::status() const {
  return net::service_status(current());
}

bool OpenSearchNodes::pause(std::size_t attempt, const CallContext& context) const {
  return attempt < net::kStorePauses.size() && !context.is_awaited() &&
         time_.timer.sleep(net::kStorePauses[attempt], context.stop);
}

Result<net::Reply> OpenSearchNodes::send_round(net::Call& call) {
  const std::size_t first = current_;
  const auto patience = call.patience;
  const auto start = time_.timer.now();
  for (std::size_t i = 0;; ++i) {
    const auto at = (first + i) % clients_.size();
    if (patience) {
      const auto left =
          call.context.left_of(*patience - std::chrono::duration_cast<std::chrono::milliseconds>(
                                               time_.timer.now() - start));
      call.patience = std::max(std::chrono::milliseconds(1),
                               left / static_cast<std::int64_t>(clients_.size() - i));
    }
    auto reply = clients_[at]->send(call);
    if (reply || !may_pass_elsewhere(reply.error()) || i + 1 == clients_.size()) {
      current_ = reply ? at : first;
      return reply;
    }
  }
}

Result<net::Reply> OpenSearchNodes::send(net::Call call) {
  if (clients_.size() == 1) return clients_.front()->send(call);
  const bool is_repeated = std::exchange(call.is_repeated, false);
  for (std::size_t attempt = 0;; ++attempt) {
    auto reply = send_round(call);
    const bool is_final = reply || !is_repeated || !may_pass_elsewhere(reply.error());
    if (is_final || !pause(attempt, call.context)) return reply;
  }
}

Result<OpenSearchNodes::Answer> OpenSearchNodes::ask(const StoreRequest& request,
                                                     const CallContext& context) {
  const auto call = call_of(request, context);
  CODEWEAVER_ASSIGN(const auto reply, send(call));
  if (reply.status == 401 || reply.status == 403 || reply.status == 413 ||
      (reply.status >= 300 && reply.status < 400))
    return current().refusal(call, reply);
  auto body = json::parse(reply.body);
  if (!body) return current().invalid_reply(call, body.error().cause);
  if (!body->is_object()) return current().invalid_reply(call, "it is not a JSON object");
  return Answer{reply.status, *std::move(body)};
}

Error OpenSearchNodes::refusal(const StoreRequest& request, const Answer& answer) const {
  auto error =
      current().refusal(call_of(request, {}), {answer.status, {}, json::dump(answer.body)});
  if (error.code == net::service_code::kRefused)
    error.action =
        "Check that store.url is the address of an OpenSearch cluster (2.13 or newer) with the "
        "k-NN plugin.";
  return error;
}

}  // namespace codeweaver::remote
