// The metrics of a process as JSON and as Prometheus text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "codeweaver/remote_models.hpp"
#include "json/value.hpp"
#include "service/metrics/metrics.hpp"

namespace codeweaver::service {

/// Values that are read when metrics are written.
struct Gauges {
  double files_per_second = 0;     ///< rate of the current index run
  RemoteServiceStatus embedder{};  ///< of the active project; default: the model is built in
};

/// "closed", "open" or "half_open" (the next call is a trial).
std::string_view circuit_state(const RemoteServiceStatus& service) noexcept;

/// The metrics as a JSON object.
json::Value metrics_json(const Counts& counts, const Gauges& now);
/// The same as Prometheus text, with the same names; quantiles are labels.
std::string metrics_text(const Counts& counts, const Gauges& now);

}  // namespace codeweaver::service
