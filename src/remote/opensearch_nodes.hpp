// OpenSearchNodes: the addresses of one cluster, asked in turn where one does not answer.
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

/// Thread safety: calls may be concurrent.
class OpenSearchNodes {
 public:
  /// A reply of any status below 500 but 401, 403, 413 and 429.
  struct Answer {
    int status = 0;
    json::Value body{};
    bool is_done() const noexcept { return status >= 200 && status < 300; }
  };

  /// `options.url` is "ADDRESS[,ADDRESS...][?prefix=NAME]". The key is a name and a password with a
  /// colon between them, or a token. Errors: those of net::ServiceClient::create();
  /// kInvalidArgument "INVALID_URL" (a prefix that no index can have). `time` outlives the nodes.
  static Result<std::unique_ptr<OpenSearchNodes>> create(
      const StoreOptions& options, std::shared_ptr<const net::Transport> transport,
      net::ServiceClient::Time time);

  /// Asks the node that answered last, then the others; all of them again after 1, 2 and 4 s where
  /// the request may be repeated. Errors: those of net::ServiceClient::ask() but "SERVICE_REFUSED".
  Result<Answer> ask(const StoreRequest& request);
  /// "SERVICE_REFUSED", with the reason that the reply gives.
  Error refusal(const StoreRequest& request, const Answer& answer) const;
  /// A pause of the schedule for those who ask again themselves; false: there is no further one, or
  /// the thread is to stop.
  bool pause(std::size_t attempt) const;

  /// What the names of all indexes begin with.
  const std::string& prefix() const noexcept { return prefix_; }
  std::string origin() const { return current().url().origin(); }
  RemoteServiceStatus status() const;

 private:
  OpenSearchNodes(std::vector<std::unique_ptr<net::ServiceClient>> clients, std::string prefix,
                  net::ServiceClient::Time time);
  net::ServiceClient& current() const { return *clients_[current_]; }
  Result<net::Reply> send(net::Call call);
  /// Asks one node after the other. Those that are left share what is left of the call's patience.
  Result<net::Reply> send_round(net::Call& call);

  std::vector<std::unique_ptr<net::ServiceClient>> clients_;
  std::string prefix_;
  net::ServiceClient::Time time_;
  std::atomic<std::size_t> current_ = 0;
};

}  // namespace codeweaver::remote
