// The figures of a service under names as Prometheus' conventions ask for them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>

#include "service/metrics/metrics.hpp"

namespace codeweaver::service {

/// Families codeweaver_* (base units, counters that end with _total) and process_*.
/// `files_per_second`: of the index run that goes on.
std::string conventional_metrics(const Metrics& metrics, double files_per_second);

}  // namespace codeweaver::service
