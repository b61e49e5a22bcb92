// Converts a client's statistics to the public type.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "net/service_status.hpp"

namespace codeweaver::net {

RemoteServiceStatus service_status(const ServiceClient& client) {
  const auto figures = client.figures();
  RemoteServiceStatus out;
  out.address = client.url().origin();
  out.circuit_breaker = to_string(figures.breaker);
  out.calls = figures.calls;
  out.attempts = figures.attempts;
  out.retries = figures.retries;
  out.failed = figures.failed;
  out.suspended = figures.suspended;
  out.openings = figures.breaker_openings;
  out.since_last_call = figures.since_last_call;
  out.last_error = figures.last_error;
  return out;
}

}  // namespace codeweaver::net
