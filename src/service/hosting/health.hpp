// Health: how the service is, as GET /health and GET /metrics tell it.
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
  /// About a project; empty: the one that calls without an id mean, if there is one. Unhealthy if
  /// its searches fail: the store does not answer, or its index is broken and, where no id was
  /// given, no other project could be searched either. Cost: one query embedded and one candidate
  /// reranked, to time them, and one request to the store, which gets two seconds; no look at the
  /// files but that their folder is there. Errors: kNotFound "PROJECT_NOT_FOUND".
  Result<Report> report(std::string_view project_id = {}) const;
  /// Whether calls can be answered: the projects are known, the store of the active one answers,
  /// and the server is not about to end. Errors: why not. Cost: the list of projects read, one
  /// request to the store.
  Result<void> is_ready() const;
  /// The figures of `metrics` as Prometheus text, under FR-041's and under conventional names.
  std::string prometheus() const;

 private:
  bool is_useless(const Result<void>& store, const std::shared_ptr<HostedProject>& project,
                  bool is_asked_for) const;

  std::shared_ptr<ProjectHost> host_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace codeweaver::service
