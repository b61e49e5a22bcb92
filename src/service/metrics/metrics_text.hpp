// The figures of a process as JSON and as Prometheus text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "json/value.hpp"
#include "service/metrics/metrics.hpp"

namespace codeweaver::service {

/// What models and stores in this process have for a circuit breaker: one that never opens.
inline constexpr std::string_view kCircuitState = "closed";

/// `files_per_second`: of the index run that goes on.
json::Value metrics_json(const Counts& counts, double files_per_second);
/// The same under the same names; quantiles are labels.
std::string metrics_text(const Counts& counts, double files_per_second);

}  // namespace codeweaver::service
