// OpenSearchNodes: the addresses of one cluster, tried in turn if one does not answer.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "codeweaver/remote_models.hpp"
#include "codeweaver/vector_store.hpp"
#include "net/service_client.hpp"
#include "remote/record_json.hpp"

namespace codeweaver::remote {

/// Thread-safe.
class OpenSearchNodes {
 public:
  /// A reply with a status below 500, except 401, 403, 413 and 429.
  struct Answer {
    int status = 0;
    json::Value body{};
    bool is_done() const noexcept { return status >= 200 && status < 300; }
  };

  /// `options.url` has the form "ADDRESS[,ADDRESS...][?prefix=NAME]". The key is a user name and
  /// password separated by a colon, or a token. `time` must outlive the nodes. Errors: those of
  /// net::ServiceClient::create(); kInvalidArgument "INVALID_URL" (invalid index prefix).
  static Result<std::unique_ptr<OpenSearchNodes>> create(
      const StoreOptions& options, std::shared_ptr<const net::Transport> transport,
      net::ServiceClient::Time time);

  /// Asks the node that answered last, then the others. If the request may be repeated and nobody
  /// waits for it, asks all of them again after 1, 2 and 4 s. Errors: those of
  /// net::ServiceClient::ask() except "SERVICE_REFUSED".
  Result<Answer> ask(const StoreRequest& request, const CallContext& context);
  /// "SERVICE_REFUSED", with the reason from the reply.
  Error refusal(const StoreRequest& request, const Answer& answer) const;
  /// Waits for the pause before retry `attempt`, for callers with their own retries. False: no more
  /// retries, or a stop was requested.
  bool pause(std::size_t attempt, const CallContext& context) const;

  /// The prefix of all index names.
  const std::string& prefix() const noexcept { return prefix_; }
  std::string origin() const { return current().url().origin(); }
  RemoteServiceStatus status() const;

 private:
  OpenSearchNodes(std::vector<std::unique_ptr<net::ServiceClient>> clients, std::string prefix,
                  net::ServiceClient::Time time);
  net::ServiceClient& current() const { return *clients_[current_]; }
  Result<net::Reply> send(net::Call call);
  /// Asks one node after the other. The remaining nodes share the remaining time of the call.
  Result<net::Reply> send_round(net::Call& call);

  std::vector<std::unique_ptr<net::ServiceClient>> clients_;
  std::string prefix_;
  net::ServiceClient::Time time_;
  std::atomic<std::size_t> current_ = 0;
};

}  // namespace codeweaver::remote
