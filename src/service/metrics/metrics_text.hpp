// The figures of a process as JSON and as Prometheus text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "codeweaver/remote_models.hpp"
#include "json/value.hpp"
#include "service/metrics/metrics.hpp"

namespace codeweaver::service {

/// What is read at the time, not counted on the way.
struct Gauges {
  double files_per_second = 0;     ///< of the index run that goes on
  RemoteServiceStatus embedder{};  ///< of the active project; as it is: the model is built in
};

/// "closed", "open" or "half_open": the next call is a trial.
std::string_view circuit_state(const RemoteServiceStatus& service) noexcept;

/// Members of an object.
json::Value metrics_json(const Counts& counts, const Gauges& now);
/// The same under the same names; quantiles are labels.
std::string metrics_text(const Counts& counts, const Gauges& now);

}  // namespace codeweaver::service
