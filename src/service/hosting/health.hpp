// Health: the state of the service for GET /health and GET /metrics.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "json/value.hpp"
#include "service/hosting/project_host.hpp"

namespace codeweaver::service {

/// Thread safety: immutable.
class Health {
 public:
  explicit Health(std::shared_ptr<ProjectHost> host) : host_(std::move(host)) {}

  struct Report {
    json::Value body;
    bool is_unhealthy = false;  ///< nothing can be searched
  };
  /// Checks a project; an empty id means the project that calls without an id use, if any.
  /// Unhealthy: the store does not answer, or the index is broken and, if no id was given, no other
  /// project can be searched either. Cost: embeds one query and reranks one candidate, to time
  /// them; sends one request to the store (at most two seconds); checks that the project's folder
  /// exists, but no files. Errors: kNotFound "PROJECT_NOT_FOUND".
  Result<Report> report(std::string_view project_id = {}) const;
  /// Whether calls can be answered: the list of projects can be read, the store of the active
  /// project answers, and the server is not stopping. Errors: the reason if not. Cost: reads the
  /// list of projects and sends one request to the store.
  Result<void> is_ready() const;
  /// The metrics as Prometheus text, under the names of FR-041 and under conventional names.
  std::string prometheus() const;

 private:
  bool is_useless(const Result<void>& store, const std::shared_ptr<HostedProject>& project,
                  bool is_asked_for) const;

  std::shared_ptr<ProjectHost> host_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace codeweaver::service
