// The metrics of a service under names that follow the conventions of Prometheus.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>

#include "service/metrics/metrics.hpp"

namespace codeweaver::service {

/// The metric families codeweaver_* (base units; counters end with _total) and process_*.
/// `files_per_second`: the rate of the current index run.
std::string conventional_metrics(const Metrics& metrics, double files_per_second);

}  // namespace codeweaver::service
